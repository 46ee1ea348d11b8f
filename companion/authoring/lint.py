"""Finds faults in a board's picture; each finding is a sentence about what to move. Pure.

A unit of the picture is a px on the screen. Distances are measured between exact shapes. Findings do not keep a board
from being played, since points do not depend on the picture.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import atan2, cos, degrees, hypot, pi, radians
from typing import Final

from companion.boards import geometry
from companion.boards.base import joined
from companion.boards.layout import LABEL_HEIGHT, Bend, Layout, Place
from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.picture.lettering import text_width
from companion.picture.track_shapes import Shapes, Track
from companion.rules.mechanics import pairs_that_cross

LEAST_WIDTH: Final = 280.0  # px; a narrower picture has units of its own, and is shown this wide
CLEAR: Final = 1.0  # px, between any two things
MOST_GAP: Final = 0.35  # of a space, between two spaces of a route
EVEN: Final = 0.05  # of a space, by which gaps within a route may differ
MOST_START: Final = 0.75  # of a space, from a dot to the first space
MOST_BOW: Final = 0.3  # of the straight line between its cities, by which a route may bow
ROUNDING: Final = 1e-6
STEADY: Final = 0.05  # units, by which the distance of two tracks may differ: nothing but rounding
LEAST_FONT: Final = 10.0  # px
MOST_TURN: Final = 35.0  # degrees, between the directions on the picture and on the Earth
OWN_DOT: Final = 0.5  # of the size of the type, from a label to its dot at most
NEXT_DOT: Final = 0.45  # of the size of the type, by which every other dot is farther

Findings = Iterator[str]


def lint(board: Board) -> list[str]:
    """All findings; none for a board without a picture."""
    if board.layout is None:
        return []
    missing = list(_missing(board, board.layout))
    if missing:  # the other checks need all parts
        return missing
    shapes = Shapes(board, board.layout)
    look = _Look(shapes, max(1.0, LEAST_WIDTH / board.layout.width))
    return [sentence for rule in RULES for sentence in rule(look)]


class _Look:
    """A board's picture as the checks see it: its shapes, its sizes in units, and how many px a unit is."""

    def __init__(self, shapes: Shapes, px_per_unit: float) -> None:
        self.shapes, self.px_per_unit = shapes, px_per_unit
        self.layout = shapes.layout
        self.space_length, self.space_width = shapes.layout.space
        # Every two pairs that cross on the printed board, or that the layout excuses.
        self.may_cross = pairs_that_cross(shapes.board) | shapes.layout.crossing

    def dot(self, place: Place, shape: geometry.Polygon) -> float:
        """The distance from the edge of a city's dot to a shape, in px."""
        return (geometry.to_polygon(shape, (place.x, place.y)) - self.layout.dot) * self.px_per_unit


def _missing(board: Board, layout: Layout) -> Findings:
    """Every place and pair is there once, places have their labels, and lines begin and end at their places."""
    yield from _missing_or_superfluous(_("the city {}"), [p.id for p in layout.cities], [c.id for c in board.cities])
    yield from _missing_or_superfluous(_("the pair {}"), [b.pair for b in layout.pairs], list(board.pairs))
    for city in board.cities:
        if city.kind != "junction" and city.id in layout.place and layout.place[city.id].label is None:
            yield _("Give {city} a label.").format(city=city.name)
    for bend in layout.pairs:
        for name, end in bend.ends:
            away = [hypot(place.x - end[0], place.y - end[1]) for place in layout.at(name)]
            if away and min(away) > CLEAR / 2:
                yield _("The path of {pair} doesn't reach {city}: it must begin at “a” and end at “b”.").format(
                    pair=bend.pair, city=name
                )


def _missing_or_superfluous(what: str, placed: list[str], expected: list[str]) -> Findings:
    """The things that the layout lacks, has although the board doesn't, or has twice; `what` is a text with {}."""
    for name in dict.fromkeys(expected):
        if name not in placed:
            yield _("Give {thing} a place in the layout.").format(thing=what.format(name))
    for name in dict.fromkeys(placed):
        if name not in expected:
            yield _("Take {thing} out of the layout: the board doesn't have it.").format(thing=what.format(name))
        elif placed.count(name) > 1:
            yield _("Place {thing} only once.").format(thing=what.format(name))


