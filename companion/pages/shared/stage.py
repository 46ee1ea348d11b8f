"""A step of the reveal: a headline, a few words, a ticket, how everybody stands, what is highlighted."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from companion.pages.shared.player_marks import Mark, marks
from companion.picture import Scene, Walk
from companion.picture.game_scene import joined_walks, scene_of
from companion.play.view import View
from companion.prose.reveal_words import step_words
from companion.rules.network import Journey
from companion.rules.reveal_steps import Step
from companion.rules.score import Item

SHORTEST_LINE: Final = 100  # points that a whole line stands for at least


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line beside the picture.

    Its points move with each step, or else it shows route points only until places are revealed, as the table chose.
    Whoever is revealed last has no place until then, and no `points` where the totals were hidden. `before` is what
    the figure counts up from.
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
class Won:
    """The winner's figure: the total, in the colour of whoever won it."""

    points: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that a step shows."""

    number: int
    last: int
    kind: str
    title: str
    words: tuple[str, ...]
    mark: Mark | None
    card: Card | None
    standings: tuple[Standing, ...]
    moving: bool  # whether the points are those of everything told so far
    won: Won | None
    full: int  # as many points as a whole line has room for
    scene: Scene

    @property
    def over(self) -> bool:
        return self.number == self.last


def stage(game: View, number: int) -> Stage:
    """What the screen shows at this step of the reveal."""
    step = game.reveal[number]
    title, sentences = step_words(game.result, game.reveal, step)
    player = step.of_one
    return Stage(
        number=number,
        last=len(game.reveal) - 1,
        kind=step.kind,
        title=title,
        words=tuple(sentences),
        mark=marks(game)[player] if player else None,
        card=_card(game, step),
        standings=_standings(game, number),
        moving=game.options.moving_totals,
        won=_winning_figure(game, step),
        full=max(SHORTEST_LINE, *(line.total for line in game.result.lines)),
        scene=scene(game, step),
    )


def scene(game: View, step: Step) -> Scene:
    """The board with what a step is about. Where that is one network, the others fade, but for routes lent to it."""
    if step.of_one:
        return highlighted(game, step.of_one, step.items[0])
    whole = scene_of(game.table)
    return networks_of(whole, step.players) if step.kind == "winner" else whole


def highlighted(game: View, color: str, item: Item) -> Scene:
    """A player's network with what an item of the tally is about."""
    if item.kind == "ticket":
        journey = picture_walk(item.walks[0]) if item.walks else Walk(item.cities, ())
        return replace(networks_of(scene_of(game.table), {color}, journey.borrowed), journey=journey)
    if item.kind == "station":
        return _station_scene(game, color, item)
    if item.kind == "stations":
        borrowed = frozenset(game.result.line(color).score.loans.uses.values())
        return networks_of(scene_of(game.table), {color}, borrowed)
    mine = networks_of(scene_of(game.table), {color})
    return mine if item.kind in ("routes", "won", "lost") else _bonus_marks(mine, item)


def _bonus_marks(mine: Scene, item: Item) -> Scene:
    """A network with the marks of a bonus: its path or routes on a band, rings at its cities."""
    walks = [Walk(way.cities, way.routes) for way in item.walks]
    if len(walks) == 2 and walks[0].cities[0] == walks[1].cities[0] and walks[0].cities[-1] == walks[1].cities[-1]:
        return replace(mine, longest=walks[0], journey=walks[1])  # two paths of one ticket, marked in two ways
    band = reduce(joined_walks, walks) if walks else Walk((), item.routes)
    ringed = Walk(item.cities, ()) if item.cities else None
    return replace(mine, longest=band if band.routes else None, journey=ringed)


def _station_scene(game: View, color: str, item: Item) -> Scene:
    """The route that a station borrows, with the journey of a ticket it completed; else the station alone."""
    whole, borrowed = scene_of(game.table), frozenset(item.routes)
    if not item.routes:
        return replace(networks_of(whole, {color}), journey=Walk(item.cities, ()))
    if item.tickets:
        journey = picture_walk(game.result.line(color).score.journeys[item.tickets[0]])
    else:
        journey = Walk(game.board.route[item.routes[0]].ends, item.routes, borrowed)
    return replace(networks_of(whole, {color}, borrowed | journey.borrowed), journey=journey)


def picture_walk(way: Journey) -> Walk:
    """A ticket's journey as the picture draws it."""
    return Walk(way.cities, way.routes, frozenset(way.borrowed))


def networks_of(whole: Scene, players: Collection[str], lent: frozenset[str] = frozenset()) -> Scene:
    """The picture with the networks of these players alone, and the routes that others lend them.

    A shared route has a second owner, who is drawn as its only one where the first is left out.
    """
    owners = {r: owner for r, owner in whole.owners.items() if owner in players or r in lent}
    seconds = {r: owner for r, owner in whole.shared.items() if owner in players}
    shared = {r: owner for r, owner in seconds.items() if r in owners}
    stations = {city: owner for city, owner in whole.stations.items() if owner in players}
    return replace(whole, owners=seconds | owners, stations=stations, shared=shared, last=None)


def _standings(game: View, number: int) -> tuple[Standing, ...]:
    """A line for each player: in seating order until the places are revealed, then by place."""
    step, routes, moving = game.reveal[number], game.reveal[0].points, game.options.moving_totals
    before = game.reveal[max(0, number - 1)].points if moving else routes
    places_step = step.kind in ("ranks", "winner")
    lines = reversed(game.result.by_rank) if step.kind == "ranks" else game.result.by_rank
    ordered = [*lines] if places_step else [*game.result.lines]
    everybody = marks(game)

    def standing(color: str, total: int, rank: int) -> Standing:
        is_revealed = step.kind == "winner" or (places_step and color not in game.result.winners)
        so_far = step.points[color] if moving else None if places_step else routes[color]
        points = total if is_revealed else so_far
        gain = step.gains.get(color, 0)
        about = color in step.players and len(step.players) < len(ordered)
        return Standing(everybody[color], before[color], points, gain, about, rank if is_revealed else None)

    return tuple(standing(line.score.color, line.total, line.rank) for line in ordered)


def _winning_figure(game: View, step: Step) -> Won | None:
    """The points of the winner, and who that is; None at the steps before."""
    if step.kind != "winner":
        return None
    everybody = marks(game)
    return Won(game.result.by_rank[0].total, tuple(everybody[color] for color in step.players))


def _card(game: View, step: Step) -> Card | None:
    """The ticket of a step that reveals one."""
    if step.kind != "ticket":
        return None
    ticket = step.items[0]
    ends = game.board.ticket[ticket.tickets[0]].ends
    start, *goals = (game.board.end_name(end) for end in ends)
    return Card(start, " / ".join(goals), abs(ticket.points), bool(ticket.walks))
