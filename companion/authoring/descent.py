"""The search for a layout: gradient descent, with demands that grow stricter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.authoring.demands import Demands, Weights
from companion.authoring.labels import choose
from companion.authoring.problem import Floats, Ints, Problem
from companion.authoring.search_start import uncross
from companion.authoring.search_state import Rows, State

# The step size of each part of a state: places, bends, pitch, shift, labels.
PACE: Final = (1.2, 1.0, 0.06, 0.12, 0.6)


@dataclass(frozen=True)
class Plan:
    """The settings of a search. Points in time are parts of the whole search: 0 is its start, 1 its end."""

    steps: int = 700
    first: float = 0.02  # how strict it is at first
    last: float = 6.0  # how strict it is at last
    shake: float = 2.0  # how much cities are moved at random
    home: float = 0.004  # the weight of cities being near where they started
    calm: float = 0.05  # the weight of what is only wished for
    labels_every: int = 40  # steps between two choices of the labels' positions
    labels_until: float = 0.8  # when the positions of labels are chosen for the last time
    uncross: tuple[float, ...] = (0.15, 0.35)  # when routes that still cross are bent to another side


def search(
    problem: Problem,
    state: State,
    turned: Ints,
    plan: Plan,
    seed: int = 1,
    report: Callable[[int, float], None] | None = None,
) -> State:
    """The state after a search from this one; `turned` are the pairs whose direction need not fit.

    `report` is called with the step and the cost every 100 steps.
    """
    random = np.random.default_rng(seed)
    rows = Rows(problem)
    demands = Demands(problem, rows, state.cities.copy(), turned)
    state = state.copy()
    mean_slope, mean_square = state.zeros(), state.zeros()
    steps_to_uncross = {int(part * plan.steps) for part in plan.uncross}
    for step in range(plan.steps):
        done = step / plan.steps
        if step % plan.labels_every == 0 and 0.05 < done < plan.labels_until:
            choose(problem, rows, state)
        if step in steps_to_uncross:
            uncross(problem, state)
        if step % 10 == 0:
            demands.look_around(state)
        hard = plan.first * (plan.last / plan.first) ** min(done / 0.85, 1.0)
        weights = Weights(hard, min(1.0, done * 4), plan.home, plan.calm)
        cost, gradient = demands.cost_and_gradient(state, weights)
        _shake(state, random, plan.shake * max(0.0, 0.6 - done) ** 2)
        _step(state, gradient, mean_slope, mean_square, step, _pace(done))
        if report and step % 100 == 0:
            report(step, cost)
    return state


def _pace(done: float) -> float:
    """The factor of the step size: it grows quickly at first, and becomes small towards the end."""
    return float(min(1.0, done * 20 + 0.1) * (0.5 + 0.5 * np.cos(np.pi * done)) ** 1.2 + 0.004)


def _shake(state: State, random: np.random.Generator, size: float) -> None:
    """Moves the cities a little at random, to escape local minima."""
    if size > 0:
        state.cities += random.normal(0, size * 0.3, state.cities.shape)


def _step(state: State, gradient: State, mean_slope: State, mean_square: State, step: int, pace: float) -> None:
    """One step of the Adam optimiser; changes the state, and the moving means of the slope and of its square."""
    parts = zip(state.parts(), gradient.parts(), mean_slope.parts(), mean_square.parts(), PACE, strict=True)
    for value, slope, mean, square, step_size in parts:
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope**2 - square)
        size = np.sqrt(square / (1 - 0.99 ** (step + 1))) + 1e-8
        value -= pace * step_size * mean / (1 - 0.9 ** (step + 1)) / size


def boxes(problem: Problem, state: State) -> Floats:
    """(labels, 4): the labels' boxes as x and y of the upper left corner, width and height."""
    return np.concatenate([state.middles(problem) - problem.labels / 2, problem.labels], axis=1)
