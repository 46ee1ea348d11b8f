"""The items of a tally in words: where each figure comes from. Screen, paper and terminal use the same sentences."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.boards.model import Board
from companion.i18n import Text, and_joined, listed, marked, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose import counts
from companion.prose.display_names import isolated, pair_name, place_name, route_name, thing_name, ticket_name
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import mechanics_of
from companion.rules.score import Item
from companion.rules.tally import Line, Tally


def trains(board: Board, count: int, exact: bool = True) -> str:
    """A number of trains, or of a board's other pieces; “at least” where the longest path isn't exact."""
    counted = counts.pieces(board.piece, count)
    return counted if exact else _("at least {trains}").format(trains=counted)


def bonus_name(board: Board, bonus: str) -> str:
    """The name of a bonus on this board's box, or else its usual name."""
    called = board.bonus_names.get(bonus)
    return pgettext("bonus", called) if called else _(BONUSES[bonus].name)


def worth(board: Board, bonus: str, value: Any) -> str:
    """What a bonus is worth, in figures: one prize, prizes by rank, or points for each of several parts."""
    if isinstance(value, Mapping):
        parts = {part_name(board, bonus, name): points for name, points in value.items()}
        # Translators: a number of things, and the points for so many
        text = _("{number}: {points}")
        return listed(
            [text.format(number=name, points=worth(board, bonus, points)) for name, points in parts.items()]
        )
    if isinstance(value, list):
        return " / ".join(map(_with_minus, value))
    return _with_minus(value)


def part_name(board: Board, bonus: str, name: str) -> str:
    """The name of a part of a bonus: a number of something, the bonus's own words, a thing, or a country."""
    if name.isdigit() and BONUSES[bonus].number:
        return marked(BONUSES[bonus].number, int(name)).format(n=name)
    if name in BONUSES[bonus].members:
        return _(BONUSES[bonus].members[name])
    thing = BONUSES[bonus].thing.format(n=name)
    name_of_thing = thing_name(board, thing)
    # `thing_name` gives back an id that it doesn't know. Then the part is a country, which `board.city` has too.
    is_unknown_thing = name_of_thing == thing
    return place_name(board, name) if is_unknown_thing and name in board.city else name_of_thing


def _with_minus(points: int) -> str:
    """Points, with a real minus sign below 0."""
    return str(points).replace("-", "−")


def item_name(board: Board, item: Item) -> str:
    """The name of a part of an item: a route or a ticket by its cities, anything else by its reason."""
    if item.kind == "route":
        return route_name(board, board.route[item.routes[0]])
    return ticket_name(board, item.tickets[0]) if item.kind == "ticket" else reason(board, item)


def reason(board: Board, item: Item) -> str:
    """Why an item has its points, as half a sentence."""
    if item.kind in REASONS:
        return REASONS[item.kind](board, item)
    bonus_id, _slash, part = item.kind.partition("/")
    bonus = BONUSES[bonus_id]
    if part:
        return filled_in(board, item, bonus.parts.get(part, bonus.part))
    numbers = dict(item.numbers)
    # A bonus may have another text for items that have a certain number.
    text = next((special for name, special in bonus.instead.items() if numbers.get(name)), bonus.reason)
    if item.n == 0 and _ends_with_list(text):
        text = bonus.note
    return filled_in(board, item, text)


def _ends_with_list(text: Text) -> bool:
    """Whether a text ends with a list of names, which is empty where the number is 0."""
    return (text if isinstance(text, str) else text[0]).endswith((": {routes}", ": {cities}", ": {tickets}"))


def note(board: Board, item: Item) -> str:
    """A few words under the figure of a bonus; empty where a player has nothing towards it."""
    return filled_in(board, item, BONUSES[item.kind].note) if item.n else ""


def filled_in(board: Board, item: Item, text: Text) -> str:
    """A text of a bonus in the language in use now, with its numbers and names filled in."""
    template = marked(text, item.n)
    way = item.walks[0].cities if item.walks else ()
    return template.format(
        n=item.n,
        trains=trains(board, item.n, item.exact),
        way=way_in_words(board, way) if way else _("no route"),
        routes=and_joined([pair_name(board, route) for route in item.routes]),
        cities=and_joined([place_name(board, city) for city in item.cities]),
        tickets=and_joined([ticket_name(board, ticket) for ticket in item.tickets]),
        things=and_joined([thing_name(board, thing) for thing in item.things]),
        ways=and_joined([way_in_words(board, walk.cities) for walk in item.walks]),
        points=counts.points(item.points),
        **dict(item.numbers),
    )


def way_in_words(board: Board, way: Sequence[str]) -> str:
    """A path by the names of its cities."""
    return " – ".join(place_name(board, city) for city in way)


def station_reasons(result: Tally, line: Line, item: Item) -> list[str]:
    """A sentence for each station that was built: the route it borrows and the tickets it saves."""
    board = result.table.board
    return [reason(board, part) for part in result.parts(line, item)] or [_("none built")]


