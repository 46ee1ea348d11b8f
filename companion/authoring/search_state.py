"""The variables of the search (cities, bends, labels), and the train spaces computed from them."""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np

from companion.authoring.problem import LONG, TRACK_GAP, WIDE, Floats, Ints, Problem

SAMPLES: Final = 25  # points along a curve, to measure its length
BOW_OF_CONTROLS: Final = 0.75  # how far a curve bows, in parts of how far its inner control points are moved
NUDGE: Final = 1e-4  # the small difference for numerical derivatives

# A train space as discs: five along its middle and one at each corner, smaller. Columns: where its middle is along
# the space (u) and across it (v), and its radius.
DISCS: Final = np.array(
    [(u, 0.0, WIDE / 2) for u in (-6.7, -3.35, 0.0, 3.35, 6.7)]
    + [(u, v, 0.8) for u in (-9.2, 9.2) for v in (-2.5, 2.5)]
)
MIDDLE_DISC: Final = 2  # the disc in the middle of a space


@dataclass
class State:
    """The variables of the search; the same class holds their gradient."""

    cities: Floats  # (cities, 2)
    bends: Floats  # (pairs, 2, 2): of the two inner control points, from the thirds of the chord
    pitch: Floats  # (pairs,)
    shift: Floats  # (pairs,)
    labels: Floats  # (labels, 2): the middle of the label's box from the dot

    def parts(self) -> list[Floats]:
        """The arrays of all variables."""
        return [getattr(self, field.name) for field in fields(self)]

    def middles(self, problem: Problem) -> Floats:
        """(labels, 2): the middles of the labels' boxes."""
        return np.asarray(self.cities[problem.named] + self.labels)

    def zeros(self) -> "State":
        """A state of the same shape in which every variable is 0."""
        return State(*(np.zeros_like(part) for part in self.parts()))

    def copy(self) -> "State":
        """A state with the same values, which can be changed independently."""
        return State(*(part.copy() for part in self.parts()))


