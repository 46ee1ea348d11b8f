"""Counting a player's trains again: by how much the log is off, and the slips that would explain it, best first.

What a slip does to the networks tells how likely it is: people mostly build on from what they have, so a route
that joins two parts of a network was forgotten rather than one that lies apart, and a claim that lies apart from
its owner's others is likely somebody else's. Nobody's tickets are looked at: they are secret at this time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast

from companion.boards.model import Board, Route
from companion.rules.log import Amend, AnyEntry, Claim, Finish, Hidden, Strike, Turn, in_force
from companion.rules.mechanics import entries_of
from companion.rules.network import Joined
from companion.rules.refusals import RuleBroken
from companion.rules.replay import replay
from companion.rules.setup import Setup
from companion.rules.table import Table

Slip = Literal["forgotten", "somebody-elses", "never-claimed", "wrong-route", "taken-back"]

# What each kind of slip weighs before its networks are looked at. A part of a network more or less weighs 1.
WEIGHTS: Final[dict[Slip, float]] = {
    "taken-back": -2.0,
    "forgotten": 0.0,
    "somebody-elses": 0.3,
    "never-claimed": 0.3,
    "wrong-route": 0.1,
}
# What it weighs that an entry stands where it was another one's turn.
TURN: Final = -2.0
# What it weighs that an entry is the oldest, or that a route is not at an end of the network.
AGE: Final = 0.05
ASIDE: Final = 0.2
RING: Final = 0.2


@dataclass(frozen=True, slots=True)
class Offer:
    """A slip that explains the difference, and the entry that puts it right.

    `player` is whose the route is then said to be, `other` for whom it was entered, `instead` the route it was.
    `prose.recount` words it.
    """

    slip: Slip
    entry: Claim | Amend | Strike
    route: str
    player: str
    other: str
    instead: str


@dataclass(frozen=True, slots=True)
class Recount:
    """How many trains more the log has than the player really does; less than nothing where it has fewer."""

    off: int
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class _Guess:
    """A possible slip, before it is known whether the rules allow its correction."""

    weight: float
    slip: Slip
    entry: Claim | Amend | Strike
    route: str
    player: str
    other: str = ""
    instead: str = ""


def recount(
    table: Table,
    log: Sequence[AnyEntry],
    player: str,
    left: int,
    most: int = 6,
    counted: Mapping[str, int] | None = None,
) -> Recount:
    """What may be wrong where `player` really has so many trains left. `log` is the one the table came of.

    Where others were `counted` as well, a slip that explains more of the counts comes first.
    """
    off = table.trains[player] - left
    if off == 0 or left < 0:
        return Recount(off)
    # A finished game is opened again for a correction, so its end is no obstacle.
    opened = [Hidden(type="hidden") if isinstance(entry, Finish) else entry for entry in log]
    others = {color: n for color, n in (counted or {}).items() if color != player}
    still_off = any(table.trains[color] != n for color, n in others.items())
    offers: list[tuple[int, Offer]] = []
    for guess in sorted(_guesses(table, opened, player, off), key=lambda guess: guess.weight):
        if len(offers) >= most and not still_off:
            break
        trains = _trains_after(table, opened, guess.entry)
        if trains.get(player) == left:
            unexplained = sum(trains[color] != n for color, n in others.items())
            offer = Offer(guess.slip, guess.entry, guess.route, guess.player, guess.other, guess.instead)
            offers.append((unexplained, offer))
    offers.sort(key=lambda offer: offer[0])
    return Recount(off, tuple(offer for _, offer in offers[:most]))


def _trains_after(table: Table, log: Sequence[AnyEntry], entry: AnyEntry) -> Mapping[str, int]:
    """Everybody's trains with the correction; nothing where the rules do not allow it."""
    try:
        return replay(table.board, table.setup, [*log, entry]).trains
    except RuleBroken:
        return {}


