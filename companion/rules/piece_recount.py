"""Compares a recount of a player's pieces with the log, and finds mistakes that would explain the difference.

The likeliest mistakes, called slips here, come first. How likely a slip is depends on the networks: people mostly
extend what they have, so a forgotten route probably connects parts of a network, and a claim far from its owner's
other routes is probably another player's. Tickets are not used: they are still secret.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from companion.boards.model import Board, Route
from companion.rules.broken_rules import RuleBroken
from companion.rules.extra_actions import Act
from companion.rules.log import Amend, AnyEntry, Claim, Finish, Hidden, Strike, Turn, in_force
from companion.rules.mechanics import entry_reader
from companion.rules.network import Joined
from companion.rules.replay import replay
from companion.rules.table import Table
from companion.rules.wrong_turns import turns_of_the_wrong_player

Slip = Literal[
    "forgotten",
    "somebody-elses",
    "never-claimed",
    "wrong-route",
    "taken-back",
    "over",
    "with",
    "without",
    "left-out",
    "mistaken",
    "extra",
]
# How many pieces of each kind; in a difference only the kinds that differ.
Pieces = Mapping[str, int]
# Whether the player's claims, corrected so that they take so many more pieces (negative: fewer), agree with the
# count.
Fits = Callable[[Pieces], bool]

# How unlikely each kind of slip is before its networks are compared. One more part of a network adds 1.
WEIGHTS: Final[dict[Slip, float]] = {
    "taken-back": -2.0,
    "forgotten": 0.0,
    "somebody-elses": 0.3,
    "never-claimed": 0.3,
    "wrong-route": 0.1,
    "over": 0.4,
    "with": -0.5,
    "without": -0.5,
    "left-out": -1.0,
    "mistaken": -1.5,
    "extra": -0.5,
}
# Added if the entry was made where it was the other player's turn.
TURN: Final = -2.0
# Added for the oldest entry; for a route in the middle of the network; for one that closes a ring.
AGE: Final = 0.05
ASIDE: Final = 0.2
RING: Final = 0.2


@dataclass(frozen=True, slots=True)
class Offer:
    """A slip that explains the difference, and the entry that corrects it; None if the log is right.

    `player` owns the route after the correction, `other` is the player it was entered for, `instead` the route it
    should have been, `choice` the addition to the claim that was wrong or missing, `own` an entry of a mechanic.
    `prose.recount_questions` words it.
    """

    slip: Slip
    entry: AnyEntry | None
    route: str = ""
    player: str = ""
    other: str = ""
    instead: str = ""
    choice: str = ""
    own: AnyEntry | None = None


@dataclass(frozen=True, slots=True)
class Recount:
    """How many more pieces of each kind a player has left by the log than by the count (negative: fewer).

    `offers` are slips that explain it, the likeliest first.
    """

    difference: Pieces
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class _Guess:
    """A possible slip, before we know whether the rules allow its correction; a lower weight is likelier."""

    weight: float
    offer: Offer


def recount(
    table: Table,
    log: Sequence[AnyEntry],
    player: str,
    left: Pieces,
    most: int = 6,
    counted: Mapping[str, Pieces] | None = None,
) -> Recount:
    """What may be wrong with `log`, the table's log, if `player` really has `left` pieces: at most `most` slips.

    If other players were `counted` as well, slips that leave fewer of the counts unexplained come first.
    """
    difference = _difference(table, player, left)
    if not difference or min(left.values()) < 0:
        return Recount(difference)
    # A finished game is reopened for a correction, so its end is left out.
    opened = [Hidden(type="hidden") if isinstance(entry, Finish) else entry for entry in log]
    others = {color: pieces for color, pieces in (counted or {}).items() if color != player}
    others_differ = any(_difference(table, color, pieces) for color, pieces in others.items())
    offers: list[tuple[int, Offer]] = []  # each with the number of other players whose count it leaves unexplained
    for guess in sorted(_guesses(table, opened, player, left), key=lambda guess: guess.weight):
        if len(offers) >= most and not others_differ:
            break
        if guess.offer.entry is None:
            offers.append((0, guess.offer))
            continue
        after = _after(table, opened, guess.offer.entry)
        if after is not None and not _difference(after, player, left):
            unexplained = sum(bool(_difference(after, color, pieces)) for color, pieces in others.items())
            offers.append((unexplained, guess.offer))
    offers.sort(key=lambda offer: offer[0])
    return Recount(difference, tuple(offer for _unexplained, offer in offers[:most]))


def _difference(table: Table, player: str, left: Pieces) -> Pieces:
    """How many more pieces a player has left by the log than by the count, of each kind that differs."""
    return _surplus(table.left(player), left, left)


def _surplus(some: Pieces, others: Pieces, kinds: Iterable[str]) -> Pieces:
    """How many more pieces of each kind the first has than the second, for the kinds that differ."""
    more = {kind: some.get(kind, 0) - others.get(kind, 0) for kind in kinds}
    return {kind: n for kind, n in more.items() if n}


def _after(table: Table, log: Sequence[AnyEntry], entry: AnyEntry) -> Table | None:
    """The table after a correction; None if the rules do not allow it."""
    try:
        return replay(table.board, table.setup, [*log, entry])
    except RuleBroken:
        return None


def _guesses(table: Table, log: Sequence[AnyEntry], player: str, left: Pieces) -> Iterator[_Guess]:
    """All slips whose correction would make the log agree with the count."""
    difference = _difference(table, player, left)

    def fits(more_used: Pieces) -> bool:
        """Whether the log agrees with the count if the player used so many more pieces."""
        return _surplus(more_used, {}, left) == difference

    claims = {place: entry for place, entry in in_force(log) if isinstance(entry, Claim)}
    turns = turns_of_the_wrong_player(table.setup, log)
    yield from _forgotten(table, player, fits)
    yield from _entered_for_others(table, claims, turns, player, fits)
    yield from _taken_back(table, log, player, fits)
    yield from _claims_too_many(table, claims, turns, player, fits)
    yield from _wrong_routes(table, claims, player, fits)
    yield from _changed_choices(table, claims, player, fits)
    yield from _pieces_not_paid(table, claims, player, fits)
    yield from _board_entries(table, log, player, difference)


def _pieces(table: Table, claim: Claim, pieces: int | None = None) -> Pieces:
    """The pieces that a claim uses, or would use, by kind; `pieces` gives their number if it is another one."""
    return {table.board.route[claim.route].pieces: table.took(claim) if pieces is None else pieces}


def _negative(pieces: Pieces) -> Pieces:
    return {kind: -n for kind, n in pieces.items()}


def _forgotten(table: Table, player: str, fits: Fits) -> Iterator[_Guess]:
    """Unclaimed routes of the right length whose claim may be missing; of parallel tracks the first.

    Also claimed ones, if the board lets a second player claim them.
    """
    own = _routes(table, player)
    pairs_done: set[str] = set()
    for route in table.board.route.values():
        entry = Claim(type="claim", player=player, route=route.id, late=True)
        if not fits(_pieces(table, entry, table.pieces_for(entry))):
            continue
        slip: Slip = "over" if route.id in table.owners else "forgotten"
        weight = _network_weight(slip, own, [*own, route]) + _place_weight(own, route)
        if slip == "over":
            for act in _acts(table, player, route.id):
                members = {"type": act.kind, "player": player, "late": True, **act.members}
                second_claim = _read_entry(table.board, members)
                yield _Guess(weight, Offer(slip, second_claim, route.id, player, table.owners[route.id]))
        elif route.pair not in pairs_done:
            pairs_done.add(route.pair)
            yield _Guess(weight, Offer(slip, entry, route.id, player))


def _entered_for_others(
    table: Table, claims: dict[int, Claim], turns: Mapping[int, str], player: str, fits: Fits
) -> Iterator[_Guess]:
    """Claims of other players, of the right length, that may really be this player's."""
    own = _routes(table, player)
    for place, claim in claims.items():
        route = table.board.route[claim.route]
        if claim.player != player and fits(_pieces(table, claim)):
            theirs = _routes(table, claim.player)
            weight = _network_weight("somebody-elses", own, [*own, route]) + _place_weight(own, route)
            weight += _split_weight(theirs, route) + _age_weight(claims, place)
            weight += TURN if turns.get(place) == player else 0.0
            entry = _amended(table.board, place, claim, player, route.id)
            yield _Guess(weight, Offer("somebody-elses", entry, route.id, player, claim.player))


