"""A finished game for other programs and for people: a spreadsheet, BG Stats, the group chat. Pure.

Everything here is made of a tally; the record itself goes out by `companion.record`.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Iterator
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.prose.names import colour_name
from companion.prose.verdict import verdict
from companion.rules.tally import Line, Tally

Span = tuple[datetime, datetime]

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Trackside"
LONGEST_LINK: Final = 2000
# What a spreadsheet takes for the beginning of a formula.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
BOM: Final = "\ufeff"  # without it a well-known spreadsheet reads UTF-8 as something else


def csv_text(result: Tally, when: date | None = None) -> str:
    """A line a player, best first, with a line of heads."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_harmless(head) for head in _heads(result)])
    for line in result.by_rank:
        writer.writerow([cell if isinstance(cell, int) else _harmless(cell) for cell in _cells(result, line, when)])
    return BOM + out.getvalue()


def _heads(result: Tally) -> Iterator[str]:
    board = result.table.board
    yield from (_("Title"), _("Date"), _("Board"), _("Variant"), _("Place"), _("Name"), _("Colour"), _("Total"))
    yield from (_("Routes"), _("Tickets completed"), _("Tickets not connected"))
    if board.stations:
        yield _("Stations in stock")
    yield from (board.bonus_name(award.bonus) for award in result.awards)
    yield from (_("Routes claimed"), _("Trains left"), _("Longest path, trains"))


def _cells(result: Tally, line: Line, when: date | None) -> Iterator[str | int]:
    table, own = result.table, line.score
    board = table.board
    yield from (table.setup.title, when.isoformat() if when else "", board.name)
    yield from (board.variants[table.setup.variant].name, line.rank, own.name, own.color, line.total)
    yield own.route_points
    yield sum(map(own.points_of, own.completed))
    yield sum(map(own.points_of, own.failed))
    if board.stations:
        yield own.station_points
    yield from line.bonuses.values()
    yield from (len(own.routes), own.trains_left, own.path.length)


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula, whatever somebody is called."""
    seen = unicodedata.normalize("NFKC", text).lstrip()  # full-width signs are taken for signs, too
    return f"'{text}" if text.startswith(FORMULA) or seen.startswith(FORMULA) else text


def chat_text(result: Tally, address: str | None = None) -> str:
    """The result for the group chat: the verdict first, then a line a player."""
    table = result.table
    title = [table.setup.title] if table.setup.title else []
    variant = table.board.variants[table.setup.variant].name
    told = [verdict(result) + ".", "", *(_chat_line(line) for line in result.by_rank), ""]
    told.append(", ".join([*title, table.board.name, variant]))
    return "\n".join([*told, *([address] if address else [])])


def _chat_line(line: Line) -> str:
    own = line.score
    done, open_ = len(own.completed), len(own.failed)
    tickets = ngettext("{done} ticket", "{done} tickets", done).format(done=done)
    if open_:
        tickets += _(", {count} not connected").format(count=open_)
    says = _("{rank}. {name} {total} (routes {routes}, {tickets}, longest path {longest})")
    words = {"rank": line.rank, "name": own.name, "total": line.total, "routes": own.route_points}
    return says.format(**words, tickets=tickets, longest=own.path.length)


def bg_stats_link(
    result: Tally, play: str, span: Span | None = None, location: str = "", address: str | None = None
) -> str | None:
    """A link that hands the game to BG Stats; `play` names it for good, so that it is not entered twice.

    It stays under 2,000 characters: comments are shortened first, then names. None where even that is too long.
    """
    lines = chat_text(result, address).split("\n")
    shorter = ("\n".join(lines[:n]).rstrip() for n in range(len(lines), 0, -1))
    for comments, names in (*((told, 24) for told in shorter), ("", 24), ("", 12), ("", 6), ("", 2)):
        said = _play(result, play, span, location, comments, names)
        # Letters beyond ASCII are shorter in a link as UTF-8 than as JSON's escapes.
        link = BG_STATS + quote(json.dumps(said, ensure_ascii=False, separators=(",", ":")), safe="")
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
