"""Chooses the position of each label: of several around its dot, the one with the most free room."""

from typing import Final

import numpy as np

from companion.authoring.demands import CLEAR, CURVE, LABEL_CLEAR, from_box
from companion.authoring.problem import DOT, Floats, Problem
from companion.authoring.search_state import Rows, State, points_on_curves

GAP: Final = 2.4  # between a dot and its label
FARTHEST: Final = 5.0  # from the rim of its dot to a label
STUCK: Final = 1.5  # a label with a higher cost lies on something
NEAR: Final = 20.0  # how far beyond its own size a label could be moved onto something
# How far the label's middle is moved along a side of the dot, in parts of its size, and what that costs in looks.
ALONG: Final = ((0.0, 0.0), (0.25, 0.3), (-0.25, 0.3), (0.45, 0.6), (-0.45, 0.6))
# The sides of the dot, as directions in x and y: right, left, above, below; and what each costs in looks.
SIDES: Final = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.2), (0.0, -1.0, 0.4), (0.0, 1.0, 0.6))


def places(size: Floats) -> tuple[Floats, Floats]:
    """(n, 2): the offsets from its dot that a label of this size may have; and (n,): what each costs in looks."""
    offsets, costs = [], []
    for dx, dy, cost in SIDES:
        for part, extra in ALONG:
            slide = part * size * abs(np.array([dy, dx])) * (1.0, 1.6)
            reach = (DOT + GAP + size / 2) * np.array([dx, dy])
            offsets.append(reach + slide)
            costs.append(cost + extra)
    for dx in (-1, 1):  # and at the four corners
        for dy in (-1, 1):
            offsets.append((DOT * 0.75 + GAP * 0.7 + size / 2) * np.array([dx, dy]))
            costs.append(0.5)
    return np.array(offsets), np.array(costs)


class Choosing:
    """Everything in a state that labels could overlap, to find the best position of each."""

    def __init__(self, problem: Problem, rows: Rows, state: State) -> None:
        self.problem, self.state = problem, state
        here, _whole = rows.place(rows.controls(state), state.pitch, state.shift)
        discs = rows.discs(here)
        curves = points_on_curves(CURVE, rows.controls(state)).reshape(-1, 2)
        self._obstacles = np.concatenate([discs, curves, state.cities])
        self._radius = np.concatenate([rows.radius, np.zeros(len(curves)), np.full(len(state.cities), DOT + 3.0)])
        self._first_dot = len(discs) + len(curves)  # the number of the first city among the obstacles

    def costs(self, i: int, offsets: Floats) -> Floats:
        """How much of the room that a label needs is occupied, at each of some offsets from its dot."""
        city = self.problem.named[i]
        away = abs(self._obstacles - self.state.cities[city])
        near = (away < self.problem.labels[i] + NEAR).all(axis=1).nonzero()[0]
        radius = self._radius[near]
        radius[near == self._first_dot + city] = DOT  # its own dot may be nearer than others
        return _costs(self.problem, self.state, i, offsets, self._obstacles[near], radius)

    def best(self, i: int) -> Floats:
        """(n, 2): all offsets of a label from its dot, best first."""
        offsets, costs = places(self.problem.labels[i])
        return np.asarray(offsets[np.argsort(self.costs(i, offsets) + costs)])


def choose(problem: Problem, rows: Rows, state: State, keep: float = 0.5) -> None:
    """Moves each label of the state to its best position, if it gains more than `keep` by that; in two rounds."""
    choosing = Choosing(problem, rows, state)
    for _round in range(2):
        for i in range(len(problem.named)):
            offsets, costs = places(problem.labels[i])
            offsets = np.concatenate([state.labels[i : i + 1], offsets])
            costs = np.concatenate([[-keep], costs])
            state.labels[i] = offsets[int(np.argmin(choosing.costs(i, offsets) + costs))]


def stuck(problem: Problem, rows: Rows, state: State) -> list[int]:
    """The numbers of the labels that lie on something, the worst first."""
    choosing = Choosing(problem, rows, state)
    costs = [float(choosing.costs(i, state.labels[i : i + 1])[0]) for i in range(len(problem.named))]
    return sorted((i for i, cost in enumerate(costs) if cost > STUCK), key=lambda i: -costs[i])


def astray(problem: Problem, state: State) -> list[int]:
    """The numbers of the labels that are too far from their dots."""
    offsets, sizes = state.labels, problem.labels
    gaps = np.maximum(abs(offsets) - sizes / 2, 0)  # from the dot's middle to the label's box, in x and y
    return [int(i) for i in np.nonzero(np.hypot(*gaps.T) - DOT > FARTHEST)[0]]


def _costs(problem: Problem, state: State, i: int, offsets: Floats, obstacles: Floats, radius: Floats) -> Floats:
    """(offsets,): how much of the room that a label needs is occupied or off the picture, at each offset.

    It may be occupied by the obstacles, which have these radiuses, and by other labels.
    """
    middles, half = state.cities[problem.named[i]] + offsets, problem.labels[i] / 2
    room = _rooms(obstacles, middles, half)
    taken = (np.maximum(radius + CLEAR - room, 0) ** 2).sum(axis=1)
    others = np.arange(len(problem.named)) != i
    room = _rooms(state.middles(problem)[others], middles, half + problem.labels[others] / 2)
    taken += 3 * (np.maximum(LABEL_CLEAR - room, 0) ** 2).sum(axis=1)
    out = np.maximum(half + 2 - middles, 0) + np.maximum(middles + half + 2 - problem.size, 0)
    return np.asarray(taken + 3 * (out**2).sum(axis=1))


def _rooms(points: Floats, middles: Floats, half: Floats) -> Floats:
    """(middles, points): the distance from each box to each point; `half` is half the size of the boxes.

    It may also be a size for each point.
    """
    at = (points[None] - middles[:, None]).reshape(-1, 2)
    sizes = np.broadcast_to(half, points.shape)
    _direction, room = from_box(at, np.broadcast_to(sizes, (len(middles), *points.shape)).reshape(-1, 2))
    return np.asarray(room.reshape(len(middles), len(points)))
