"""The result for the group chat. Pure."""

from companion.i18n import gettext as _
from companion.i18n import listed, ngettext, npgettext
from companion.prose import reasons
from companion.prose.display_names import board_name, variant_name
from companion.prose.sentences import in_full
from companion.prose.verdict import verdict
from companion.rules.tally import Line, Tally


def chat_text(result: Tally, address: str | None = None) -> str:
    """The verdict first, then a line a player, then who got which bonus."""
    table = result.table
    title = [table.setup.title] if table.setup.title else []
    variant = variant_name(table.board, table.setup.variant)
    lines = [in_full(verdict(result)), "", *map(_line, result.by_rank), *_bonuses(result), ""]
    lines.append(listed([*title, board_name(table.board), variant]))
    return "\n".join([*lines, *([address] if address else [])])


def _line(line: Line) -> str:
    own = line.score
    done, open_ = len(own.completed), len(own.failed)
    tickets = ngettext("{done} ticket", "{done} tickets", done).format(done=done)
    if open_:
        # Translators: of a player's tickets, such as: 4 tickets, 1 not connected
        lost = npgettext("tickets", "{n} not connected", "{n} not connected", open_).format(n=open_)
        tickets = listed([tickets, lost])
    text = _("{rank}. {name} {total} (routes {routes}, {tickets}, longest path {longest})")
    words = {"rank": line.rank, "name": own.name, "total": line.total, "routes": own.route_points}
    return text.format(**words, tickets=tickets, longest=line.longest.n)


def _bonuses(result: Tally) -> list[str]:
    """A line a bonus that somebody got, with who, how much and for what."""
    board, found = result.table.board, []
    for bonus in result.bonuses:
        paid = [
            _paid(line.score.name, item.points, reasons.note(board, item))
            for line in result.by_rank
            for item in line.bonuses
            if item.kind == bonus and item.points
        ]
        if paid:
            found.append(
                # Translators: a bonus, and who is paid for it
                _("{bonus}: {players}").format(bonus=reasons.bonus_name(board, bonus), players=listed(paid))
            )
    return found


def _paid(name: str, points: int, note: str) -> str:
    """Who is paid for a bonus, or pays; whoever pays for having nothing has no number to show for it."""
    # Translators: who is paid for a bonus, the points, and a few words on what for: Ada 10 (23 trains)
    text = _("{name} {points} ({note})") if note else _("{name} {points}")
    return text.format(name=name, points=points, note=note)
