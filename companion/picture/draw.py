"""Draws a picture without a state: ground, routes, cities and empty layers. Pure."""

from collections.abc import Iterator

from companion.boards.layout import Label, Place
from companion.boards.model import Route
from companion.picture import layers
from companion.picture.element import Element
from companion.picture.ground import ground, view_box
from companion.picture.places import places
from companion.picture.plan import Plan, line_data
from companion.picture.printed import printed, printed_markers
from companion.picture.space_marks import MARKS, color_marker, locomotive_marker, markers


def draw(plan: Plan) -> Element:
    """The SVG of a plan, from the bottom layer to the top."""
    box = " ".join(f"{number:g}" for number in view_box(plan.layout))
    figures = Element("defs", *markers(plan), *printed_markers(plan), *layers.figures(plan))
    figures.put(layers.TYPE)
    groups = [
        figures,
        *ground(plan),
        *layers.under_routes(plan),
        *_routes(plan),
        *layers.over_routes(plan),
        *layers.letters(plan),
        *places(plan),
        *layers.stations(plan),
        *_labels(plan),
        *layers.offers(plan),
    ]
    return Element("svg", *groups, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img")


def _routes(plan: Plan) -> Iterator[Element]:
    """The spaces of all routes, and above them what is printed on the spaces."""
    routes = [plan.board.route[route] for route in plan.runs]
    spaces = (_spaces(plan, route) for route in routes)
    yield Element("g", *spaces, data_layer="routes", stroke_width=0.7, stroke_linejoin="round")
    marks = (_marks(plan, route) for route in routes)
    locomotives = (_locomotives(plan, route) for route in routes if route.ferry)
    yield Element("g", *marks, *locomotives, *printed(plan), fill="none", stroke_width=2)


def _spaces(plan: Plan, route: Route) -> Element:
    """The spaces of one route."""
    tint = plan.palette.routes[route.color]
    cars = plan.runs[route.id].cars
    # A dashed outline, like sleepers, for tunnels.
    sleepers = {"stroke_width": "2.2", "stroke_dasharray": "2 1.33"} if route.tunnel else {}
    # A track bed has no colour until a tile is laid on it.
    fill = plan.palette.land if "track-bed" in route.tags else tint.fill
    return Element("path", data_route=route.id, d=cars, fill=fill, stroke=tint.edge, **sleepers)


def _marks(plan: Plan, route: Route) -> Element:
    """The marks of a route's colour on its spaces, for people who cannot tell the colours apart."""
    run = plan.runs[route.id]
    mark = f"url(#{color_marker(plan, route.color)})" if route.color in MARKS else None
    dashes = run.dashes(plan.layout.space[0])
    return Element("path", data_marks=route.id, d=run.data, stroke_dasharray=dashes, marker_mid=mark)


def _locomotives(plan: Plan, route: Route) -> Element:
    """A ferry's locomotives, in the spaces in its middle."""
    run = plan.runs[route.id]
    spaces_before = ((run.cut or route.length) - route.ferry) // 2
    # The marker is on each inner point of the path, so there is one more point at either end.
    points = run.line[spaces_before : spaces_before + route.ferry + 2]
    mark = f"url(#{locomotive_marker(plan)})"
    return Element("path", data_loco=route.id, d=line_data(points), marker_mid=mark)


def _labels(plan: Plan) -> Iterator[Element]:
    """The names of the places, and under each a halo that sets it off from the lines of the map."""
    palette, ident = plan.palette, f"{plan.name}-names"
    halo = Element("use", href=f"#{ident}", fill=palette.halo, stroke=palette.halo, stroke_width=2.6)
    halo.put({"stroke-linejoin": "round"})
    yield halo
    main_places = list(plan.layout.cities)
    labels = (_label(plan, place, place.label, place in main_places) for place in plan.places() if place.label)
    names = Element("g", *labels, id=ident, font_size=plan.layout.font, font_family=layers.FACES)
    yield Element("g", names, fill=palette.ink)


def _label(plan: Plan, place: Place, box: Label, is_main: bool) -> Element:
    """The name of a city, as wide as its box. If a picture shows a city more than once, one of its places is main."""
    city = plan.board.city[place.id]
    x, y = plan.layout.baseline(box)
    label = Element(
        "text", text=city.name, data_city=place.id if is_main else None, x=x, y=round(y, 1), textLength=box[2]
    )
    label.put({"lengthAdjust": "spacingAndGlyphs"})
    if city.kind == "border" or (not is_main and plan.layout.over_the_edge(place)):
        label.put({"font-style": "italic"})
    return label