def _type(look: _Look) -> Findings:
    """Type is large enough to read, and a label's box large enough for its name."""
    if look.layout.font * look.px_per_unit < LEAST_FONT:
        yield _("Make the labels' lettering larger: it's {size:.1f} px; the minimum is {least:g}.").format(
            size=look.layout.font * look.px_per_unit, least=LEAST_FONT
        )
    for place, label in look.shapes.labels:
        name_width = text_width(look.shapes.name(place.id), look.layout.font)
        left, top, right, bottom = geometry.bounds(label)
        if right - left < name_width - 0.1 or bottom - top < 0.94 * look.layout.font - ROUNDING:
            yield _("Make the label of {city} {width:.1f} wide and {height:.1f} high to hold its name.").format(
                city=look.shapes.name(place.id), width=name_width, height=LABEL_HEIGHT * look.layout.font
            )


def _between_spaces(look: _Look) -> Findings:
    """A train space keeps clear of the spaces of other pairs, unless these may cross."""
    least = CLEAR / look.px_per_unit
    for track, i, other, j in look.shapes.near(hypot(look.space_length, look.space_width) + least):
        if track.route.pair == other.route.pair or (track.route.pair, other.route.pair) in look.may_cross:
            continue
        apart = geometry.apart(track.shapes[i], other.shapes[j])
        if apart < least:
            yield _("Move {one} away from {other}: only {apart:.1f} px between their train spaces.").format(
                one=_space(look, track, i), other=_space(look, other, j), apart=apart * look.px_per_unit
            )


def _twins(look: _Look) -> Findings:
    """The tracks of a pair keep clear of each other, and their facing spaces are all equally far apart."""
    for tracks in look.shapes.pairs.values():
        for one, other in pairwise(tracks):
            pair = look.shapes.names(one.route)
            same_length = len(one.shapes) == len(other.shapes)
            if same_length:
                facing = [geometry.apart(a, b) for a, b in zip(one.shapes, other.shapes, strict=True)]
            else:
                facing = [geometry.apart(a, b) for a in one.shapes for b in other.shapes]
            if min(facing) * look.px_per_unit < CLEAR:
                yield _("Set the tracks of {pair} further apart: only {apart:.1f} px between them.").format(
                    pair=pair, apart=min(facing) * look.px_per_unit
                )
            if same_length and max(facing) - min(facing) > STEADY:
                yield _("Keep the tracks of {pair} the same distance apart all the way along.").format(pair=pair)


def _near_cities(look: _Look) -> Findings:
    """A train space keeps clear of every dot."""
    for track, i, place in _spaces_and_cities(look):
        apart = look.dot(place, track.shapes[i])
        if apart < CLEAR:
            yield _("Move {space} away from the dot of {city}: only {apart:.1f} px between them.").format(
                space=_space(look, track, i), city=look.shapes.name(place.id), apart=apart
            )


def _spaces_and_cities(look: _Look) -> Iterator[tuple[Track, int, Place]]:
    """Each space, by its track and number, with each place that is near enough to touch it."""
    reach = look.space_length + look.layout.dot + CLEAR / look.px_per_unit
    for track in look.shapes.tracks:
        for i, (x, y, _angle) in enumerate(track.spaces):
            for place in look.layout.spots:
                if abs(place.x - x) < reach and abs(place.y - y) < reach:
                    yield track, i, place


def _under_labels(look: _Look) -> Findings:
    """A label keeps clear of train spaces, and no route runs under it."""
    for place, label in look.shapes.labels:
        city, around = look.shapes.name(place.id), geometry.bounds(label)
        for track in look.shapes.tracks:
            for i, bounds in enumerate(track.bounds):
                if not geometry.within(around, bounds, CLEAR / look.px_per_unit):
                    continue
                apart = geometry.apart(label, track.shapes[i]) * look.px_per_unit
                if apart < CLEAR:
                    yield _("Move the label of {city} away from {space}: only {apart:.1f} px between them.").format(
                        city=city, space=_space(look, track, i), apart=apart
                    )
        for bend, line in look.shapes.curves:
            if geometry.within(around, geometry.bounds(line)) and geometry.line_to_polygon(line, label) == 0:
                yield _("Move the label of {city}: {pair} runs under it.").format(
                    city=city, pair=look.shapes.names(bend)
                )


