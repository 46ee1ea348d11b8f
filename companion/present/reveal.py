"""A step of the reveal as it is shown: a headline, a few words, a card, where everybody stands, what is lit up."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.boards.model import Board
from companion.picture import Scene, Walk
from companion.picture.game import longest_of, scene_of
from companion.play.game import Game
from companion.present.people import Mark, marks
from companion.prose.reveal import WORDS
from companion.rules.network import Journey
from companion.rules.reveal import Step


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line beside the picture: points before the step and after it, and a place once places are told."""

    mark: Mark
    before: int
    points: int
    gain: int
    about: bool
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A ticket that was turned over."""

    start: str
    goal: str
    points: int
    done: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """All that a step says."""

    number: int
    last: int
    kind: str
    title: str
    words: tuple[str, ...]
    mark: Mark | None
    card: Card | None
    standings: tuple[Standing, ...]
    full: int  # as many points as a whole line has room for
    scene: Scene

    @property
    def over(self) -> bool:
        return self.number == self.last


def stage(game: Game, number: int) -> Stage:
    """The step of this number."""
    step = game.reveal[number]
    title, words = WORDS[step.kind](game, step)
    one, everybody = step.of_one, marks(game)
    return Stage(
        number,
        len(game.reveal) - 1,
        step.kind,
        title,
        tuple(words),
        everybody[one] if one else None,
        _card(game.board, step),
        _standings(game, number),
        max(100, *step.points.values()),
        scene(game, step),
    )


def scene(game: Game, step: Step) -> Scene:
    """The board with what a step is about. Where that is one network, others step back, but for what they lend."""
    whole = scene_of(game.table)
    if step.kind == "ticket" and step.ticket:
        shown = walk(step.journey) if step.journey else Walk(game.board.places_of(step.ticket), ())
        return replace(only(whole, step.players, shown.borrowed), journey=shown)
    if step.kind == "station":
        return _station(game, whole, step)
    if step.kind == "path":
        return replace(only(whole, step.players), longest=longest_of(game.result, step.players[0]))
    return only(whole, step.players) if step.kind == "winner" else whole


def _station(game: Game, whole: Scene, step: Step) -> Scene:
    """The route a station borrows, stitched; where it saved a ticket, the whole of that ticket's journey."""
    if not step.borrowed:
        return replace(only(whole, step.players), journey=Walk((step.city,), ()))
    if step.saved:
        shown = walk(game.result.line(step.players[0]).score.journeys[step.saved[0]])
    else:
        shown = Walk(game.board.route[step.borrowed].ends, (step.borrowed,), frozenset({step.borrowed}))
    return replace(only(whole, step.players, frozenset({step.borrowed, *shown.borrowed})), journey=shown)


def walk(way: Journey) -> Walk:
    """A ticket's journey as the picture draws it."""
    return Walk(way.cities, way.routes, frozenset(way.borrowed))


def only(whole: Scene, players: Collection[str], lent: frozenset[str] = frozenset()) -> Scene:
    """The networks of these players alone, and what others lend them."""
    owners = {r: owner for r, owner in whole.owners.items() if owner in players or r in lent}
    stations = {city: owner for city, owner in whole.stations.items() if owner in players}
    return replace(whole, owners=owners, stations=stations, last=None)


def _standings(game: Game, number: int) -> tuple[Standing, ...]:
    step = game.reveal[number]
    before = game.reveal[max(number - 1, 0)].points
    told = step.kind in ("ranks", "winner")
    lines = game.result.by_rank if told else game.result.lines
    everybody = marks(game)

    def place(color: str, rank: int) -> int | None:
        return rank if step.kind == "winner" or (told and color not in game.result.winners) else None

    return tuple(
        Standing(
            everybody[color],
            before[color],
            step.points[color],
            step.gains.get(color, 0),
            color in step.players and len(step.players) < len(lines),
            place(color, line.rank),
        )
        for line in lines
        for color in [line.score.color]
    )


def _card(board: Board, step: Step) -> Card | None:
    if step.ticket is None:
        return None
    start, *goals = (board.end_name(end) for end in step.ticket.ends)
    points = step.ticket.points if step.journey is None else step.gains[step.players[0]]
    return Card(start, " / ".join(goals), points, step.journey is not None)