def _taken_back(table: Table, log: Sequence[AnyEntry], player: str, fits: Fits) -> Iterator[_Guess]:
    """Claims of the player that were struck from the log but may still be on the board."""
    own = _routes(table, player)
    for place, entry in enumerate(log, 1):
        first = log[entry.entry - 1] if isinstance(entry, Strike) else None
        if isinstance(first, Claim) and first.player == player and first.route not in table.owners:
            route = table.board.route[first.route]
            if not fits(_pieces(table, first, table.pieces_for(first))):
                continue
            weight = _network_weight("taken-back", own, [*own, route]) + _place_weight(own, route)
            yield _Guess(weight, Offer("taken-back", Strike(type="strike", entry=place), route.id, player))


def _claims_too_many(
    table: Table, claims: dict[int, Claim], turns: Mapping[int, str], player: str, fits: Fits
) -> Iterator[_Guess]:
    """Claims of the player, of the right length, that may be another player's or may never have been made."""
    own = _routes(table, player)
    for place, claim in claims.items():
        route = table.board.route[claim.route]
        if claim.player != player or not fits(_negative(_pieces(table, claim))):
            continue
        parted, age = _split_weight(own, route), _age_weight(claims, place)
        strike = Strike(type="strike", entry=place)
        weight = WEIGHTS["never-claimed"] + parted + age
        yield _Guess(weight, Offer("never-claimed", strike, route.id, other=player))
        for other in table.setup.colors:
            if other != player:
                theirs = _routes(table, other)
                weight = _network_weight("somebody-elses", theirs, [*theirs, route]) + _place_weight(theirs, route)
                weight += parted + age
                weight += TURN if turns.get(place) == other else 0.0
                entry = _amended(table.board, place, claim, other, route.id)
                yield _Guess(weight, Offer("somebody-elses", entry, route.id, other, player))


