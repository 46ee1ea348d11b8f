"""Chooses the position of each label: of several around its dot, the one with the most free room."""

from typing import Final

import numpy as np

from companion.authoring.demands import CLEAR, CURVE, LABEL_CLEAR, _from_box
from companion.authoring.problem import DOT, Floats, Problem
from companion.authoring.search_state import Rows, State

GAP: Final = 2.4
FARTHEST: Final = 5.0  # from the rim of its dot to a label
STUCK: Final = 1.5  # square units
NEAR: Final = 20.0  # beyond a label's own size, nothing that it could come to lie on
# Where along a side of the dot the label's middle is, in parts of its size, and what that costs in looks.
ALONG: Final = ((0.0, 0.0), (0.25, 0.3), (-0.25, 0.3), (0.45, 0.6), (-0.45, 0.6))
SIDES: Final = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.2), (0.0, -1.0, 0.4), (0.0, 1.0, 0.6))


def places(size: Floats) -> tuple[Floats, Floats]:
    """The offsets a label of a size may take, and what each costs in looks."""
    offsets, costs = [], []
    for dx, dy, cost in SIDES:
        for part, extra in ALONG:
            slide = part * size * abs(np.array([dy, dx])) * (1.0, 1.6)
            reach = (DOT + GAP + size / 2) * np.array([dx, dy])
            offsets.append(reach + slide)
            costs.append(cost + extra)
    for dx in (-1, 1):
        for dy in (-1, 1):
            offsets.append((DOT * 0.75 + GAP * 0.7 + size / 2) * np.array([dx, dy]))
            costs.append(0.5)
    return np.array(offsets), np.array(costs)


class Choosing:
    """Everything in a state that labels could overlap, and the costs of label positions."""

    def __init__(self, problem: Problem, rows: Rows, state: State) -> None:
        self.problem, self.state = problem, state
        here, _whole = rows.place(rows.controls(state), state.pitch, state.shift)
        discs = rows.discs(here)
        curves = np.einsum("st,ptc->psc", CURVE, rows.controls(state)).reshape(-1, 2)
        self._solid = np.concatenate([discs, curves, state.cities])
        self._far = np.concatenate([rows.radius, np.zeros(len(curves)), np.full(len(state.cities), DOT + 3.0)])
        self._dots = len(discs) + len(curves)

    def costs(self, i: int, offsets: Floats) -> Floats:
        """How much of the room that a label needs is occupied, at each of some offsets."""
        city = self.problem.named[i]
        near = (abs(self._solid - self.state.cities[city]) < self.problem.labels[i] + NEAR).all(axis=1).nonzero()[0]
        radius = self._far[near]
        radius[near == self._dots + city] = DOT  # its own dot may be near
        return _costs(self.problem, self.state, i, offsets, self._solid[near], radius)

    def best(self, i: int) -> Floats:
        """All positions of a label, best first."""
        offsets, costs = places(self.problem.labels[i])
        return np.asarray(offsets[np.argsort(self.costs(i, offsets) + costs)])


def choose(problem: Problem, rows: Rows, state: State, keep: float = 0.5) -> None:
    """Moves each label to its best position, in two rounds; it only moves if it gains more than `keep`."""
    choosing = Choosing(problem, rows, state)
    for _round in range(2):
        for i in range(len(problem.named)):
            offsets, costs = places(problem.labels[i])
            offsets = np.concatenate([state.labels[i : i + 1], offsets])
            costs = np.concatenate([[-keep], costs])
            state.labels[i] = offsets[int(np.argmin(choosing.costs(i, offsets) + costs))]


def stuck(problem: Problem, rows: Rows, state: State) -> list[int]:
    """The labels that lie on something, the worst first."""
    choosing = Choosing(problem, rows, state)
    costs = [float(choosing.costs(i, state.labels[i : i + 1])[0]) for i in range(len(problem.named))]
    return sorted((i for i, cost in enumerate(costs) if cost > STUCK), key=lambda i: -costs[i])


def astray(problem: Problem, state: State) -> list[int]:
    """The labels that are too far from their dots."""
    beside = np.maximum(abs(state.labels) - problem.labels / 2, 0)
    return [int(i) for i in np.nonzero(np.hypot(*beside.T) - DOT > FARTHEST)[0]]


def _costs(problem: Problem, state: State, i: int, offsets: Floats, solid: Floats, radius: Floats) -> Floats:
    """How much of the room that a label needs is occupied, at each of some offsets."""
    middles, half = state.cities[problem.named[i]] + offsets, problem.labels[i] / 2
    room = _rooms(solid, middles, half)
    taken = (np.maximum(radius + CLEAR - room, 0) ** 2).sum(axis=1)
    others = np.arange(len(problem.named)) != i
    room = _rooms(state.middles(problem)[others], middles, half + problem.labels[others] / 2)
    taken += 3 * (np.maximum(LABEL_CLEAR - room, 0) ** 2).sum(axis=1)
    out = np.maximum(half + 2 - middles, 0) + np.maximum(middles + half + 2 - problem.size, 0)
    return np.asarray(taken + 3 * (out**2).sum(axis=1))


def _rooms(points: Floats, middles: Floats, half: Floats) -> Floats:
    """(middles, points): the distance from each box to each point."""
    at = (points[None] - middles[:, None]).reshape(-1, 2)
    sizes = np.broadcast_to(half, points.shape)
    _way, room = _from_box(at, np.broadcast_to(sizes, (len(middles), *points.shape)).reshape(-1, 2))
    return np.asarray(room.reshape(len(middles), len(points)))
