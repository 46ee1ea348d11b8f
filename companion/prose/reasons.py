"""Why a line of the tally is what it is, in words: the same in the terminal and on paper."""

from collections.abc import Sequence

from companion.boards.model import Board
from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.prose.names import pair_name, ticket_name
from companion.rules.score import PlayerScore
from companion.rules.tally import Tally


def trains(count: int) -> str:
    """So many trains."""
    return ngettext("{count} train", "{count} trains", count).format(count=count)


def cities(board: Board, way: Sequence[str]) -> str:
    """A way by the names of its cities."""
    return " – ".join(board.city[city].name for city in way)


def journey(board: Board, own: PlayerScore, ticket: str) -> str:
    """How a completed ticket was travelled."""
    way = own.journeys[ticket]
    told = _("{way}, {trains}").format(way=cities(board, way.cities), trains=trains(way.trains))
    if way.borrowed:
        told += _("; {routes} borrowed").format(routes=and_joined([pair_name(board, r) for r in way.borrowed]))
    return told


def stations(board: Board, own: PlayerScore) -> str:
    """What each station that was built is good for."""
    if not own.stations:
        return _("none built")
    told = []
    held = {ticket.id: ticket for ticket in (*own.completed, *own.failed)}
    for city in own.stations:
        name, route = board.city[city].name, own.loans.uses.get(city)
        if route is None:
            told.append(_("{city}, not needed").format(city=name))
        else:
            saved = and_joined([ticket_name(board, held[ticket]) for ticket in own.loans.saved[route]])
            says = _("{city} borrows {route}, which saves {tickets}")
            told.append(says.format(city=name, route=pair_name(board, route), tickets=saved))
    return "; ".join(told)


def longest_path(board: Board, own: PlayerScore) -> str:
    """A player's longest path, as it is walked."""
    about = "" if own.path.exact else _("at least ")
    way = cities(board, own.path.cities) if own.path.routes else _("no route")
    return f"{about}{trains(own.path.length)}: {way}"


def shared(result: Tally, winners: Sequence[str], own: PlayerScore) -> str:
    """With whom a bonus is shared."""
    others = [result.line(color).score.name for color in winners if color != own.color]
    return _("shared with {names}").format(names=and_joined(others)) if others else ""
