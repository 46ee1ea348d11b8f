"""The end of a search: labels that the descent left on the wrong side of something are tried elsewhere."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from companion.authoring.descent import Plan, search
from companion.authoring.labels import Choosing, astray, stuck
from companion.authoring.problem import Ints, Problem
from companion.authoring.search_state import Rows, State

# Strict from the first step, since nearly everything is in place.
STRICT: Final = Plan(
    steps=600, first=5.0, last=100.0, shake=0.0, home=0.003, calm=0.02, labels_until=0.3, uncross=(0.0,)
)
TRIAL: Final = replace(STRICT, steps=220, first=2.0, labels_until=0.0, uncross=())
SIDES: Final = 4  # the most sides of a label that are tried
ROUNDS: Final = 2

Judge = Callable[[State], int]


def settle(problem: Problem, state: State, turned: Ints, judge: Judge) -> State:
    """The state improved until `judge` counts fewer findings, or the same state."""
    best, findings = state, judge(state)
    if findings:
        best, findings = _relabelled(problem, best, findings, judge)
    if findings:
        best, findings = _better(best, findings, search(problem, best, turned, STRICT), judge)
    for _round in range(ROUNDS):
        if not findings:
            break
        before = findings
        for i in stuck(problem, Rows(problem), best):
            best, findings = _elsewhere(problem, best, findings, turned, i, judge)
        if findings == before:
            break
    return best


def _relabelled(problem: Problem, best: State, findings: int, judge: Judge) -> tuple[State, int]:
    """Tries other positions for labels that lie on something or are far from their dots; nothing else moves."""
    wrong = [*stuck(problem, Rows(problem), best), *astray(problem, best)]
    for i in dict.fromkeys(wrong):
        for offset in Choosing(problem, Rows(problem), best).best(i):
            state = best.copy()
            state.labels[i] = offset
            count = judge(state)
            if count < findings:
                best, findings = state, count
                break
    return best, findings


def _elsewhere(problem: Problem, best: State, findings: int, turned: Ints, i: int, judge: Judge) -> tuple[State, int]:
    """Tries a label on other sides of its dot, and moves everything to make room for it."""
    tried = 0
    for offset in Choosing(problem, Rows(problem), best).best(i):
        if not findings or tried == SIDES:
            break
        if np.hypot(*(offset - best.labels[i])) < problem.labels[i][1]:
            continue
        tried += 1
        state = best.copy()
        state.labels[i] = offset
        best, findings = _better(best, findings, search(problem, state, turned, TRIAL), judge)
    return best, findings


def _better(best: State, findings: int, other: State, judge: Judge) -> tuple[State, int]:
    count = judge(other)
    return (other, count) if count < findings else (best, findings)
