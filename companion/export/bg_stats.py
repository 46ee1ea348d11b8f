"""A finished game as a link for the app BG Stats."""

import json
from datetime import UTC, datetime
from gettext import NullTranslations
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote

from companion.export.chat import chat_text
from companion.i18n import speaking
from companion.prose.display_names import colour_name
from companion.rules.tally import Line, Tally

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Trackside"
LONGEST_LINK: Final = 2000
LONGEST_NAME: Final = 24


def bg_stats_link(
    result: Tally,
    play: str,
    began: datetime | None = None,
    ended: datetime | None = None,
    location: str = "",
    address: str | None = None,
) -> str | None:
    """A link that enters the game in BG Stats. `play` is the game's id there, so that it is not entered twice.

    The duration is given only where turns were tracked: otherwise the times are those of entering it afterwards.
    The link stays under 2,000 characters: comments are shortened first, then names. None if that is not enough.
    """
    lines = chat_text(result, address).split("\n")
    with_comments = [("\n".join(lines[:n]).rstrip(), LONGEST_NAME) for n in range(len(lines), 0, -1)]
    without_comments = [("", length) for length in (LONGEST_NAME, 12, 6, 2)]
    for comments, name_length in (*with_comments, *without_comments):
        with speaking(NullTranslations()):  # in English, since the app compares games of different people
            entered = _play(result, play, (began, ended), location, comments, name_length)
        # Letters beyond ASCII are shorter in a link as UTF-8 than as JSON's escapes.
        link = BG_STATS + quote(json.dumps(entered, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(link) < LONGEST_LINK:
            return link
    return None


def _play(
    result: Tally,
    play: str,
    times: tuple[datetime | None, datetime | None],
    location: str,
    comments: str,
    name_length: int,
) -> dict[str, Any]:
    """A game in the format of BG Stats; facts that are not known are left out."""
    table = result.table
    board, variant = table.board, table.board.variants[table.setup.variant].name
    game: dict[str, Any] = {"name": board.bgg_name or f"Ticket to Ride: {board.name}", "sourceGameId": board.id}
    if board.bgg is not None:
        game["bggId"] = board.bgg
    game |= {"highestWins": True, "noPoints": False}
    facts: dict[str, Any] = {"sourceName": SOURCE, "sourcePlayId": play}
    began, ended = times
    if began:
        facts["playDate"] = f"{began.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    if began and ended and table.turns_followed:
        facts["durationMin"] = round((ended - began).total_seconds() / 60)
    if location:
        facts["location"] = location
    facts |= {"board": f"{board.name}, {variant}", "comments": comments, "game": game}
    return facts | {"players": [_player(result, line, name_length) for line in result.lines]}


def _player(result: Tally, line: Line, name_length: int) -> dict[str, Any]:
    """A player in the format of BG Stats."""
    own, setup = line.score, result.table.setup
    starts = {"startPlayer": own.color == setup.starts} if setup.starts else {}
    return {
        "name": own.name[:name_length],
        "sourcePlayerId": _person_id(result, line),
        **starts,
        "winner": own.color in result.winners,
        "score": line.total,
        "rank": line.rank,
        "role": colour_name(own.color),
    }


def _person_id(result: Tally, line: Line) -> str:
    """The same id for the same name in every game, whatever the colour, since the app remembers people by it."""
    own = line.score
    people_of_that_name = sum(player.name == own.name for player in result.table.setup.players)
    identity = own.name if people_of_that_name == 1 else f"{own.name} {own.color}"
    return sha256(identity.casefold().encode()).hexdigest()[:8]