def _changed_choices(table: Table, claims: dict[int, Claim], player: str, fits: Fits) -> Iterator[_Guess]:
    """Additions to claims that cost a piece, and that may be missing or wrong."""
    for place, claim in claims.items():
        if claim.player != player:
            continue
        choices = [choice for mechanic in table.mechanics for choice in mechanic.choices(table, claim)]
        for choice in [choice for choice in choices if choice.value is True]:
            slip: Slip = "without" if getattr(claim, choice.member) else "with"
            members = _members_of(claim) | {choice.member: slip == "with"}
            entry = _read_entry(table.board, {"type": "amend", "entry": place, "with": members})
            more = table.pieces_for(cast(Any, entry).instead) - table.took(claim)
            if fits(_pieces(table, claim, more)):
                weight = WEIGHTS[slip] + _age_weight(claims, place)
                yield _Guess(weight, Offer(slip, entry, claim.route, player, choice=choice.wording))


def _pieces_not_paid(table: Table, claims: dict[int, Claim], player: str, fits: Fits) -> Iterator[_Guess]:
    """Claims that cost more pieces than the route has spaces; the player may not have paid the extra ones."""
    for place, claim in claims.items():
        route = table.board.route[claim.route]
        extra = table.pieces_for(Claim(type="claim", player=player, route=route.id)) - route.length
        if claim.player == player and extra > 0 and fits(_negative(_pieces(table, claim, extra))):
            yield _Guess(WEIGHTS["extra"] + _age_weight(claims, place), Offer("extra", None, route.id, player))


def _board_entries(table: Table, log: Sequence[AnyEntry], player: str, difference: Pieces) -> Iterator[_Guess]:
    """Entries of the board's mechanics that may be missing, and those that may be wrong.

    Which of them explain the difference, `recount` finds out by trying them all.
    """
    for act in _acts(table, player):
        # A swap adds n pieces of one kind and takes n of the other, so a difference of −n is put right by n as well.
        for n in {abs(n) for n in difference.values() if abs(n) <= act.number}:
            members = {"type": act.kind, "player": player, "late": True, **act.members, "n": n}
            entry = _read_entry(table.board, members)
            yield _Guess(WEIGHTS["left-out"], Offer("left-out", entry, player=player, own=entry))
    # Only entries of mechanics have a wording. Any of them may be the mistake.
    turns = [(place, entry) for place, entry in in_force(log) if isinstance(entry, Turn) and entry.wording]
    for place, own in [(place, turn) for place, turn in turns if turn.player == player]:
        strike = Strike(type="strike", entry=place)
        yield _Guess(WEIGHTS["mistaken"], Offer("mistaken", strike, player=player, own=own))