def _guesses(table: Table, log: Sequence[AnyEntry], player: str, off: int) -> Iterator[_Guess]:
    claims = {place: entry for place, entry in in_force(log) if isinstance(entry, Claim)}
    turns = whose_turn(table.setup, log)
    if off > 0:
        yield from _forgotten(table, player, off)
        yield from _entered_for_others(table, claims, turns, player, off)
        yield from _taken_back(table, log, player, off)
    else:
        yield from _too_many(table, claims, turns, player, -off)
    yield from _wrong_routes(table, claims, player, off)


def _forgotten(table: Table, player: str, pieces: int) -> Iterator[_Guess]:
    """A route of so many pieces next to the player's network that nobody owns; of tracks side by side the first."""
    own = _routes(table, player)
    pairs: set[str] = set()
    for route in table.board.route.values():
        if route.id in table.owners or route.pair in pairs:
            continue
        entry = Claim(type="claim", player=player, route=route.id, late=True)
        if table.pieces_for(entry) == pieces:
            pairs.add(route.pair)
            weight = _weight("forgotten", own, [*own, route]) + _aside(own, route)
            yield _Guess(weight, "forgotten", entry, route.id, player)


def _entered_for_others(
    table: Table, claims: dict[int, Claim], turns: Mapping[int, str], player: str, pieces: int
) -> Iterator[_Guess]:
    """The last entries that could be the player's: a claim of so many pieces beside this network, not its owner's."""
    own = _routes(table, player)
    for place, claim in claims.items():
        route = table.board.route[claim.route]
        if claim.player != player and table.took(claim) == pieces:
            theirs = _routes(table, claim.player)
            weight = _weight("somebody-elses", own, [*own, route]) + _parted(theirs, route) + _aside(own, route)
            weight += _age(claims, place) + (TURN if turns.get(place) == player else 0.0)
            entry = _amended(table.board, place, claim, player, route.id)
            yield _Guess(weight, "somebody-elses", entry, route.id, player, claim.player)


def _taken_back(table: Table, log: Sequence[AnyEntry], player: str, pieces: int) -> Iterator[_Guess]:
    """A claim of the player's that was struck, and may lie there all the same."""
    own = _routes(table, player)
    for place, entry in enumerate(log, 1):
        first = log[entry.entry - 1] if isinstance(entry, Strike) else None
        if isinstance(first, Claim) and first.player == player and first.route not in table.owners:
            route = table.board.route[first.route]
            if table.pieces_for(first) != pieces:
                continue
            weight = _weight("taken-back", own, [*own, route]) + _aside(own, route)
            yield _Guess(weight, "taken-back", Strike(type="strike", entry=place), route.id, player)


def _too_many(
    table: Table, claims: dict[int, Claim], turns: Mapping[int, str], player: str, pieces: int
) -> Iterator[_Guess]:
    """A claim of so many pieces of the player's that is another's, or nobody's."""
    own = _routes(table, player)
    for place, claim in claims.items():
        route = table.board.route[claim.route]
        if claim.player != player or table.took(claim) != pieces:
            continue
        parted, age = _parted(own, route), _age(claims, place)
        strike = Strike(type="strike", entry=place)
        yield _Guess(WEIGHTS["never-claimed"] + parted + age, "never-claimed", strike, route.id, "", player)
        for other in table.setup.colors:
            if other != player:
                theirs = _routes(table, other)
                weight = _weight("somebody-elses", theirs, [*theirs, route]) + parted + age + _aside(theirs, route)
                weight += TURN if turns.get(place) == other else 0.0
                entry = _amended(table.board, place, claim, other, route.id)
                yield _Guess(weight, "somebody-elses", entry, route.id, other, player)


