"""The result as a message for a group chat."""

from companion.i18n import gettext as _
from companion.i18n import listed, ngettext, npgettext
from companion.prose import reasons
from companion.prose.display_names import board_name, variant_name
from companion.prose.sentences import in_full
from companion.prose.verdict import verdict
from companion.rules.tally import Line, Tally


def chat_text(result: Tally, address: str | None = None) -> str:
    """The message: the verdict, a line for each player, who got which bonus, what was played, and the address."""
    table = result.table
    lines = [in_full(verdict(result)), "", *map(_player_line, result.by_rank), *_bonus_lines(result), ""]
    played = [board_name(table.board), variant_name(table.board, table.setup.variant)]
    if table.setup.title:
        played.insert(0, table.setup.title)
    lines.append(listed(played))
    if address:
        lines.append(address)
    return "\n".join(lines)


def _player_line(line: Line) -> str:
    """A player's place, name and total, and what it consists of."""
    own = line.score
    done, failed = len(own.completed), len(own.failed)
    tickets = ngettext("{done} ticket", "{done} tickets", done).format(done=done)
    if failed:
        # Translators: of a player's tickets, such as: 4 tickets, 1 not completed
        lost = npgettext("tickets", "{n} not completed", "{n} not completed", failed).format(n=failed)
        tickets = listed([tickets, lost])
    text = _("{rank}. {name} {total} (routes {routes}, {tickets}, longest path {longest})")
    words = {"rank": line.rank, "name": own.name, "total": line.total, "routes": own.route_points}
    return text.format(**words, tickets=tickets, longest=line.longest.n)


def _bonus_lines(result: Tally) -> list[str]:
    """A line for each bonus that somebody got: who, how many points, and for what."""
    board, lines = result.table.board, []
    for bonus in result.bonuses:
        paid = [
            _bonus_of_player(line.score.name, item.points, reasons.note(board, item))
            for line in result.by_rank
            for item in line.bonuses
            if item.kind == bonus and item.points
        ]
        if paid:
            lines.append(
                # Translators: a bonus, and who is paid for it
                _("{bonus}: {players}").format(bonus=reasons.bonus_name(board, bonus), players=listed(paid))
            )
    return lines


def _bonus_of_player(name: str, points: int, note: str) -> str:
    """A player with the points of a bonus, which may be negative, and in brackets what they are for, if anything."""
    # Translators: who is paid for a bonus, the points, and a few words on what for: Ada 10 (23 trains)
    text = _("{name} {points} ({note})") if note else _("{name} {points}")
    return text.format(name=name, points=points, note=note)