def _wrong_routes(table: Table, claims: dict[int, Claim], player: str, fits: Fits) -> Iterator[_Guess]:
    """Claims of the player that may be on the wrong route: a neighbour of the right length is free."""
    own = _routes(table, player)
    for place, claim in claims.items():
        if claim.player == player:
            route = table.board.route[claim.route]
            others = [other for other in own if other.id != route.id]
            for neighbour in _neighbours(table.board, route):
                entry = _amended(table.board, place, claim, player, neighbour.id)
                neighbour_claim = Claim(type="claim", player=player, route=neighbour.id)
                used, would_use = _pieces(table, claim), _pieces(table, neighbour_claim)
                if neighbour.id not in table.owners and fits(_surplus(would_use, used, {*would_use, *used})):
                    weight = _network_weight("wrong-route", own, [*others, neighbour])
                    weight += _place_weight(others, neighbour) + _age_weight(claims, place)
                    yield _Guess(weight, Offer("wrong-route", entry, route.id, player, player, neighbour.id))


def _acts(table: Table, player: str, at: str = "") -> list[Act]:
    """The entries of mechanics that a player may make now: about the place or route `at`, or about neither."""
    return [act for mechanic in table.mechanics for act in mechanic.acts(table, player, at)]


def _neighbours(board: Board, route: Route) -> Iterator[Route]:
    """The routes that share a city with this one; of parallel tracks the first."""
    pairs_done = {route.pair}
    for other in board.route.values():
        if other.pair not in pairs_done and not set(other.ends).isdisjoint(route.ends):
            pairs_done.add(other.pair)
            yield other


def _amended(board: Board, place: int, claim: Claim, player: str, route: str) -> Amend:
    """An amendment of a claim to another player or route; additions that depend on the old route are left out."""
    members = _members_of(claim)
    if route != claim.route:
        members = {name: value for name, value in members.items() if name not in claim.adds or value is True}
    instead = {**members, "player": player, "route": route}
    return cast(Amend, _read_entry(board, {"type": "amend", "entry": place, "with": instead}))


def _members_of(claim: Claim) -> dict[str, Any]:
    """The members of a claim, to make another one like it."""
    return {"type": "claim", **claim.model_dump(exclude={"id", "at"}, exclude_defaults=True)}


def _read_entry(board: Board, members: Mapping[str, Any]) -> AnyEntry:
    """An entry of the board, made from its members."""
    return entry_reader(board).validate_python(members)


def _routes(table: Table, player: str) -> list[Route]:
    """The routes a player owns."""
    return [table.board.route[name] for name in table.routes_of(player)]


def _network_weight(slip: Slip, before: Sequence[Route], after: Sequence[Route]) -> float:
    """The weight of a slip whose correction changes a network: the fewer separate parts it then has, the likelier."""
    return WEIGHTS[slip] + _count_parts(after) - _count_parts(before)


def _split_weight(own: Sequence[Route], route: Route) -> float:
    """How many more parts the owner's network has without this route."""
    return _count_parts([other for other in own if other.id != route.id]) - _count_parts(own)


def _count_parts(routes: Iterable[Route]) -> int:
    """The number of connected parts of a network."""
    network = list(routes)
    joined = Joined(network)
    return len({joined.home(node) for route in network for node in route.nodes})


def _place_weight(own: Sequence[Route], route: Route) -> float:
    """The weight of a route's place: networks grow at their ends rather than in the middle or into a ring."""
    degrees = [sum(node in other.nodes for other in own) for node in route.nodes]
    continues_an_end = 1 in degrees
    closes_ring = 0 not in degrees and _count_parts([*own, route]) == _count_parts(own)
    return (0.0 if continues_an_end else ASIDE) + (RING if closes_ring else 0.0)


def _age_weight(claims: dict[int, Claim], place: int) -> float:
    """The weight of an entry's age: a recent slip is likelier, since players look at the board all the time."""
    later_claims = sum(other > place for other in claims)
    return AGE * later_claims / len(claims)