def _wrong_routes(table: Table, claims: dict[int, Claim], player: str, off: int) -> Iterator[_Guess]:
    """A claim of the player's where a neighbour was meant that nobody owns, and that is so much longer or shorter."""
    own = _routes(table, player)
    for place, claim in claims.items():
        if claim.player == player:
            route = table.board.route[claim.route]
            others = [other for other in own if other.id != route.id]
            for meant in _neighbours(table.board, route):
                entry = _amended(table.board, place, claim, player, meant.id)
                taken = table.pieces_for(Claim(type="claim", player=player, route=meant.id))
                if taken == table.took(claim) + off and meant.id not in table.owners:
                    weight = _weight("wrong-route", own, [*others, meant]) + _aside(others, meant)
                    weight += _age(claims, place)
                    yield _Guess(weight, "wrong-route", entry, route.id, player, player, meant.id)


def _neighbours(board: Board, route: Route) -> Iterator[Route]:
    """The routes that share a city with this one; of tracks side by side the first."""
    pairs = {route.pair}
    for other in board.route.values():
        if other.pair not in pairs and not set(other.ends).isdisjoint(route.ends):
            pairs.add(other.pair)
            yield other


def _amended(board: Board, place: int, claim: Claim, player: str, route: str) -> Amend:
    """The claim put right, with what else was done with it; but for what is at the route, where that is another."""
    told = claim.model_dump(exclude={"id", "at"}, exclude_defaults=True)
    if route != claim.route:
        told = {name: value for name, value in told.items() if name not in claim.adds or value is True}
    instead = {**told, "type": "claim", "player": player, "route": route}
    return cast(Amend, entries_of(board).validate_python({"type": "amend", "entry": place, "with": instead}))


def _routes(table: Table, player: str) -> list[Route]:
    return [table.board.route[name] for name in table.routes_of(player)]


def _weight(slip: Slip, before: Sequence[Route], after: Sequence[Route]) -> float:
    """The less a slip's correction scatters a network, the likelier it is."""
    return WEIGHTS[slip] + _parts(after) - _parts(before)


def _parted(own: Sequence[Route], route: Route) -> float:
    """How many more parts its owner's network has without this route."""
    return _parts([other for other in own if other.id != route.id]) - _parts(own)


def _parts(routes: Iterable[Route]) -> int:
    """The number of connected parts of a network."""
    joined = Joined(some := list(routes))
    return len({joined.home(node) for route in some for node in route.nodes})


def _aside(own: Sequence[Route], route: Route) -> float:
    """A network grows at its ends rather than in its middle, and into the open rather than round in a ring."""
    degrees = [sum(node in other.nodes for other in own) for node in route.nodes]
    ring = 0 not in degrees and _parts([*own, route]) == _parts(own)
    return (0.0 if 1 in degrees else ASIDE) + (RING if ring else 0.0)


def _age(claims: dict[int, Claim], place: int) -> float:
    """Of slips alike the last is the likeliest: whoever counts has looked at the table before."""
    return AGE * sum(other > place for other in claims) / len(claims)


def turns_in_order(log: Sequence[AnyEntry]) -> list[tuple[int, str]]:
    """The place and player of every turn in force, but of none that was entered late."""
    turns = [(place, entry) for place, entry in in_force(log) if isinstance(entry, Turn)]
    return [(place, turn.player) for place, turn in turns if turn.in_turn]


def whose_turn(setup: Setup, log: Sequence[AnyEntry]) -> dict[int, str]:
    """Whose turn it was where another one's is entered, as far as the turns before and after agree on it.

    Never a rule, for a table need not report every turn: it only makes a slip likelier or less likely.
    """
    after = _seat_after(setup)
    turns = turns_in_order(log)
    found = {}
    for (_place, before), (place, player), (_next, behind) in zip(turns, turns[1:], turns[2:], strict=False):
        expected = after[before]
        if player != expected and behind == after[expected]:
            found[place] = expected
    return found


def _seat_after(setup: Setup) -> dict[str, str]:
    seats = setup.colors
    return dict(zip(seats, [*seats[1:], seats[0]], strict=True))