def _labels(look: _Look) -> Findings:
    """Labels keep clear of one another and of dots, and stand clearly at their own."""
    for (place, label), (other, second) in combinations(look.shapes.labels, 2):
        apart = geometry.apart(label, second) * look.px_per_unit
        if apart < CLEAR:
            yield _("Move the labels of {one} and {other} apart: only {apart:.1f} px between them.").format(
                one=look.shapes.name(place.id), other=look.shapes.name(other.id), apart=apart
            )
    type_size = look.layout.font * look.px_per_unit
    for place, label in look.shapes.labels:
        own = look.dot(place, label)
        city = look.shapes.name(place.id)
        if own < CLEAR:
            yield _("Move the label of {city} away from its own dot: only {apart:.1f} px between them.").format(
                city=city, apart=own
            )
        if own > OWN_DOT * type_size:
            yield _(
                "Move the label of {city} nearer to its dot: it's {apart:.1f} px away; the limit is {most:.1f}."
            ).format(city=city, apart=own, most=OWN_DOT * type_size)
        for other in look.layout.spots:
            if other is not place and look.dot(other, label) < own + NEXT_DOT * type_size:
                text = _("Move the label of {city} further from the dot of {other}: it could belong to either.")
                yield text.format(city=city, other=look.shapes.name(other.id))


def _cities(look: _Look) -> Findings:
    """Dots keep clear of one another."""
    for place, other in combinations(look.layout.spots, 2):
        apart = (hypot(place.x - other.x, place.y - other.y) - 2 * look.layout.dot) * look.px_per_unit
        if apart < CLEAR:
            yield _("Move the cities {one} and {other} apart: only {apart:.1f} px between their dots.").format(
                one=look.shapes.name(place.id), other=look.shapes.name(other.id), apart=apart
            )


def _edge(look: _Look) -> Findings:
    """Everything is on the picture, and clear of its edge."""
    width, height = look.layout.width, look.layout.height
    for what, shape in _everything(look):
        apart = min(min(x, width - x, y, height - y) for x, y in shape) * look.px_per_unit
        if apart < CLEAR:
            yield _("Move {thing} inwards: it's only {apart:.1f} px from the edge.").format(thing=what, apart=apart)


def _everything(look: _Look) -> Iterator[tuple[str, geometry.Polygon]]:
    """Every label, dot and train space of the picture: what it is called in a finding, and its shape."""
    r = look.layout.dot
    for place, label in look.shapes.labels:
        city = look.shapes.name(place.id)
        yield _("the label of {city}").format(city=city), label
        yield _("the dot of {city}").format(city=city), geometry.box(place.x - r, place.y - r, 2 * r, 2 * r)
    for track in look.shapes.tracks:
        for i, shape in enumerate(track.shapes):
            yield _space(look, track, i), shape


def _gaps(look: _Look) -> Findings:
    """Within a route the gaps are equal and small, and its first and last spaces are near their cities."""
    for track in look.shapes.tracks:
        pair = look.shapes.names(track.route)
        for row in track.rows:
            yield from _row_gaps(look, pair, [geometry.apart(a, b) for a, b in pairwise(row)])
        for city, shape in zip(track.route.ends, (track.shapes[0], track.shapes[-1]), strict=True):
            places = look.layout.at(_city_drawn_at(look, track, city))
            start = min(look.dot(place, shape) for place in places) / look.px_per_unit
            if start > MOST_START * look.space_length:
                yield _(
                    "Bring {pair} nearer to {city}: the gap to its dot is {gap:.2f} of a space; the "
                    "limit is {most:g}."
                ).format(pair=pair, city=look.shapes.name(city), gap=start / look.space_length, most=MOST_START)


