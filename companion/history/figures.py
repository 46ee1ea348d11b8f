"""The figures of a circle: of each person, each pair and each board. Only games that count are counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from companion.history.circle import Evening
from companion.history.summary import HeldTicket, PlayerSummary

ENOUGH: Final = 3  # games from which on there is a best and a worst


@dataclass(frozen=True, slots=True)
class Feat:
    """A best or worst figure: its value, and by whom, where and in which game it was reached."""

    value: int
    game: str
    color: str
    person: str
    board: str
    ticket: str = ""  # where the figure is the value of a ticket


@dataclass(slots=True)
class Totals:
    """The final points of players in some games: how many there were, their sum, the highest and the lowest."""

    games: int = 0
    points: int = 0
    best: Feat | None = None
    worst: Feat | None = None

    def add(self, feat: Feat) -> None:
        """Counts the final points of one more player."""
        self.games += 1
        self.points += feat.value
        self.best = higher(self.best, feat)
        self.worst = lower(self.worst, feat)

    @property
    def average(self) -> int:
        """The average to a whole number, halves up."""
        return (2 * self.points + self.games) // (2 * self.games) if self.games else 0

    @property
    def is_enough(self) -> bool:
        return self.games >= ENOUGH


@dataclass(slots=True)
class PersonFigures:
    """What one person did over all games."""

    person: str
    games: int = 0
    places: Counter[int] = field(default_factory=Counter)  # how often they came first, second, …
    # By board and number of players.
    settings: dict[tuple[str, int], Totals] = field(default_factory=lambda: defaultdict(Totals))
    points: Feat | None = None  # the most in a game
    longest: Feat | None = None  # the longest path
    made: Feat | None = None  # the dearest ticket that was completed
    lost: Feat | None = None  # the dearest that was not
    tickets: int = 0
    completed: int = 0
    detours: int = 0  # trains of all completed tickets beyond the fewest needed
    saved: int = 0  # tickets completed only with a station

    @property
    def wins(self) -> int:
        return self.places[1]

    @property
    def is_enough(self) -> bool:
        return self.games >= ENOUGH


@dataclass(slots=True)
class PairFigures:
    """Two people who played together: how often, and how often each came before the other."""

    games: int = 0
    ahead: Counter[str] = field(default_factory=Counter)  # by person


@dataclass(slots=True)
class BoardFigures:
    """What happened on one board."""

    board: str
    games: int = 0
    totals: dict[int, Totals] = field(default_factory=lambda: defaultdict(Totals))  # by number of players
    winning: dict[int, Totals] = field(default_factory=lambda: defaultdict(Totals))  # the same of winners alone
    claimed: Counter[str] = field(default_factory=Counter)  # routes
    first: Counter[str] = field(default_factory=Counter)  # the first route of a player, in games that follow turns
    kept: Counter[str] = field(default_factory=Counter)  # tickets
    completed: Counter[str] = field(default_factory=Counter)  # tickets
    won: Counter[str] = field(default_factory=Counter)  # tickets held by a winner
    records: dict[str, Feat] = field(default_factory=dict)  # by kind


@dataclass(slots=True)
class Figures:
    """Everything that a circle's games add up to."""

    games: int = 0
    people: dict[str, PersonFigures] = field(default_factory=dict)
    pairs: dict[tuple[str, str], PairFigures] = field(default_factory=lambda: defaultdict(PairFigures))
    boards: dict[str, BoardFigures] = field(default_factory=dict)
    records: dict[str, Feat] = field(default_factory=dict)


def figures(evenings: Iterable[Evening]) -> Figures:
    """The figures of these games, which come in the order in which they were played."""
    whole = Figures()
    for evening in evenings:
        if evening.counts:
            _count(whole, evening)
    return whole


def _count(whole: Figures, evening: Evening) -> None:
    """Adds one game to the figures."""
    summary, players = evening.summary, len(evening.summary.players)
    board = whole.boards.setdefault(summary.board, BoardFigures(summary.board))
    whole.games += 1
    board.games += 1
    for player in summary.players:
        person = evening.people[player.color]
        own = whole.people.setdefault(person, PersonFigures(person))
        feats = dict(feats_of(evening, player))
        _count_person(own, evening, player, feats)
        for records in (whole.records, board.records):
            for kind, feat in feats.items():
                records[kind] = higher(records.get(kind), feat)
        board.totals[players].add(feats["points"])
        if player.rank == 1:
            board.winning[players].add(feats["points"])
        _count_board(board, player, summary.in_turns)
    for one, other in combinations(summary.players, 2):
        _count_pair(whole, evening, one, other)


def _count_person(own: PersonFigures, evening: Evening, player: PlayerSummary, feats: dict[str, Feat]) -> None:
    """Adds what a player did in a game to the person's own figures; `feats` are those of `feats_of`, by kind."""
    own.games += 1
    own.places[player.rank] += 1
    own.settings[evening.summary.board, len(evening.summary.players)].add(feats["points"])
    own.points, own.longest = higher(own.points, feats["points"]), higher(own.longest, feats["longest"])
    for ticket in player.tickets:
        feat = _feat(evening, player, ticket.points, ticket.id)
        if ticket.done:
            own.made = higher(own.made, feat)
        else:
            own.lost = lower(own.lost, feat)
        own.tickets += 1
        own.completed += ticket.done
        own.detours += ticket.detour
        own.saved += ticket.saved


def _count_board(board: BoardFigures, player: PlayerSummary, in_turns: bool) -> None:
    """Adds a player's routes and tickets to the board's figures."""
    board.claimed.update(player.routes)
    if in_turns and player.routes:
        board.first[player.routes[0]] += 1
    held = [ticket.id for ticket in player.tickets]
    board.kept.update(held)
    board.completed.update(ticket.id for ticket in player.tickets if ticket.done)
    if player.rank == 1:
        board.won.update(held)


def _count_pair(whole: Figures, evening: Evening, one: PlayerSummary, other: PlayerSummary) -> None:
    """Adds a game to the figures of two people who played in it."""
    people = evening.people[one.color], evening.people[other.color]
    pair = whole.pairs[min(people), max(people)]
    pair.games += 1
    if one.rank < other.rank:
        pair.ahead[people[0]] += 1
    elif other.rank < one.rank:
        pair.ahead[people[1]] += 1


def feats_of(evening: Evening, player: PlayerSummary) -> Iterator[tuple[str, Feat]]:
    """What a player did in a game that may be a record: the kind, such as "points", and the feat."""
    yield "points", _feat(evening, player, player.points)
    yield "longest", _feat(evening, player, player.longest)
    done = [ticket for ticket in player.tickets if ticket.done]
    if done:
        best = _dearest(done)
        yield "ticket", _feat(evening, player, best.points, best.id)
        yield "tickets", _feat(evening, player, len(done))


def _dearest(tickets: Sequence[HeldTicket]) -> HeldTicket:
    """The ticket with the most points; of equal ones the first."""
    return max(tickets, key=lambda ticket: ticket.points)


def _feat(evening: Evening, player: PlayerSummary, value: int, ticket: str = "") -> Feat:
    """A figure of a player in a game, as a feat of the person who sat there."""
    person = evening.people[player.color]
    return Feat(value, evening.game, player.color, person, evening.summary.board, ticket)


def higher(known: Feat | None, new: Feat) -> Feat:
    """The higher feat; of equal ones the older."""
    return new if known is None or new.value > known.value else known


def lower(known: Feat | None, new: Feat) -> Feat:
    """The lower feat; of equal ones the older."""
    return new if known is None or new.value < known.value else known
