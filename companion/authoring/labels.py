"""Choosing where each label stands: from places all around its dot, the one that is most in the clear."""

from typing import Final

import numpy as np

from companion.authoring.demands import CLEAR, CURVE, LABEL_CLEAR, _from_box
from companion.authoring.problem import DOT, HEIGHT, WIDTH, Floats, Problem
from companion.authoring.state import Rows, State

GAP: Final = 2.4
# Where along a side of the dot the label's middle is, in parts of its size, and what that costs in looks.
ALONG: Final = ((0.0, 0.0), (0.25, 0.3), (-0.25, 0.3), (0.45, 0.6), (-0.45, 0.6))
SIDES: Final = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.2), (0.0, -1.0, 0.4), (0.0, 1.0, 0.6))


def places(size: Floats) -> tuple[Floats, Floats]:
    """The offsets a label of a size may take, and what each costs in looks."""
    found, costs = [], []
    for dx, dy, cost in SIDES:
        for part, extra in ALONG:
            slide = part * size * abs(np.array([dy, dx])) * (1.0, 1.6)
            reach = (DOT + GAP + size / 2) * np.array([dx, dy])
            found.append(reach + slide)
            costs.append(cost + extra)
    for dx in (-1, 1):
        for dy in (-1, 1):
            found.append((DOT * 0.75 + GAP * 0.7 + size / 2) * np.array([dx, dy]))
            costs.append(0.5)
    return np.array(found), np.array(costs)


def choose(problem: Problem, rows: Rows, state: State, keep: float = 0.5) -> None:
    """Puts each label in its best place, one after another, twice over; leaving its place must pay."""
    here, _whole = rows.place(rows.controls(state), state.pitch, state.shift)
    discs = rows.discs(here)
    curves = np.einsum("st,ptc->psc", CURVE, rows.controls(state)).reshape(-1, 2)
    solid = np.concatenate([discs, curves, state.cities])
    radius = np.concatenate([rows.radius, np.zeros(len(curves)), np.full(len(state.cities), DOT + 3.0)])
    for _round in range(2):
        for i in range(len(problem.cities)):
            radius[len(discs) + len(curves) + i] = DOT  # its own dot may be near
            offsets, costs = places(problem.labels[i])
            offsets = np.concatenate([state.labels[i : i + 1], offsets])
            costs = np.concatenate([[-keep], costs])
            bad = [_cost(problem, state, i, offset, solid, radius) for offset in offsets]
            state.labels[i] = offsets[int(np.argmin(np.array(bad) + costs))]
            radius[len(discs) + len(curves) + i] = DOT + 3.0


def _cost(problem: Problem, state: State, i: int, offset: Floats, solid: Floats, radius: Floats) -> float:
    """How much of the room a label needs is taken."""
    middle, half = state.cities[i] + offset, problem.labels[i] / 2
    _way, room = _from_box(solid - middle, half[None])
    taken = float((np.maximum(radius + CLEAR - room, 0) ** 2).sum())
    others = np.arange(len(state.cities)) != i
    _way, room = _from_box((state.cities + state.labels)[others] - middle, half + problem.labels[others] / 2)
    taken += 3 * float((np.maximum(LABEL_CLEAR - room, 0) ** 2).sum())
    out = np.maximum(half + 2 - middle, 0) + np.maximum(middle + half + 2 - np.array([WIDTH, HEIGHT]), 0)
    return taken + 3 * float((out**2).sum())
