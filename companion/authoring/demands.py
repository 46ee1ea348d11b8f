"""The cost of a state and its gradient: squared hinge losses for everything that a good picture demands."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.authoring.problem import BEST_PITCH, DOT, LONG, Floats, Ints, Problem
from companion.authoring.search_state import (
    BOW_OF_CONTROLS,
    Rows,
    State,
    bernstein,
    points_on_curves,
    smallest_turn,
)
from companion.boards.geometry import WIDER

# Distances are in units of the picture; pairs of numbers are the least and the most.
CLEAR: Final = 1.7  # between any two things; the lint asks for 1
LABEL_CLEAR: Final = 2.2  # between labels
LINE_CLEAR: Final = 2.5  # between a middle line and the spaces of other pairs
SIDE_BY_SIDE: Final = np.array([4.0, 0.0])  # more between labels beside each other, lest two names read as one
ROOMY: Final = 5.0  # between routes, wished for
START: Final = (1.9, 13.6)  # from dot to first space
GOOD_START: Final = 6.5
PITCH: Final = (LONG + 2.0, LONG + 6.5)
BOW: Final = 0.27  # the most that a route may bow, in parts of its chord: the straight line between its cities
UNEVEN_ONE_TRACK: Final = 0.07  # in parts of the chord, by which the two control points of a bend may differ
UNEVEN_MORE_TRACKS: Final = 0.014
TURN: Final = np.radians(33.8)  # the most between a pair's direction on the picture and that on the Earth
LOOSE_TURN: Final = np.radians(60)
OWN_DOT: Final = (1.8, 3.4)  # from a label to its dot
OTHER_DOT: Final = 9.0  # from a label to any other dot, at least
MARGIN: Final = 3.0
CURVE: Final = bernstein(np.linspace(0.04, 0.96, 21))  # the points of a curve that are looked at


@dataclass(frozen=True)
class Weights:
    """The weights of the demands."""

    hard: float = 1.0  # of what the board check asks for; it grows during the search
    labels: float = 1.0  # of labels, in parts of `hard`
    home: float = 0.002  # of cities being near where they started
    calm: float = 0.02  # of what is only wished for: room, even gaps, straight routes


class Demands:
    """The cost function of one board.

    Each method below `cost_and_gradient` is one demand. It returns what the state costs by it: `short`, by how much
    things are nearer than they may be, squared and weighted. It adds the slope of that cost to `gradient` and to the
    arrays called `on_`, which hold slopes by positions: `on_discs` by the middles of the discs of spaces, `on_middle`
    by the middles of the labels, `on_controls` by the control points of curves, `on_lengths` by the curves' lengths.
    A `pull` is the slope along the line between two things.

    `home` are the positions where cities should be, `turned` the pairs whose direction need not fit.
    """

    def __init__(self, problem: Problem, rows: Rows, home: Floats, turned: Ints) -> None:
        self.problem, self.rows, self.home = problem, rows, home
        numbers = np.arange(len(problem.pairs))
        self.free = np.isin(numbers, turned)
        self.loose = np.isin(numbers, problem.loose)
        # Which things are near each other, as pairs of their numbers; `look_around` finds them.
        self.near_discs: Ints = np.empty((0, 2), dtype=np.int64)
        self.dots_and_discs: Ints = self.near_discs
        self.labels_and_discs: Ints = self.near_discs
        self.points_and_discs: Ints = self.near_discs  # points on middle lines
        self.labels_and_points: Ints = self.near_discs

    def look_around(self, state: State) -> None:
        """Finds which things are near enough to each other to matter in the next steps."""
        rows = self.rows
        here, _whole = rows.place(rows.controls(state), state.pitch, state.shift)
        discs = rows.discs(here)
        near = rows.neighbours(discs, 13.5)
        one, other = near.T
        same_pair = rows.disc_pair[one] == rows.disc_pair[other]
        facing = same_pair & (rows.disc_row[one] == rows.disc_row[other])
        may_cross = self.problem.may_cross[rows.disc_pair[one], rows.disc_pair[other]]
        self.near_discs = near[~facing & ~may_cross]
        self.dots_and_discs = _within(state.cities, discs, 22.0)
        self.labels_and_discs = _within(state.middles(self.problem), discs, 62.0)
        self.points_and_discs = self._points_near_discs(state, discs)
        points = points_on_curves(CURVE, rows.controls(state)).reshape(-1, 2)
        self.labels_and_points = _within(state.middles(self.problem), points, 62.0)

    def _points_near_discs(self, state: State, discs: Floats) -> Ints:
        """(n, 2): the numbers of points on a pair's middle line, and of discs of other pairs at most 10 units away.

        Left out are points on the dots of the pair's own cities, and pairs that may cross.
        """
        points = points_on_curves(CURVE, self.rows.controls(state))
        ends = state.cities[self.problem.ends][:, None]
        off_own_dots = np.hypot(*np.moveaxis(points[:, :, None] - ends, 3, 0)).min(axis=2).ravel() > DOT + 1.0
        near = self.rows.near_points(points.reshape(-1, 2), discs, 10.0)
        point, disc = near.T
        pair, other = point // len(CURVE), self.rows.disc_pair[disc]
        return np.asarray(near[off_own_dots[point] & (pair != other) & ~self.problem.may_cross[pair, other]])

    def cost_and_gradient(self, state: State, weights: Weights) -> tuple[float, State]:
        """The cost of a state, and its gradient: the slope of the cost by each of the state's variables."""
        rows, gradient = self.rows, state.zeros()
        here, whole, by_row, by_length = rows.slopes(state)
        discs = rows.discs(here)
        on_discs, on_lengths = np.zeros_like(discs), np.zeros_like(whole)
        cost = self._between_spaces(discs, on_discs, weights)
        cost += self._spaces_off_dots(state, discs, on_discs, gradient, weights)
        cost += self._rows_fit_curves(state, whole, on_lengths, gradient, weights)
        on_controls = np.zeros((len(whole), 4, 2))
        cost += self._labels(state, discs, on_discs, on_controls, gradient, weights)
        cost += self._middle_lines(state, discs, on_discs, on_controls, weights)
        cost += self._bends(state, gradient, weights)
        cost += self._cities(state, gradient, weights)
        self._add_slopes_of_variables(here, discs, on_discs, on_lengths, by_row, by_length, on_controls, gradient)
        return cost, gradient

    def _between_spaces(self, discs: Floats, on_discs: Floats, weights: Weights) -> float:
        """Spaces keep clear of one another, and, if there is room, well clear of another route's."""
        one, other = self.near_discs.T
        away, apart = _apart(discs[one], discs[other])
        room = apart - self.rows.radius[one] - self.rows.radius[other]
        same = self.rows.disc_pair[one] == self.rows.disc_pair[other]
        short = np.maximum(CLEAR - room, 0)
        short_of_wish = np.where(same, 0, np.maximum(ROOMY - room, 0))
        wish = weights.calm * 0.15
        pull = 2 * (weights.hard * short + wish * short_of_wish)
        _add(on_discs, one, -pull[:, None] * away)
        _add(on_discs, other, pull[:, None] * away)
        return float(weights.hard * (short**2).sum() + wish * (short_of_wish**2).sum())

    def _spaces_off_dots(
        self, state: State, discs: Floats, on_discs: Floats, gradient: State, weights: Weights
    ) -> float:
        """Spaces keep clear of the cities' dots."""
        city, disc = self.dots_and_discs.T
        direction, distance = _apart(state.cities[city], discs[disc])
        short = np.maximum(DOT + self.rows.radius[disc] + CLEAR - distance, 0)
        pull = (2 * weights.hard * short)[:, None] * direction
        _add(gradient.cities, city, -pull)
        _add(on_discs, disc, pull)
        return float(weights.hard * (short**2).sum())

    def _rows_fit_curves(
        self, state: State, whole: Floats, on_lengths: Floats, gradient: State, weights: Weights
    ) -> float:
        """A row of spaces fits its curve: it ends near both dots, and its gaps are alike.

        `whole` are the lengths of the curves.
        """
        n, hard, calm = self.problem.lengths, weights.hard, weights.calm
        row = (n - 1) * state.pitch + LONG
        spare = (whole - row) / 2 - DOT  # from each dot to the first space, without the shift
        too_near = np.maximum(START[0] + abs(state.shift) - spare, 0)
        too_far = np.maximum(spare + abs(state.shift) + self.problem.unlike - START[1], 0)
        not_good = np.maximum(spare - GOOD_START, 0)
        on_lengths += hard * (too_far - too_near) + calm * not_good
        gradient.pitch += (n - 1) * (hard * (too_near - too_far) - calm * not_good)
        gradient.shift += 2 * hard * np.sign(state.shift) * (too_near + too_far) + 2.0 * calm * state.shift
        most_pitch = np.where(self.problem.unlike > 0, PITCH[1] / WIDER, PITCH[1])
        below, above = np.maximum(PITCH[0] - state.pitch, 0), np.maximum(state.pitch - most_pitch, 0)
        from_best = state.pitch - BEST_PITCH
        gradient.pitch += 2 * 10 * hard * (above - below) + 2 * 4 * calm * from_best
        demanded = hard * (too_near**2 + too_far**2 + 10 * (below**2 + above**2))
        wished = calm * (4 * from_best**2 + state.shift**2 + not_good**2)
        return float((demanded + wished).sum())

    def _labels(
        self,
        state: State,
        discs: Floats,
        on_discs: Floats,
        on_controls: Floats,
        gradient: State,
        weights: Weights,
    ) -> float:
        """Labels keep clear of everything, near their own dots, and on the picture."""
        weight, half = weights.hard * weights.labels, self.problem.labels / 2
        middle = state.middles(self.problem)
        on_middle = np.zeros_like(middle)
        label, disc = self.labels_and_discs.T
        outwards, room = from_box(discs[disc] - middle[label], half[label])
        short = np.maximum(self.rows.radius[disc] + CLEAR - room, 0)
        pull = (2 * weight * short)[:, None] * outwards
        _add(on_discs, disc, -pull)
        _add(on_middle, label, pull)
        cost = weight * (short**2).sum()
        cost += self._labels_near_dots(state, middle, on_middle, gradient, weight)
        cost += self._labels_off_curves(state, middle, on_middle, on_controls, weight)
        cost += _between_labels(middle, on_middle, half, weight)
        out = _outside(middle, MARGIN + half, self.problem.size - MARGIN - half)
        on_middle += 2 * weight * out
        gradient.labels += on_middle
        gradient.cities[self.problem.named] += on_middle
        return float(cost + weight * (out**2).sum())

    def _labels_near_dots(
        self, state: State, middle: Floats, on_middle: Floats, gradient: State, weight: float
    ) -> float:
        """A label is near the dot of its own city, neither on it nor far away, and clear of all other dots."""
        label, city = (grid.ravel() for grid in np.mgrid[0 : len(middle), 0 : len(state.cities)])
        outwards, room = from_box(state.cities[city] - middle[label], self.problem.labels[label] / 2)
        own = self.problem.named[label] == city
        gap = room - DOT
        too_near = np.maximum(np.where(own, OWN_DOT[0], OTHER_DOT) - gap, 0)
        too_far = np.where(own, np.maximum(gap - OWN_DOT[1], 0), 0)
        pull = (2 * weight * (too_far - too_near))[:, None] * outwards
        _add(gradient.cities, city, pull)
        _add(on_middle, label, -pull)
        return float(weight * (too_near**2 + too_far**2).sum())

    def _labels_off_curves(
        self, state: State, middle: Floats, on_middle: Floats, on_controls: Floats, weight: float
    ) -> float:
        """No route runs under a label, not even between two of its spaces."""
        by_curve = points_on_curves(CURVE, self.rows.controls(state))
        points = by_curve.reshape(-1, 2)
        label, point = self.labels_and_points.T
        outwards, room = from_box(points[point] - middle[label], self.problem.labels[label] / 2)
        short = np.maximum(CLEAR + 0.5 - room, 0)
        pull = (2 * weight * short)[:, None] * outwards
        on_points = np.zeros_like(points)
        _add(on_points, point, -pull)
        _add(on_middle, label, pull)
        on_controls += _on_controls(on_points.reshape(by_curve.shape))
        return float(weight * (short**2).sum())

    def _middle_lines(
        self, state: State, discs: Floats, on_discs: Floats, on_controls: Floats, weights: Weights
    ) -> float:
        """Middle lines stay on the picture, and off other routes' spaces."""
        points = points_on_curves(CURVE, self.rows.controls(state))
        out = _outside(points, MARGIN + 8.0, self.problem.size - MARGIN - 8.0)
        on_points = 2 * weights.hard * out
        point, disc = self.points_and_discs.T
        away, apart = _apart(points.reshape(-1, 2)[point], discs[disc])
        short = np.maximum(self.rows.radius[disc] + LINE_CLEAR - apart, 0)
        pull = (2 * weights.hard * short)[:, None] * away
        _add(on_points.reshape(-1, 2), point, -pull)
        _add(on_discs, disc, pull)
        on_controls += _on_controls(on_points)
        return float(weights.hard * ((out**2).sum() + (short**2).sum()))

    def _bends(self, state: State, gradient: State, weights: Weights) -> float:
        """A route bends little, and evenly."""
        hard, calm = weights.hard, weights.calm
        a, b = self.problem.ends.T
        chord = np.hypot(*(state.cities[b] - state.cities[a]).T)
        size = np.hypot(*np.moveaxis(state.bends, 2, 0)) + 1e-9
        too_bent = np.maximum(size * BOW_OF_CONTROLS / chord[:, None] - BOW, 0) * chord[:, None]
        difference = state.bends[:, 0] - state.bends[:, 1]
        unevenness = np.hypot(difference[:, 0], difference[:, 1]) + 1e-9
        most_uneven = np.where(self.problem.tracks > 1, UNEVEN_MORE_TRACKS, UNEVEN_ONE_TRACK) * chord
        too_uneven = np.maximum(unevenness - most_uneven, 0)
        gradient.bends += (2 * BOW_OF_CONTROLS * hard * too_bent / size)[:, :, None] * state.bends
        gradient.bends += 0.08 * calm * state.bends
        on_difference = (20 * hard * too_uneven / unevenness)[:, None] * difference + 0.5 * calm * difference
        gradient.bends[:, 0] += on_difference
        gradient.bends[:, 1] -= on_difference
        demanded = (too_bent**2).sum() + 10 * (too_uneven**2).sum()
        wished = 0.04 * (state.bends**2).sum() + 0.25 * (difference**2).sum()
        return float(hard * demanded + calm * wished)

    def _cities(self, state: State, gradient: State, weights: Weights) -> float:
        """Cities stay on the picture and near home, and neighbours in their direction."""
        edge = MARGIN + DOT + 1.0
        out = np.minimum(state.cities - edge, 0)
        out += np.maximum(state.cities - self.problem.size - edge, 0)
        from_home = state.cities - self.home
        gradient.cities += 2 * weights.hard * out + 2 * weights.home * from_home
        cost = weights.hard * (out**2).sum() + weights.home * (from_home**2).sum()
        a, b = self.problem.ends.T
        across = state.cities[b] - state.cities[a]
        turn = smallest_turn(np.arctan2(across[:, 1], across[:, 0]) - self.problem.directions)
        most = np.where(self.loose, LOOSE_TURN, TURN)
        too_turned = np.where(self.free, 0, np.maximum(abs(turn) - most, 0))
        scale = weights.hard * 2500.0
        square = (across**2).sum(axis=1)
        at_right_angles = np.column_stack([-across[:, 1], across[:, 0]])
        pull = 2 * scale * too_turned * np.sign(turn) / square
        sideways = pull[:, None] * at_right_angles
        gentle_pull = weights.home * 400.0 * turn / square  # towards the direction on the Earth; it costs nothing
        sideways += gentle_pull[:, None] * at_right_angles
        _add(gradient.cities, b, sideways)
        _add(gradient.cities, a, -sideways)
        return float(cost + scale * (too_turned**2).sum())

    def _add_slopes_of_variables(
        self,
        here: Floats,
        discs: Floats,
        on_discs: Floats,
        on_lengths: Floats,
        by_row: Floats,
        by_length: Floats,
        on_controls: Floats,
        gradient: State,
    ) -> None:
        """Adds to `gradient` the slopes by discs, lengths and control points, as slopes by variables (chain rule).

        `here`, `by_row` and `by_length` are what `Rows.slopes` gives.
        """
        rows = self.rows
        from_middle = discs - here[rows.disc_row, :2]
        on_angle = on_discs[:, 1] * from_middle[:, 0] - on_discs[:, 0] * from_middle[:, 1]
        on_rows = np.column_stack(
            [np.bincount(rows.disc_row, part, len(here)) for part in (on_discs[:, 0], on_discs[:, 1], on_angle)]
        )
        on_ten = np.einsum("krc,rc->kr", by_row, on_rows)
        of_pairs = np.array([np.bincount(rows.pair, row, len(on_lengths)) for row in on_ten])
        of_pairs += by_length * on_lengths
        on_controls += np.moveaxis(of_pairs[:8].reshape(4, 2, -1), 2, 0)
        gradient.pitch += of_pairs[8]
        gradient.shift += of_pairs[9]
        # The inner control points are at the thirds of the chord, moved by the bends: they follow both cities.
        a, b = self.problem.ends.T
        gradient.bends += on_controls[:, 1:3]
        third = on_controls[:, 1:3] / 3
        _add(gradient.cities, a, on_controls[:, 0] + 2 * third[:, 0] + third[:, 1])
        _add(gradient.cities, b, on_controls[:, 3] + third[:, 0] + 2 * third[:, 1])