def shared_with(result: Tally, line: Line, item: Item) -> str:
    """With whom a player shares a rank in the contest for a bonus; empty if with nobody."""
    others = [other for other in result.lines if other is not line and item.place in _ranks(other, item.kind)]
    return _("shared with {names}").format(names=and_joined([o.score.name for o in others])) if others else ""


def _ranks(line: Line, kind: str) -> set[int]:
    """A player's ranks in the contest for a bonus; none where there is no contest."""
    return {item.place for item in (*line.items, line.longest) if item.kind == kind and item.place is not None}


def outcome(result: Tally, line: Line, item: Item) -> str:
    """How a bonus ended for a player: won, which place, or who won it; the points where it is no contest."""
    if not BONUSES[item.kind].pay.contest:
        return counts.points(item.points)
    with_whom = shared_with(result, line, item)
    if item.place == 1:
        return _("won, {shared}").format(shared=with_whom) if with_whom else pgettext("bonus", "won")
    if item.place is not None:
        text = _("place {place}, {shared}") if with_whom else _("place {place}")
        return text.format(place=item.place, shared=with_whom)
    winners = [isolated(line.score.name) for line in result.lines if 1 in _ranks(line, item.kind)]
    return _("won by {names}").format(names=and_joined(winners)) if winners else _("nobody wins this bonus")


def bonus_reason(result: Tally, line: Line, item: Item) -> str:
    """Why a player gets a bonus, and with whom it is shared."""
    with_whom = shared_with(result, line, item)
    # Translators: why a player is paid for a bonus, and with whom it is shared
    text = _("{reason}; {shared}") if with_whom else "{reason}"
    return text.format(reason=reason(result.table.board, item), shared=with_whom)


def _routes(board: Board, item: Item) -> str:
    """A player's routes and the pieces left."""
    left = dict(item.numbers)["left"]
    # Translators: such as: 12 routes, 3 trains left
    text = _("{routes}, {trains}")
    text = text.format(routes=counts.routes(item.n), trains=counts.pieces_left(board.piece, left))
    return listed([text, *_points_by_board_rule(board, item)])


def _route(board: Board, item: Item) -> str:
    """A route's pieces, and who claimed it if that was another player."""
    text = counts.pieces(board.route[item.routes[0]].pieces, item.n)
    if item.by:
        text = _("{trains}, claimed by {name}").format(trains=text, name=isolated(item.by))
    return listed([text, *_points_by_board_rule(board, item)])


def _points_by_board_rule(board: Board, item: Item) -> Iterator[str]:
    """How many points of routes came from a rule of the board."""
    texts = (each for mechanic in mechanics_of(board) for each in mechanic.of_points(board, item.routes))
    return (marked(text, n).format(n=n) for text, n in texts if n)


def _won(_board: Board, item: Item) -> str:
    """How many tickets were completed."""
    return counts.tickets_completed(item.n) if item.n else _("no tickets completed")


def _lost(_board: Board, item: Item) -> str:
    """How many tickets were not completed."""
    if not item.n:
        return _("all tickets completed")
    return ngettext("{n} ticket not completed", "{n} tickets not completed", item.n).format(n=item.n)


def _ticket(board: Board, item: Item) -> str:
    """The path by which a ticket was completed."""
    if not item.walks:
        return _("not completed")
    way = item.walks[0]
    # Translators: how a ticket was travelled: its cities, its trains, and what stations lent
    text = _("{way}, {trains}; {routes} borrowed") if way.borrowed else _("{way}, {trains}")
    borrowed = and_joined([pair_name(board, route) for route in way.borrowed])
    return text.format(
        way=way_in_words(board, way.cities), trains=counts.pieces(board.piece, way.trains), routes=borrowed
    )


def _stations(_board: Board, item: Item) -> str:
    """The stations that were not built."""
    unbuilt = dict(item.numbers)["kept"]
    if not unbuilt:
        return _("all stations built")
    stations = ngettext("{n} station not built", "{n} stations not built", unbuilt).format(n=unbuilt)
    # Translators: such as: 2 stations not built, 8 points
    return _("{stations}, {points}").format(stations=stations, points=counts.points(item.points))


def _station(board: Board, item: Item) -> str:
    """What one station was used for."""
    city = board.city[item.cities[0]].name
    if not item.routes:
        return _("{city}, not needed").format(city=city)
    route, saved = pair_name(board, item.routes[0]), [ticket_name(board, ticket) for ticket in item.tickets]
    return _("{city} borrows {route}, which saves {tickets}").format(
        city=city, route=route, tickets=and_joined(saved)
    )


REASONS: Final[Mapping[str, Callable[[Board, Item], str]]] = {
    "routes": _routes,
    "route": _route,
    "won": _won,
    "lost": _lost,
    "ticket": _ticket,
    "stations": _stations,
    "station": _station,
}
