"""A step of the reveal as it is shown: a headline, a few words, a card, where everybody stands, what is lit up."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import reduce

from companion.pages.shared.people import Mark, marks
from companion.picture import Scene, Walk
from companion.picture.game_scene import after, scene_of
from companion.play.view import View
from companion.prose.reveal import words
from companion.rules.network import Journey
from companion.rules.reveal_steps import Step
from companion.rules.score import Item


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line beside the picture: their total and place once these are told, until then only their routes.

    So nobody reads out of the sums who will have won. `points` is None for whoever is still to be told last.
    """

    mark: Mark
    before: int
    points: int | None
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


def stage(game: View, number: int) -> Stage:
    """The step of this number."""
    step = game.reveal[number]
    title, sentences = words(game.result, game.reveal, step)
    one, everybody = step.of_one, marks(game)
    return Stage(
        number,
        len(game.reveal) - 1,
        step.kind,
        title,
        tuple(sentences),
        everybody[one] if one else None,
        _card(game, step),
        _standings(game, number),
        max(100, *(line.total for line in game.result.lines)),
        scene(game, step),
    )


def scene(game: View, step: Step) -> Scene:
    """The board with what a step is about. Where that is one network, others step back, but for what they lend."""
    if step.of_one:
        return lit(game, step.of_one, step.items[0])
    whole = scene_of(game.table)
    return only(whole, step.players) if step.kind == "winner" else whole


def lit(game: View, color: str, item: Item) -> Scene:
    """A player's network with what an item of the tally is about."""
    if item.kind == "ticket":
        shown = walk(item.walks[0]) if item.walks else Walk(item.cities, ())
        return replace(only(scene_of(game.table), {color}, shown.borrowed), journey=shown)
    if item.kind == "station":
        return _station(game, color, item)
    if item.kind == "stations":
        borrowed = frozenset(game.result.line(color).score.loans.uses.values())
        return only(scene_of(game.table), {color}, borrowed)
    mine = only(scene_of(game.table), {color})
    return mine if item.kind in ("routes", "won", "lost") else _shown(mine, item)


def _shown(mine: Scene, item: Item) -> Scene:
    """The marks of a bonus: its walks or routes on a band, with arrow heads along a walk, and rings at cities."""
    walks = [Walk(way.cities, way.routes) for way in item.walks]
    if len(walks) == 2 and walks[0].cities[0] == walks[1].cities[0] and walks[0].cities[-1] == walks[1].cities[-1]:
        return replace(mine, longest=walks[0], journey=walks[1])  # two ways of one ticket, told apart
    band = reduce(after, walks) if walks else Walk((), item.routes)
    ringed = Walk(item.cities, ()) if item.cities else None
    return replace(mine, longest=band if band.routes else None, journey=ringed)


def _station(game: View, color: str, item: Item) -> Scene:
    """The route a station borrows, stitched; where it saved a ticket, the whole of that ticket's journey."""
    whole, borrowed = scene_of(game.table), frozenset(item.routes)
    if not item.routes:
        return replace(only(whole, {color}), journey=Walk(item.cities, ()))
    if item.tickets:
        shown = walk(game.result.line(color).score.journeys[item.tickets[0]])
    else:
        shown = Walk(game.board.route[item.routes[0]].ends, item.routes, borrowed)
    return replace(only(whole, {color}, borrowed | shown.borrowed), journey=shown)


def walk(way: Journey) -> Walk:
    """A ticket's journey as the picture draws it."""
    return Walk(way.cities, way.routes, frozenset(way.borrowed))


def only(whole: Scene, players: Collection[str], lent: frozenset[str] = frozenset()) -> Scene:
    """The networks of these players alone, and what others lend them."""
    owners = {r: owner for r, owner in whole.owners.items() if owner in players or r in lent}
    seconds = {r: owner for r, owner in whole.shared.items() if owner in players}
    shared = {r: owner for r, owner in seconds.items() if r in owners}
    stations = {city: owner for city, owner in whole.stations.items() if owner in players}
    return replace(whole, owners=seconds | owners, stations=stations, shared=shared, last=None)


def _standings(game: View, number: int) -> tuple[Standing, ...]:
    """Everybody: in seating order while tickets are revealed, and from the last to the first when places are told."""
    step, routes = game.reveal[number], game.reveal[0].points
    telling = step.kind in ("ranks", "winner")
    lines = reversed(game.result.by_rank) if step.kind == "ranks" else game.result.by_rank
    ordered = [*lines] if telling else [*game.result.lines]
    everybody = marks(game)

    def standing(color: str, total: int, rank: int) -> Standing:
        told = step.kind == "winner" or (telling and color not in game.result.winners)
        points = total if told else None if telling else routes[color]
        gain = step.gains.get(color, 0)
        about = color in step.players and len(step.players) < len(ordered)
        return Standing(everybody[color], routes[color], points, gain, about, rank if told else None)

    return tuple(standing(line.score.color, line.total, line.rank) for line in ordered)


def _card(game: View, step: Step) -> Card | None:
    if step.kind != "ticket":
        return None
    ticket = step.items[0]
    ends = game.board.ticket[ticket.tickets[0]].ends
    start, *goals = (game.board.end_name(end) for end in ends)
    return Card(start, " / ".join(goals), abs(ticket.points), bool(ticket.walks))