def _within(places: Floats, points: Floats, reach: float) -> Ints:
    """(n, 2): the numbers of places and points that are nearer to each other than `reach`."""
    x, y = places[:, :1] - points[:, 0], places[:, 1:] - points[:, 1]
    return np.argwhere(x * x + y * y < reach * reach)


def _apart(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """The unit vectors from the second points to the first, and the distances."""
    across = one - other
    apart = np.hypot(across[:, 0], across[:, 1]) + 1e-9
    return across / apart[:, None], apart


def from_box(at: Floats, half: Floats) -> tuple[Floats, Floats]:
    """For points `at`, and boxes around 0 with these `half` sizes: the direction in which the distance grows, and it.

    The distance is negative inside a box.
    """
    over = abs(at) - half
    outside = np.maximum(over, 0)
    far = np.hypot(outside[:, 0], outside[:, 1])
    inside = np.minimum(over.max(axis=1), 0)
    axis = np.eye(2)[over.argmax(axis=1)]
    direction = np.where((far > 0)[:, None], outside / (far + 1e-9)[:, None], axis)
    return direction * np.where(at < 0, -1, 1), far + inside


def _outside(at: Floats, low: Floats | float, high: Floats | float) -> Floats:
    """How far points are below `low` (negative) or above `high` (positive), in x and y; 0 between these."""
    return np.asarray(np.minimum(at - low, 0) + np.maximum(at - high, 0))


def _on_controls(on_points: Floats) -> Floats:
    """(pairs, 4, 2): slopes by the control points of curves, from those by the points on the curves."""
    return np.asarray(np.einsum("st,psc->ptc", CURVE, on_points))


def _between_labels(middle: Floats, on_middle: Floats, half: Floats, weight: float) -> float:
    """Labels keep clear of one another."""
    one, other = np.triu_indices(len(middle), 1)
    at = middle[one] - middle[other]
    outwards, room = from_box(at, half[one] + half[other] + SIDE_BY_SIDE)
    short = np.maximum(LABEL_CLEAR - room, 0)
    pull = (2 * weight * short)[:, None] * outwards
    _add(on_middle, one, -pull)
    _add(on_middle, other, pull)
    return float(weight * (short**2).sum())


def _add(target: Floats, index: Ints, change: Floats) -> None:
    """Adds rows of `change` to `target` at `index`; repeated indices add up."""
    for column in range(target.shape[1]):
        target[:, column] += np.bincount(index, change[:, column], len(target))
