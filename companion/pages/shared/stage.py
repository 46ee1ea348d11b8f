"""A step of the reveal: a headline, a few words, a ticket, everybody's points, and what the picture highlights."""

from collections.abc import Collection, Sequence
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
from companion.rules.tally import Line

SHORTEST_LINE: Final = 100  # points that a whole line stands for at least


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line beside the picture.

    Its points grow with each step of the reveal; or they stay those of routes until the places are revealed, if the
    table chose that.
    """

    mark: Mark
    before: int  # what the figure counts up from
    points: int | None  # None for the winner just before the end, where totals are hidden until then
    gain: int
    about: bool  # whether the step is about this player, but not about all
    place: int | None = None  # once it is revealed


@dataclass(frozen=True, slots=True)
class Card:
    """A ticket that was turned over."""

    start: str
    goal: str
    points: int
    done: bool  # whether it was completed


@dataclass(frozen=True, slots=True)
class Won:
    """The winner's total, and who won with it."""

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
    moving: bool  # whether the points are those of everything revealed so far
    won: Won | None
    full: int  # the points for which a line is as long as can be
    scene: Scene

    @property
    def over(self) -> bool:
        """Whether this is the last step."""
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
    """The board with what a step is about: if that is one player, their network and the routes lent to it."""
    if step.of_one:
        return highlighted(game, step.of_one, step.items[0])
    whole = scene_of(game.table)
    return networks_of(whole, step.players) if step.kind == "winner" else whole


def highlighted(game: View, color: str, item: Item) -> Scene:
    """A player's network, with what an item of their tally is about highlighted."""
    if item.kind == "ticket":
        journey = picture_walk(item.walks[0]) if item.walks else Walk(item.cities, ())
        return replace(networks_of(scene_of(game.table), {color}, journey.borrowed), journey=journey)
    if item.kind == "station":
        return _station_scene(game, color, item)
    if item.kind == "stations":
        borrowed = frozenset(game.result.line(color).score.loans.uses.values())
        return networks_of(scene_of(game.table), {color}, borrowed)
    network = networks_of(scene_of(game.table), {color})
    return network if item.kind in ("routes", "won", "lost") else _bonus_marks(network, item)


def _bonus_marks(network: Scene, item: Item) -> Scene:
    """A network with the marks of a bonus: its path or routes on a band, rings at its cities."""
    walks = [Walk(way.cities, way.routes) for way in item.walks]
    if _are_two_ways(walks):
        return replace(network, longest=walks[0], journey=walks[1])
    band = reduce(joined_walks, walks) if walks else Walk((), item.routes)
    ringed = Walk(item.cities, ()) if item.cities else None
    return replace(network, longest=band if band.routes else None, journey=ringed)


def _are_two_ways(walks: Sequence[Walk]) -> bool:
    """Whether these are two paths between the same cities, such as for one ticket: each has a mark of its own."""
    if len(walks) != 2:
        return False
    one, other = walks[0].cities, walks[1].cities
    return one[0] == other[0] and one[-1] == other[-1]


def _station_scene(game: View, color: str, item: Item) -> Scene:
    """The route that a station borrows, with the journey of a ticket that it completes; without one, the station."""
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

    A shared route has a second owner, who is drawn as its only one if the first is left out.
    """
    owners = {route: owner for route, owner in whole.owners.items() if owner in players or route in lent}
    seconds = {route: owner for route, owner in whole.shared.items() if owner in players}
    shared = {route: owner for route, owner in seconds.items() if route in owners}
    stations = {city: owner for city, owner in whole.stations.items() if owner in players}
    return replace(whole, owners=seconds | owners, stations=stations, shared=shared, last=None)


def _standings(game: View, number: int) -> tuple[Standing, ...]:
    """A line for each player, with what is revealed of their points and place."""
    step, first_step, is_moving = game.reveal[number], game.reveal[0], game.options.moving_totals
    before = game.reveal[max(0, number - 1)] if is_moving else first_step
    everybody, standings = marks(game), []
    for line in _lines_in_order(game, step):
        color = line.score.color
        points: int | None
        place = None
        if step.kind == "winner" or (step.kind == "ranks" and color not in game.result.winners):
            points, place = line.total, line.rank
        elif is_moving:
            points = step.points[color]
        else:
            points = None if step.kind == "ranks" else first_step.points[color]
        about = color in step.players and len(step.players) < len(everybody)
        gain = step.gains.get(color, 0)
        standings.append(Standing(everybody[color], before.points[color], points, gain, about, place))
    return tuple(standings)


def _lines_in_order(game: View, step: Step) -> list[Line]:
    """The players' lines as a step lists them: the last place first while places are revealed; then the winner."""
    if step.kind == "ranks":
        return game.result.by_rank[::-1]
    return game.result.by_rank if step.kind == "winner" else list(game.result.lines)


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