def _row_gaps(look: _Look, pair: str, gaps: list[float]) -> Findings:
    """The gaps between the spaces of a row are neither too wide nor too uneven nor too narrow."""
    if not gaps:
        return
    if max(gaps) > MOST_GAP * look.space_length:
        yield _(
            "Move the spaces of {pair} closer together: the gap is {gap:.2f} of a space; the limit is {most:g}."
        ).format(pair=pair, gap=max(gaps) / look.space_length, most=MOST_GAP)
    if max(gaps) - min(gaps) > EVEN * look.space_length:
        yield _("Bend {pair} less: its gaps range from {least:.1f} to {most:.1f} px.").format(
            pair=pair, least=min(gaps) * look.px_per_unit, most=max(gaps) * look.px_per_unit
        )
    if min(gaps) * look.px_per_unit < CLEAR / 2:
        yield _("Move the spaces of {pair} further apart: only {gap:.1f} px between them.").format(
            pair=pair, gap=min(gaps) * look.px_per_unit
        )


def _city_drawn_at(look: _Look, track: Track, city: str) -> str:
    """Which city of a track's pair the layout puts where the board puts this one.

    The other city, if the layout lists the pair in the opposite order to the board.
    """
    bend = look.layout.bend[track.route.pair]
    is_reversed = bend.a != track.route.a
    return track.route.other_end(city) if is_reversed else city


def _crossings(look: _Look) -> Findings:
    """No routes cross except those that cross on the board itself, or are excused."""
    for (bend, line), (other, second) in combinations(look.shapes.curves, 2):
        if (bend.pair, other.pair) not in look.may_cross and geometry.lines_cross(line, second):
            yield _("Bend {one} or {other}: they cross.").format(
                one=look.shapes.names(bend), other=look.shapes.names(other)
            )


def _bows(look: _Look) -> Findings:
    """A route bends no more than a part of the way between its cities."""
    for bend, line in look.shapes.curves:
        a, b = line[0], line[-1]
        chord = hypot(b[0] - a[0], b[1] - a[1]) or 1
        bow = max(geometry.to_segment(point, a, b) for point in line) / chord
        if bow > MOST_BOW:
            yield _(
                "Bend {pair} less: it bows by {bow:.2f} of the distance between its cities; the limit is {most:g}."
            ).format(pair=look.shapes.names(bend), bow=bow, most=MOST_BOW)


def _turns(look: _Look) -> Findings:
    """Neighbours lie in their direction on the Earth, but for the exceptions with a reason."""
    board = look.shapes.board
    middle = radians(sum(city.lat for city in board.cities) / len(board.cities))
    excused = {turned.pair for turned in look.layout.turned}
    for bend in look.layout.pairs:
        turn = degrees(abs(_turn(board, bend, cos(middle))))
        if turn > MOST_TURN and bend.pair not in excused and not bend.rest:
            yield _("Turn {pair}: it's {turn:.0f}° off its direction on the Earth; the limit is {most:g}°.").format(
                pair=look.shapes.names(bend), turn=turn, most=MOST_TURN
            )
    for turned in look.layout.turned:
        if joined(turned.a, turned.b) not in look.layout.bend:
            yield _("Take {pair} out of the exceptions: there is no such pair.").format(pair=turned.pair)


def _turn(board: Board, bend: Bend, shrink: float) -> float:
    """The angle between a pair's directions on the picture and on the Earth, from -π to π.

    `shrink` is how much shorter a degree of longitude is than one of latitude.
    """
    a, b = board.city[bend.a], board.city[bend.b]
    (px, py), (qx, qy) = bend.path[0], bend.path[-1]
    turn = atan2(qy - py, qx - px) - atan2(a.lat - b.lat, (b.lon - a.lon) * shrink)
    return (turn + pi) % (2 * pi) - pi


def _space(look: _Look, track: Track, i: int) -> str:
    """What a space of a track is called in a finding."""
    return _("space {number} of {pair}").format(number=i + 1, pair=look.shapes.names(track.route))


RULES: Final[tuple[Callable[[_Look], Findings], ...]] = (
    _type,
    _between_spaces,
    _twins,
    _near_cities,
    _under_labels,
    _labels,
    _cities,
    _edge,
    _gaps,
    _crossings,
    _bows,
    _turns,
)
