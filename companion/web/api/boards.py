"""The boards with all their facts, the same for everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from flask import Response, request
from pydantic import TypeAdapter

from companion.boards import files
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.web.api import schemas
from companion.web.api.calls import Call
from companion.web.problems import Problem

MANY: TypeAdapter[list[schemas.BoardFacts]] = TypeAdapter(list[schemas.BoardFacts])


def calls(boards: Mapping[str, Board]) -> Iterator[Call]:
    """The calls of the boards."""

    def see_boards() -> Response:
        return _public([files.facts(board) for board in boards.values()])

    def see_board(board: str) -> Response:
        if board not in boards:
            raise Problem(404, "no-board", _("There's no such board."))
        return _public(files.facts(boards[board]))

    about = "The boards, all facts with the ids that records use."
    yield Call("see_boards", "GET", "/boards", about, see_boards, None, {200: MANY, 304: None}, open=True)
    gives = {200: schemas.BoardFacts, 304: None}
    yield Call("see_board", "GET", "/boards/<board>", "One board.", see_board, None, gives, (404,), open=True)


def _public(facts: object) -> Response:
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    answer = Response(text, content_type="application/json")
    answer.add_etag(weak=True)
    answer.make_conditional(request)
    return answer
