"""The cost of a state and its gradient: squared hinge losses for everything that a good picture demands."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.authoring.problem import BEST_PITCH, DOT, LONG, Floats, Ints, Problem
from companion.authoring.search_state import Rows, State, bernstein
from companion.boards.geometry import WIDER

CLEAR: Final = 1.7  # between any two things; the lint asks for 1
LABEL_CLEAR: Final = 2.2
LINE_CLEAR: Final = 2.5
SIDE_BY_SIDE: Final = np.array([4.0, 0.0])  # or two names on one line read as one
ROOMY: Final = 5.0  # between routes, wished for
START: Final = (1.9, 13.6)  # from dot to first space
GOOD_START: Final = 6.5
PITCH: Final = (LONG + 2.0, LONG + 6.5)
BOW: Final = 0.27
UNEVEN: Final = (0.07, 0.014)  # of the chord, by which the halves of a bend may differ: one track, more
TURN: Final = np.radians(33.8)
LOOSE_TURN: Final = np.radians(60)
OWN_DOT: Final = (1.8, 3.4)
OTHER_DOT: Final = 9.0
MARGIN: Final = 3.0
CURVE: Final = bernstein(np.linspace(0.04, 0.96, 21))


@dataclass(frozen=True)
class Weights:
    """The weights of the demands; `hard` grows during the search."""

    hard: float = 1.0
    labels: float = 1.0
    home: float = 0.002
    calm: float = 0.02


class Demands:
    """The cost function of one board.

    Each method below `cost_and_gradient` is one demand. It returns what the state costs by it, and adds the slope of
    that cost to `gradient` and to the arrays called `on_`, which hold slopes by positions: `on_discs` those by the
    middles of the spaces, `on_middle` by the middles of the labels, `on_controls` by the control points of curves.
    """

    def __init__(self, problem: Problem, rows: Rows, home: Floats, turned: Ints) -> None:
        self.problem, self.rows, self.home = problem, rows, home
        numbers = np.arange(len(problem.pairs))
        self.free = np.isin(numbers, turned)
        self.loose = np.isin(numbers, problem.loose)
        self.near: Ints = np.empty((0, 2), dtype=np.int64)
        self.at_dots: Ints = self.near
        self.at_labels: Ints = self.near
        self.at_lines: Ints = self.near
        self.label_lines: Ints = self.near

    def look_around(self, state: State) -> None:
        """Finds which things are near enough to each other to matter in the next steps."""
        rows = self.rows
        here, _whole = rows.place(rows.controls(state), state.pitch, state.shift)
        discs = rows.discs(here)
        pairs = rows.neighbours(discs, 13.5)
        one, other = pairs.T
        same_pair = rows.disc_pair[one] == rows.disc_pair[other]
        facing = same_pair & (rows.disc_row[one] == rows.disc_row[other])
        across = self.problem.may_cross[rows.disc_pair[one], rows.disc_pair[other]]
        self.near = pairs[~facing & ~across]
        self.at_dots = _within(state.cities, discs, 22.0)
        self.at_labels = _within(state.middles(self.problem), discs, 62.0)
        self.at_lines = self._lines_near(state, discs)
        points = np.einsum("st,ptc->psc", CURVE, rows.controls(state)).reshape(-1, 2)
        self.label_lines = _within(state.middles(self.problem), points, 62.0)

    def _lines_near(self, state: State, discs: Floats) -> Ints:
        """Index pairs: a point on a pair's middle line, and the disc of another pair at most 10 px off.

        Left out are points on the dots of the pair's own cities, and pairs that may cross.
        """
        points = np.einsum("st,ptc->psc", CURVE, self.rows.controls(state))
        ends = state.cities[self.problem.ends][:, None]
        free = np.hypot(*np.moveaxis(points[:, :, None] - ends, 3, 0)).min(axis=2).ravel() > DOT + 1.0
        near = self.rows.near_points(points.reshape(-1, 2), discs, 10.0)
        pair, other = near[:, 0] // len(CURVE), self.rows.disc_pair[near[:, 1]]
        return np.asarray(near[free[near[:, 0]] & (pair != other) & ~self.problem.may_cross[pair, other]])

    def cost_and_gradient(self, state: State, weights: Weights) -> tuple[float, State]:
        """The cost of a state, and its gradient."""
        rows, gradient = self.rows, state.zeros()
        here, whole, by_row, by_length = rows.slopes(state)
        discs = rows.discs(here)
        on_discs, on_lengths = np.zeros_like(discs), np.zeros_like(whole)
        bad = self._discs(discs, on_discs, weights)
        bad += self._dots(state, discs, on_discs, gradient, weights)
        bad += self._lengths(state, whole, on_lengths, gradient, weights)
        on_controls = np.zeros((len(whole), 4, 2))
        bad += self._labels(state, discs, on_discs, on_controls, gradient, weights)
        bad += self._curves(state, discs, on_discs, on_controls, weights)
        bad += self._bends(state, gradient, weights)
        bad += self._cities(state, gradient, weights)
        self._back(here, discs, on_discs, on_lengths, by_row, by_length, on_controls, gradient)
        return bad, gradient

    def _discs(self, discs: Floats, on_discs: Floats, weights: Weights) -> float:
        """Spaces keep clear of one another, and, if there is room, well clear of another route's."""
        one, other = self.near.T
        away, apart = _apart(discs[one], discs[other])
        room = apart - self.rows.radius[one] - self.rows.radius[other]
        same = self.rows.disc_pair[one] == self.rows.disc_pair[other]
        short = np.maximum(np.where(same, 1.7, CLEAR) - room, 0)
        wish = np.where(same, 0, np.maximum(ROOMY - room, 0))
        pull = 2 * (weights.hard * short + weights.calm * 0.15 * wish)
        _add(on_discs, one, -pull[:, None] * away)
        _add(on_discs, other, pull[:, None] * away)
        return float(weights.hard * (short**2).sum() + weights.calm * 0.15 * (wish**2).sum())

    def _dots(self, state: State, discs: Floats, on_discs: Floats, gradient: State, weights: Weights) -> float:
        """The cost of spaces too close to a city's dot; adds its slope for both, along which they move apart."""
        city, disc = self.at_dots.T
        direction, distance = _apart(state.cities[city], discs[disc])
        short = np.maximum(DOT + self.rows.radius[disc] + CLEAR - distance, 0)
        pull = (2 * weights.hard * short)[:, None] * direction
        _add(gradient.cities, city, -pull)
        _add(on_discs, disc, pull)
        return float(weights.hard * (short**2).sum())

    def _lengths(self, state: State, whole: Floats, on_lengths: Floats, gradient: State, weights: Weights) -> float:
        """A curve is as long as its row of spaces and its starts; gaps are alike."""
        n = self.problem.lengths
        row = (n - 1) * state.pitch + LONG
        spare = (whole - row) / 2 - DOT  # from each dot to the first space, but for the shift
        low = np.maximum(START[0] + abs(state.shift) - spare, 0)
        high = np.maximum(spare + abs(state.shift) + self.problem.unlike - START[1], 0)
        w, far = weights.hard, np.maximum(spare - GOOD_START, 0)
        on_lengths += w * (high - low) + weights.calm * far
        gradient.pitch += (n - 1) * (w * (low - high) - weights.calm * far)
        gradient.shift += 2 * w * np.sign(state.shift) * (low + high) + 2.0 * weights.calm * state.shift
        most = np.where(self.problem.unlike > 0, PITCH[1] / WIDER, PITCH[1])
        below, above = np.maximum(PITCH[0] - state.pitch, 0), np.maximum(state.pitch - most, 0)
        off = state.pitch - BEST_PITCH
        gradient.pitch += 2 * 10 * w * (above - below) + 2 * 4 * weights.calm * off
        bad = w * (low**2 + high**2 + 10 * (below**2 + above**2))
        return float((bad + weights.calm * (4 * off**2 + state.shift**2 + far**2)).sum())

    def _labels(
        self,
        state: State,
        discs: Floats,
        on_discs: Floats,
        on_controls: Floats,
        gradient: State,
        weights: Weights,
    ) -> float:
        """Labels keep clear of everything, and near their own dots."""
        w, half = weights.hard * weights.labels, self.problem.labels / 2
        middle = state.middles(self.problem)
        on_middle = np.zeros_like(middle)
        label, disc = self.at_labels.T
        outwards, room = _from_box(discs[disc] - middle[label], half[label])
        short = np.maximum(self.rows.radius[disc] + CLEAR - room, 0)
        pull = (2 * w * short)[:, None] * outwards
        _add(on_discs, disc, -pull)
        _add(on_middle, label, pull)
        bad = w * (short**2).sum()
        bad += self._labels_near_dots(state, middle, on_middle, gradient, w)
        bad += self._labels_off_curves(state, middle, on_middle, on_controls, w)
        bad += _label_pairs(middle, on_middle, half, w)
        low, high = MARGIN + half, self.problem.size - MARGIN - half
        out = np.minimum(middle - low, 0) + np.maximum(middle - high, 0)
        on_middle += 2 * w * out
        gradient.labels += on_middle
        gradient.cities[self.problem.named] += on_middle
        return float(bad + w * (out**2).sum())

    def _labels_near_dots(self, state: State, middle: Floats, on_middle: Floats, gradient: State, w: float) -> float:
        """A label is near the dot of its own city, neither on it nor far away, and clear of all other dots."""
        label, city = (grid.ravel() for grid in np.mgrid[0 : len(middle), 0 : len(state.cities)])
        outwards, room = _from_box(state.cities[city] - middle[label], self.problem.labels[label] / 2)
        own = self.problem.named[label] == city
        gap = room - DOT
        too_near = np.maximum(np.where(own, OWN_DOT[0], OTHER_DOT) - gap, 0)
        too_far = np.where(own, np.maximum(gap - OWN_DOT[1], 0), 0)
        pull = (2 * w * (too_far - too_near))[:, None] * outwards
        _add(gradient.cities, city, pull)
        _add(on_middle, label, -pull)
        return float(w * (too_near**2 + too_far**2).sum())

    def _labels_off_curves(
        self, state: State, middle: Floats, on_middle: Floats, on_controls: Floats, w: float
    ) -> float:
        """No route runs under a label, not even between two of its spaces."""
        points = np.einsum("st,ptc->psc", CURVE, self.rows.controls(state))
        flat = points.reshape(-1, 2)
        label, point = self.label_lines.T
        outwards, room = _from_box(flat[point] - middle[label], self.problem.labels[label] / 2)
        short = np.maximum(CLEAR + 0.5 - room, 0)
        pull = (2 * w * short)[:, None] * outwards
        on_points = np.zeros_like(flat)
        _add(on_points, point, -pull)
        _add(on_middle, label, pull)
        on_controls += np.einsum("st,psc->ptc", CURVE, on_points.reshape(points.shape))
        return float(w * (short**2).sum())

    def _curves(self, state: State, discs: Floats, on_discs: Floats, on_controls: Floats, weights: Weights) -> float:
        """Middle lines stay on the picture, and off other routes' spaces."""
        points = np.einsum("st,ptc->psc", CURVE, self.rows.controls(state))
        low, high = MARGIN + 8.0, self.problem.size - MARGIN - 8.0
        out = np.minimum(points - low, 0) + np.maximum(points - high, 0)
        on_points = 2 * weights.hard * out
        point, disc = self.at_lines.T
        away, apart = _apart(points.reshape(-1, 2)[point], discs[disc])
        short = np.maximum(self.rows.radius[disc] + LINE_CLEAR - apart, 0)
        pull = (2 * weights.hard * short)[:, None] * away
        _add(on_points.reshape(-1, 2), point, -pull)
        _add(on_discs, disc, pull)
        on_controls += np.einsum("st,psc->ptc", CURVE, on_points)
        return float(weights.hard * ((out**2).sum() + (short**2).sum()))

    def _bends(self, state: State, gradient: State, weights: Weights) -> float:
        """A route bends little, and evenly."""
        ends = self.problem.ends
        chord = np.hypot(*(state.cities[ends[:, 1]] - state.cities[ends[:, 0]]).T)[:, None]
        size = np.hypot(*np.moveaxis(state.bends, 2, 0)) + 1e-9
        over = np.maximum(size * 0.75 / chord - BOW, 0) * chord
        uneven = state.bends[:, 0] - state.bends[:, 1]
        w, calm = weights.hard, weights.calm
        kink = np.hypot(uneven[:, 0], uneven[:, 1]) + 1e-9
        sharp = np.maximum(kink - np.where(self.problem.tracks > 1, *UNEVEN[::-1]) * chord[:, 0], 0)
        twist = (20 * w * sharp / kink)[:, None] * uneven + 0.5 * calm * uneven
        gradient.bends += ((2 * 0.75 * w * over / size)[:, :, None]) * state.bends + 0.08 * calm * state.bends
        gradient.bends[:, 0] += twist
        gradient.bends[:, 1] -= twist
        easy = 0.04 * (state.bends**2).sum() + 0.25 * (uneven**2).sum()
        return float(w * ((over**2).sum() + 10 * (sharp**2).sum()) + calm * easy)

    def _cities(self, state: State, gradient: State, weights: Weights) -> float:
        """Cities stay on the picture and near home, and neighbours in their direction."""
        edge = MARGIN + DOT + 1.0
        out = np.minimum(state.cities - edge, 0)
        out += np.maximum(state.cities - self.problem.size - edge, 0)
        off = state.cities - self.home
        gradient.cities += 2 * weights.hard * out + 2 * weights.home * off
        bad = weights.hard * (out**2).sum() + weights.home * (off**2).sum()
        a, b = self.problem.ends.T
        across = state.cities[b] - state.cities[a]
        chord2 = (across**2).sum(axis=1)
        turn = np.arctan2(across[:, 1], across[:, 0]) - self.problem.directions
        turn = (turn + np.pi) % (2 * np.pi) - np.pi
        over = np.where(self.free, 0, np.maximum(abs(turn) - np.where(self.loose, LOOSE_TURN, TURN), 0))
        scale = weights.hard * 2500.0
        pull = 2 * scale * over * np.sign(turn) / chord2
        sideways = pull[:, None] * np.column_stack([-across[:, 1], across[:, 0]])
        gentle = weights.home * 400.0 * turn / chord2
        sideways += gentle[:, None] * np.column_stack([-across[:, 1], across[:, 0]])
        _add(gradient.cities, b, sideways)
        _add(gradient.cities, a, -sideways)
        return float(bad + scale * (over**2).sum())

    def _back(
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
        """Adds the gradient by discs and lengths to that of the state (chain rule)."""
        rows = self.rows
        spun = discs - here[rows.disc_row, :2]
        turning = on_discs[:, 1] * spun[:, 0] - on_discs[:, 0] * spun[:, 1]
        count = len(here)
        on_rows = np.column_stack(
            [np.bincount(rows.disc_row, part, count) for part in (on_discs[:, 0], on_discs[:, 1], turning)]
        )
        each = np.einsum("krc,rc->kr", by_row, on_rows)
        ten = np.array([np.bincount(rows.pair, row, len(on_lengths)) for row in each])
        ten += by_length * on_lengths
        on_controls += np.moveaxis(ten[:8].reshape(4, 2, -1), 2, 0)
        gradient.pitch += ten[8]
        gradient.shift += ten[9]
        a, b = self.problem.ends.T
        gradient.bends += on_controls[:, 1:3]
        third = on_controls[:, 1:3] / 3
        _add(gradient.cities, a, on_controls[:, 0] + 2 * third[:, 0] + third[:, 1])
        _add(gradient.cities, b, on_controls[:, 3] + third[:, 0] + 2 * third[:, 1])


def _within(places: Floats, points: Floats, reach: float) -> Ints:
    """The index pairs of places and points that are no farther apart than `reach`."""
    x, y = places[:, :1] - points[:, 0], places[:, 1:] - points[:, 1]
    return np.argwhere(x * x + y * y < reach * reach)


def _apart(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """The unit vectors from the second points to the first, and the distances."""
    across = one - other
    apart = np.hypot(across[:, 0], across[:, 1]) + 1e-9
    return across / apart[:, None], apart


def _from_box(at: Floats, half: Floats) -> tuple[Floats, Floats]:
    """The signed distance of points from a box around 0, and the direction in which it grows."""
    over = abs(at) - half
    outside = np.maximum(over, 0)
    far = np.hypot(outside[:, 0], outside[:, 1])
    inside = np.minimum(over.max(axis=1), 0)
    axis = np.eye(2)[over.argmax(axis=1)]
    direction = np.where((far > 0)[:, None], outside / (far + 1e-9)[:, None], axis)
    return direction * np.where(at < 0, -1, 1), far + inside


def _label_pairs(middle: Floats, on_middle: Floats, half: Floats, w: float) -> float:
    """Labels keep clear of one another."""
    one, other = np.triu_indices(len(middle), 1)
    at = middle[one] - middle[other]
    outwards, room = _from_box(at, half[one] + half[other] + SIDE_BY_SIDE)
    short = np.maximum(LABEL_CLEAR - room, 0)
    pull = (2 * w * short)[:, None] * outwards
    _add(on_middle, one, -pull)
    _add(on_middle, other, pull)
    return float(w * (short**2).sum())


def _add(target: Floats, index: Ints, change: Floats) -> None:
    """Adds rows of `change` to `target` at `index`; repeated indices add up."""
    for column in range(target.shape[1]):
        target[:, column] += np.bincount(index, change[:, column], len(target))
