"""The initial state of a search: the map of the Earth, stretched to fill the picture, with routes uncrossed."""

from itertools import combinations, pairwise
from typing import Final

import numpy as np

from companion.authoring.labels import GAP
from companion.authoring.problem import BEST_PITCH, DOT, Floats, Problem
from companion.authoring.search_state import BOW_OF_CONTROLS, Rows, State, bernstein, points_on_curves
from companion.boards.geometry import cross

SIDE_ROOM: Final = (52.0, 24.0)  # that is left free at the sides, and at top and bottom
# Stretched more to one side than this, neighbours would no longer lie in their direction.
MOST_STRETCH: Final = 1.35
LEAST_SPAN: Final = 1e-3  # degrees; not 0 even where all cities lie on one line, since the room is divided by it
BOWS: Final = (0.0, 0.16, -0.16, 0.3, -0.3)  # how far a route may start bent, in parts of its length
LINE: Final = bernstein(np.linspace(0, 1, 9))  # the points of a curve that are looked at for crossings


def start(problem: Problem) -> State:
    """The state in which a search starts.

    Cities are placed by latitude and longitude, and moved apart where several are at the same point. Routes are
    straight, or bent where they would cross. Labels are to the right of their dots.
    """
    room = problem.size - 2 * np.array(SIDE_ROOM)
    low, high = problem.earth.min(axis=0), problem.earth.max(axis=0)
    scale = room / np.maximum(high - low, LEAST_SPAN)
    scale = np.minimum(scale, scale.min() * MOST_STRETCH)
    cities = problem.size / 2 + (problem.earth - (low + high) / 2) * scale
    count = len(problem.pairs)
    right_of_dot = problem.labels[:, 0] / 2 + DOT + GAP
    state = State(
        cities=_moved_apart(cities),
        bends=np.zeros((count, 2, 2)),  # all straight
        pitch=np.full(count, BEST_PITCH),
        shift=np.zeros(count),
        labels=np.column_stack([right_of_dot, np.zeros(len(problem.named))]),
    )
    uncross(problem, state)
    return state


def _moved_apart(cities: Floats) -> Floats:
    """Moves cities at the same point slightly apart; otherwise the gradient has no direction for them."""
    turn = np.arange(len(cities)) * 2.4  # the golden angle: no two directions alike
    are_close = abs(cities[:, None] - cities[None]).sum(axis=2) < 1
    shares_point = are_close.sum(axis=1) > 1  # with another city, beside itself
    return np.asarray(cities + 3 * shares_point[:, None] * np.column_stack([np.cos(turn), np.sin(turn)]))


def uncross(problem: Problem, state: State) -> None:
    """Bends pairs that cross (the longer one of two) so that they cross the fewest others. Changes the state.

    If both lead to borders, these are swapped as well, once.
    """
    rows, swapped = Rows(problem), set[tuple[int, int]]()
    for _round in range(3):
        lines = points_on_curves(LINE, rows.controls(state))
        crossing = [
            (i, j)
            for i, j in combinations(range(len(lines)), 2)
            if not problem.may_cross[i, j] and _cross(lines[i], lines[j])
        ]
        if not crossing:
            return
        for i, j in crossing:
            border_ends = [
                next((int(end) for end in problem.ends[k] if end in problem.borders), None) for k in (i, j)
            ]
            one, other = border_ends
            if one is not None and other is not None and one != other and (one, other) not in swapped:
                state.cities[[one, other]] = state.cities[[other, one]]
                swapped.add((one, other))
        longer_ones = {max(two, key=lambda k: problem.lengths[k]) for two in crossing}
        for i in sorted(longer_ones):
            _bend_aside(rows, state, i)


def _bend_aside(rows: Rows, state: State, i: int) -> None:
    """Gives a pair the bend with the fewest crossings; of equals the smallest bend."""
    a, b = state.cities[rows.problem.ends[i]]
    aside = np.array([a[1] - b[1], b[0] - a[0]])
    tries = []
    for bow in BOWS:
        state.bends[i] = aside * bow / BOW_OF_CONTROLS
        lines = points_on_curves(LINE, rows.controls(state))
        others = (j for j in range(len(lines)) if j != i and not rows.problem.may_cross[i, j])
        crossed = sum(_cross(lines[i], lines[j]) for j in others)
        tries.append((crossed, abs(bow), bow))
    _crossed, _size, best_bow = min(tries)
    state.bends[i] = aside * best_bow / BOW_OF_CONTROLS


def _cross(one: Floats, other: Floats) -> bool:
    """Whether two lines of straight pieces cross; meeting at an end, as in a city, is not crossing."""
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return False
    first, second = ([(float(x), float(y)) for x, y in line.round(6)] for line in (one, other))
    return any(cross(*a, *b) for a in pairwise(first) for b in pairwise(second))