class Rows:
    """The train spaces of all pairs, each covered by discs, as arrays.

    A row here is one space on a pair's middle line; each of the pair's tracks has a space beside it.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        count = problem.lengths
        self.pair: Ints = np.repeat(np.arange(len(count)), count)  # of each row
        self.step: Floats = np.concatenate([np.arange(n) - (n - 1) / 2 for n in count])  # in spaces, from the middle
        spaces = [(row, aside) for row in range(len(self.pair)) for aside in self._asides(row)]
        discs = [(row, u, aside + v, radius) for row, aside in spaces for u, v, radius in DISCS]
        table = np.array(discs)
        self.disc_row: Ints = table[:, 0].astype(np.int64)
        self.u, self.v, self.radius = table[:, 1], table[:, 2], table[:, 3]
        self.disc_pair: Ints = self.pair[self.disc_row]

    def _asides(self, row: int) -> Floats:
        """How far the spaces of each track lie to the side of this space on the middle line."""
        tracks = int(self.problem.tracks[self.pair[row]])
        return np.asarray((np.arange(tracks) - (tracks - 1) / 2) * (WIDE + TRACK_GAP))

    def controls(self, state: State) -> Floats:
        """(pairs, 4, 2): the control points of every pair."""
        a, b = state.cities[self.problem.ends[:, 0]], state.cities[self.problem.ends[:, 1]]
        inner = [a + (b - a) * part + state.bends[:, i] for i, part in enumerate((1 / 3, 2 / 3))]
        return np.stack([a, *inner, b], axis=1)

    def place(self, controls: Floats, pitch: Floats, shift: Floats) -> tuple[Floats, Floats]:
        """(rows, 3): x, y and angle of every space on its middle line; and (pairs,): the curves' lengths."""
        points = points_on_curves(bernstein(np.linspace(0, 1, SAMPLES)), controls)
        pieces = np.hypot(*np.moveaxis(np.diff(points, axis=1), 2, 0))
        lengths = np.concatenate([np.zeros((len(pieces), 1)), np.cumsum(pieces, axis=1)], axis=1)
        whole = lengths[:, -1]
        # Each space is found at its distance along the curve, between the two samples around it.
        along = (whole / 2 + shift)[self.pair] + pitch[self.pair] * self.step
        table = lengths[self.pair]
        i = np.clip((table <= along[:, None]).sum(axis=1) - 1, 0, SAMPLES - 2)
        rows = np.arange(len(along))
        t = (i + (along - table[rows, i]) / (table[rows, i + 1] - table[rows, i])) / (SAMPLES - 1)
        by_row = controls[self.pair]
        at = np.einsum("rt,rtc->rc", bernstein(t), by_row)
        slope = np.einsum("rt,rtc->rc", bernstein_slope(t), np.diff(by_row, axis=1))
        return np.column_stack([at, np.arctan2(slope[:, 1], slope[:, 0])]), whole

    def slopes(self, state: State) -> tuple[Floats, Floats, Floats, Floats]:
        """Spaces and lengths, and their derivatives by each pair's ten variables: (10, rows, 3) and (10, pairs).

        The ten are x and y of the four control points, pitch and shift. They are computed by small differences.
        """
        controls = self.controls(state)
        here, whole = self.place(controls, state.pitch, state.shift)
        by_row, by_length = [], []
        for k in range(10):
            moved, pitch, shift = controls.copy(), state.pitch, state.shift
            if k < 8:
                moved[:, k // 2, k % 2] += NUDGE
            elif k == 8:
                pitch = pitch + NUDGE
            else:
                shift = shift + NUDGE
            there, length = self.place(moved, pitch, shift)
            change = there - here
            change[:, 2] = smallest_turn(change[:, 2])
            by_row.append(change / NUDGE)
            by_length.append((length - whole) / NUDGE)
        return here, whole, np.array(by_row), np.array(by_length)

    def discs(self, here: Floats) -> Floats:
        """(discs, 2): the middles of all discs."""
        x, y, angle = here[self.disc_row].T
        c, s = np.cos(angle), np.sin(angle)
        return np.column_stack([x + self.u * c - self.v * s, y + self.u * s + self.v * c])

    def neighbours(self, discs: Floats, reach: float) -> Ints:
        """(n, 2): the numbers of discs of different spaces whose middles are nearer than `reach`.

        Only the discs of spaces that are near enough are compared, for speed.
        """
        each = len(DISCS)
        middles = discs[MIDDLE_DISC::each]
        apart = np.hypot(*np.moveaxis(middles[:, None] - middles[None], 2, 0))
        one, other = np.nonzero(np.triu(apart < reach + LONG, 1))
        grid = np.arange(each)
        first = (one[:, None, None] * each + grid[None, :, None]).repeat(each, axis=2).ravel()
        second = (other[:, None, None] * each + grid[None, None, :]).repeat(each, axis=1).ravel()
        close = np.hypot(*(discs[first] - discs[second]).T) < reach
        return np.column_stack([first[close], second[close]])

    def near_points(self, points: Floats, discs: Floats, reach: float) -> Ints:
        """(n, 2): the numbers of points and discs whose middles are nearer than `reach`.

        Only the discs of spaces that are near enough are compared, for speed.
        """
        each = len(DISCS)
        middles = discs[MIDDLE_DISC::each]
        x, y = points[:, :1] - middles[:, 0], points[:, 1:] - middles[:, 1]
        point, space = np.nonzero(x * x + y * y < (reach + LONG / 2) ** 2)
        first = point.repeat(each)
        second = (space[:, None] * each + np.arange(each)).ravel()
        close = np.hypot(*(points[first] - discs[second]).T) < reach
        return np.column_stack([first[close], second[close]])


def bernstein(t: Floats) -> Floats:
    """(len(t), 4): the weights of a cubic curve's control points at each t."""
    s = 1 - t
    return np.stack([s**3, 3 * s * s * t, 3 * s * t * t, t**3], axis=-1)


def bernstein_slope(t: Floats) -> Floats:
    """(len(t), 3): the weights that the differences of neighbouring control points have in the slope at each t."""
    s = 1 - t
    return np.stack([3 * s * s, 6 * s * t, 3 * t * t], axis=-1)


def points_on_curves(weights: Floats, controls: Floats) -> Floats:
    """(pairs, points, 2): points on every curve, from `weights` by `bernstein` and the curves' control points."""
    return np.asarray(np.einsum("st,ptc->psc", weights, controls))


def smallest_turn(angle: Floats) -> Floats:
    """The same angles, in radians, between minus half a turn and half a turn."""
    return np.asarray((angle + np.pi) % (2 * np.pi) - np.pi)
