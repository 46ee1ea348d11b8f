"""The calls about boards, which give all their facts to anybody."""

from __future__ import annotations

from companion.boards import files
from companion.i18n import gettext as _
from companion.web.api import schemas
from companion.web.api.calls import Calls, Services, Who
from companion.web.problems import Problem

calls = Calls()


@calls.add(method="GET", path="/boards", who=Who.ANYBODY, answers={200: schemas.Boards, 304: None}, public=True)
def see_boards(services: Services) -> schemas.Boards:
    """The boards, all facts with the ids that records use."""
    return schemas.Boards.model_validate([files.facts(board) for board in services.tables.boards.values()])


@calls.add(
    method="GET",
    path="/boards/<board>",
    who=Who.ANYBODY,
    answers={200: schemas.BoardFacts, 304: None},
    errors=(404,),
    public=True,
)
def see_board(services: Services, board: str) -> schemas.BoardFacts:
    """One board."""
    if board not in services.tables.boards:
        raise Problem(404, "no-board", _("There's no such board."))
    return schemas.BoardFacts.model_validate(files.facts(services.tables.boards[board]))
