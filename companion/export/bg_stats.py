"""A finished game for BG Stats: a link that its app takes in. Pure."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote

from companion.export.chat import chat_text
from companion.prose.names import colour_name
from companion.rules.tally import Line, Tally

Span = tuple[datetime, datetime]

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Trackside"
LONGEST_LINK: Final = 2000


def bg_stats_link(
    result: Tally, play: str, span: Span | None = None, location: str = "", address: str | None = None
) -> str | None:
    """A link that hands the game to BG Stats; `play` names it for good, so that it is not entered twice.

    It stays under 2,000 characters: comments are shortened first, then names. None where even that is too long.
    """
    lines = chat_text(result, address).split("\n")
    shorter = ("\n".join(lines[:n]).rstrip() for n in range(len(lines), 0, -1))
    for comments, names in (*((text, 24) for text in shorter), ("", 24), ("", 12), ("", 6), ("", 2)):
        play_ = _play(result, play, span, location, comments, names)
        # Letters beyond ASCII are shorter in a link as UTF-8 than as JSON's escapes.
        link = BG_STATS + quote(json.dumps(play_, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(link) < LONGEST_LINK:
            return link
    return None


def _play(result: Tally, play: str, span: Span | None, location: str, comments: str, names: int) -> dict[str, Any]:
    """A play in the words of BG Stats. What is not known is left out; every yes or no is said."""
    table = result.table
    board, variant = table.board, table.board.variants[table.setup.variant].name
    game: dict[str, Any] = {"name": f"Ticket to Ride: {board.name}", "sourceGameId": board.id}
    if board.bgg is not None:
        game["bggId"] = board.bgg
    game |= {"highestWins": True, "noPoints": False}
    facts: dict[str, Any] = {"sourceName": SOURCE, "sourcePlayId": play}
    if span:
        start, end = (moment.astimezone(UTC) for moment in span)
        facts |= {"playDate": f"{start:%Y-%m-%d %H:%M:%S}", "durationMin": round((end - start).total_seconds() / 60)}
    if location:
        facts["location"] = location
    facts |= {"board": f"{board.name}, {variant}", "comments": comments, "game": game}
    return facts | {"players": [_player(result, line, names) for line in result.lines]}


def _player(result: Tally, line: Line, names: int) -> dict[str, Any]:
    own, setup = line.score, result.table.setup
    return {
        "name": own.name[:names],
        "sourcePlayerId": _person(result, line),
        "startPlayer": own.color == (setup.starts or setup.colors[0]),
        "winner": own.color in result.winners,
        "score": line.total,
        "rank": line.rank,
        "role": colour_name(own.color),
    }


def _person(result: Tally, line: Line) -> str:
    """The same for the same name in every game, whatever colour they play: the app remembers who it was."""
    own = line.score
    alike = sum(player.name == own.name for player in result.table.setup.players)
    known = own.name if alike == 1 else f"{own.name} {own.color}"
    return sha256(known.casefold().encode()).hexdigest()[:8]
