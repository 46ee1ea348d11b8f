"""The last step of proposing a picture: repairs what the search left wrong, mostly labels in bad positions."""

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

CountFindings = Callable[[State], int]  # how much is wrong with a picture, as the board check counts it


def repair(problem: Problem, state: State, turned: Ints, count_findings: CountFindings) -> State:
    """The state changed so that it has fewer findings; the same state if none is found that has.

    What is cheap is tried first: moving only wrong labels, then searching once more, then one label after the other,
    with everything else making room for it.
    """
    best, findings = state, count_findings(state)
    if findings:
        best, findings = _relabelled(problem, best, findings, count_findings)
    if findings:
        best, findings = _better(best, findings, search(problem, best, turned, STRICT), count_findings)
    for _round in range(ROUNDS):
        if not findings:
            break
        before = findings
        for label in stuck(problem, Rows(problem), best):
            best, findings = _with_room_for(label, problem, best, findings, turned, count_findings)
        if findings == before:
            break
    return best


def _relabelled(problem: Problem, best: State, findings: int, count_findings: CountFindings) -> tuple[State, int]:
    """Tries other positions for labels that lie on something or are far from their dots; nothing else moves.

    Gives the best state and the number of its findings.
    """
    wrong = [*stuck(problem, Rows(problem), best), *astray(problem, best)]
    for label in dict.fromkeys(wrong):
        for offset in Choosing(problem, Rows(problem), best).best(label):
            state = best.copy()
            state.labels[label] = offset
            count = count_findings(state)
            if count < findings:
                best, findings = state, count
                break
    return best, findings


def _with_room_for(
    label: int, problem: Problem, best: State, findings: int, turned: Ints, count_findings: CountFindings
) -> tuple[State, int]:
    """Tries a label on other sides of its dot, and moves everything to make room for it.

    Gives the best state and the number of its findings.
    """
    tried = 0
    for offset in Choosing(problem, Rows(problem), best).best(label):
        if not findings or tried == SIDES:
            break
        if np.hypot(*(offset - best.labels[label])) < problem.labels[label][1]:  # nearly where it is already
            continue
        tried += 1
        state = best.copy()
        state.labels[label] = offset
        best, findings = _better(best, findings, search(problem, state, turned, TRIAL), count_findings)
    return best, findings


def _better(best: State, findings: int, other: State, count_findings: CountFindings) -> tuple[State, int]:
    """The other state if it has fewer findings, else the best so far; and the number of its findings."""
    count = count_findings(other)
    return (other, count) if count < findings else (best, findings)
