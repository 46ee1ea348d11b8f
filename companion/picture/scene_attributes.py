"""The attributes of a picture's parts that depend on its state. Pure.

A part is named by its `data-` attribute, written as a selector: `[data-route="a--b"]` are the train spaces of a
route, `[data-marks="a--b"]` the figures in them, `[data-loco="a--b"]` a ferry's locomotives, `[data-city="a"]` a
city's name, `[data-offer="1"]` a number, `[data-layer="last"]` a layer over or under all routes. A state changes
attributes of these and nothing else, so a script can change a picture from one state to another by setting them.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.boards.geometry import Point
from companion.picture.layers import OFFERS
from companion.picture.owner_letters import Sign
from companion.picture.plan import Plan, arrow, line_data, rings, spots
from companion.picture.scene import Scene, Walk
from companion.picture.space_marks import owner_marker

Attributes = dict[str, str]
Part = tuple[str, Attributes]

FULL: Final = {"fill-opacity": "1", "stroke-opacity": "1"}
# The width of a player's shape on a space.
FIGURE: Final = 9.0
# The radius of a ring around a city, large enough for a station inside.
RING: Final = 10.5


def parts(plan: Plan, scene: Scene) -> dict[str, Attributes]:
    """The attributes of every part that differs from a picture of the empty board."""
    changed: dict[str, Attributes] = {}
    groups = (_claims(plan, scene), _names(scene), _offers(plan, scene), _layers(plan, scene))
    for group in groups:
        for selector, attributes in group:
            changed.setdefault(selector, {}).update(attributes)
    return changed


def selector(kind: str, name: str) -> str:
    """The selector of a part."""
    return f'[data-{kind}="{name}"]'


def _claims(plan: Plan, scene: Scene) -> Iterator[Part]:
    """Claimed routes in their owners' colours, with an outline and their shape on every car; open ones are dimmed.

    The owners' letters are in a layer of their own, between two cars.
    """
    if scene.owners:
        quiet = plan.palette.quiet
        # The outline is dimmed half as much, so that a white route stays visible on white paper.
        dimmed = {"fill-opacity": f"{quiet:g}", "stroke-opacity": f"{(1 + quiet) / 2:g}"}
        yield selector("layer", "routes"), dimmed
    casing = plan.palette.casing
    for route, owner in scene.owners.items():
        if route not in plan.runs:
            continue
        colours = {"data-owner": owner, "fill": plan.looks[owner].colour, "stroke": casing}
        yield selector("route", route), colours | FULL | {"stroke-width": "1.4", "stroke-dasharray": "none"}
        figures = f"url(#{owner_marker(plan, owner)})"
        yield selector("marks", route), {"stroke": casing, "marker-mid": figures}
        if plan.board.route[route].ferry:
            yield selector("loco", route), {"marker-mid": "none"}


def _names(scene: Scene) -> Iterator[Part]:
    """The names of big cities in bold."""
    for city in scene.big_cities:
        yield selector("city", city), {"font-weight": "bold"}


def _offers(plan: Plan, scene: Scene) -> Iterator[Part]:
    """The numbered tags on the routes that a tap may have meant."""
    offered = [route for route in scene.candidates[:OFFERS] if route in plan.runs]
    for number, route in enumerate(offered, start=1):
        yield selector("route", route), FULL
        x, y = plan.tag(route)
        place = {"x": f"{x:.1f}", "y": f"{y + 3.4:.1f}", "display": "inline"}
        yield selector("offer", str(number)), place
    cars, discs = _cars(plan, offered), spots(plan.tag(route) for route in offered)
    yield from _cased("offer", cars)
    yield from _cased("discs", discs)


def _layers(plan: Plan, scene: Scene) -> Iterator[Part]:
    """The layers over the board: the last claim, the longest path, a journey, letters and stations."""
    yield from _cased("last", _cars(plan, [scene.last] if scene.last else []))
    yield from _cased("big", spots(plan.at(city) for city in scene.big_cities))
    if scene.longest:
        runs = (plan.runs[route] for route in scene.longest.routes if route in plan.runs)
        yield from _layer("longest", "".join(run.data for run in runs))
        yield from _cased("arrows", "".join(_arrows(plan, scene.longest)))
    if scene.journey:
        yield from _journey(plan, scene.journey)
    second = plan.second_letters if scene.shared else {}
    for player in plan.looks:
        yield from _layer(f"letters-{player}", _corners(_signs(plan, scene, player, second)))
        yield from _layer(f"stations-{player}", _corners(_stations(plan, scene, player)))


def _journey(plan: Plan, walk: Walk) -> Iterator[Part]:
    """A ticket's path as a thread between two rings, dashed where a route is borrowed.

    If there are only cities and no path, all of them are ringed.
    """
    ringed = (walk.cities[0], walk.cities[-1]) if walk.routes else walk.cities
    ends = rings((plan.at(city) for city in dict.fromkeys(ringed)), RING)
    own = _thread(plan, (route for route in walk.routes if route not in walk.borrowed)) + ends
    lent = _thread(plan, (route for route in walk.routes if route in walk.borrowed))
    yield from _layer("thread-case", own + lent)
    yield from _layer("thread", own)
    yield from _layer("thread-lent", lent)


def _thread(plan: Plan, routes: Iterable[str]) -> str:
    """Path data of the thread on these routes, which leaves out the players' shapes."""
    runs = (plan.runs[route] for route in routes if route in plan.runs)
    return "".join(line_data(gap) for run in runs for gap in run.gaps(FIGURE))


def _arrows(plan: Plan, walk: Walk) -> Iterator[str]:
    """Arrow heads between the cars, in walking direction."""
    for city, route in zip(walk.cities, walk.routes, strict=False):
        run = plan.runs.get(route)
        if run is None:
            continue
        gaps = run.gaps(plan.layout.space[0])
        del gaps[run.sign.gap]  # the owner's letter is there
        between_cars = gaps[1:-1] or gaps
        yield from (arrow(a, b) if run.start == city else arrow(b, a) for a, b in between_cars)


def _signs(plan: Plan, scene: Scene, player: str, second: Mapping[str, Sign]) -> list[Point]:
    """Where the letters on a player's routes are; those on shared routes, where the player is `second`."""
    own = [plan.runs[route].sign for route, owner in scene.owners.items() if owner == player and route in plan.runs]
    shared = [second[route] for route, owner in scene.shared.items() if owner == player and route in plan.runs]
    return [(sign.x, sign.y) for sign in (*own, *shared)]


def _stations(plan: Plan, scene: Scene, player: str) -> list[Point]:
    """Where a player's stations are."""
    return [plan.at(city) for city, owner in scene.stations.items() if owner == player]


def _corners(points: list[Point]) -> str:
    """Path data of a line through these points, which shows a marker on each."""
    if not points:
        return ""
    # A line needs two points to show a marker.
    return line_data(points * 2 if len(points) == 1 else points)


def _cars(plan: Plan, routes: Iterable[str]) -> str:
    """Path data of all spaces of these routes."""
    return "".join(plan.runs[route].cars for route in routes if route in plan.runs)


def _cased(name: str, data: str) -> Iterator[Part]:
    """A layer with this path data, and the wider one under it that gives it an outline."""
    yield from _layer(name, data)
    yield from _layer(f"{name}-case", data)


def _layer(name: str, data: str) -> Iterator[Part]:
    """A layer with this path data; nothing if there is none."""
    if data:
        yield selector("layer", name), {"d": data}
