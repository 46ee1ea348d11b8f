"""The result for the group chat. Pure."""

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.prose import reasons
from companion.prose.sentences import in_full
from companion.prose.verdict import verdict
from companion.rules.tally import Line, Tally


def chat_text(result: Tally, address: str | None = None) -> str:
    """The verdict first, then a line a player, then who got which bonus."""
    table = result.table
    title = [table.setup.title] if table.setup.title else []
    variant = table.board.variants[table.setup.variant].name
    lines = [in_full(verdict(result)), "", *map(_line, result.by_rank), *_bonuses(result), ""]
    lines.append(", ".join([*title, table.board.name, variant]))
    return "\n".join([*lines, *([address] if address else [])])


def _line(line: Line) -> str:
    own = line.score
    done, open_ = len(own.completed), len(own.failed)
    tickets = ngettext("{done} ticket", "{done} tickets", done).format(done=done)
    if open_:
        tickets += _(", {count} not connected").format(count=open_)
    text = _("{rank}. {name} {total} (routes {routes}, {tickets}, longest path {longest})")
    words = {"rank": line.rank, "name": own.name, "total": line.total, "routes": own.route_points}
    return text.format(**words, tickets=tickets, longest=line.longest.n)


def _bonuses(result: Tally) -> list[str]:
    """A line a bonus that somebody got, with who, how much and for what."""
    board, found = result.table.board, []
    for bonus in result.bonuses:
        paid = [
            _("{name} {points} ({note})").format(
                name=line.score.name, points=item.points, note=reasons.note(board, item)
            )
            for line in result.by_rank
            for item in line.bonuses
            if item.kind == bonus and item.points
        ]
        if paid:
            found.append(
                _("{bonus}: {players}").format(bonus=reasons.bonus_name(board, bonus), players=", ".join(paid))
            )
    return found
