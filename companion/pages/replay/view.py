"""A finished game claim by claim: what happened, in words and as the phone's own model reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.pages.shared.log_lines import claim_words, visible_points
from companion.pages.shared.player_marks import Mark, marks
from companion.picture.race import Curve
from companion.play.view import View
from companion.prose.course_words import block_words, completed_words, idle_words, turning_words
from companion.rules.course import Course, Moment, course
from companion.rules.log import Finish, in_force


@dataclass(frozen=True, slots=True)
class Step:
    """A claim: its place in the log, who made it, the sentences about it, and everybody's points after it."""

    place: int
    mark: Mark
    words: tuple[str, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about how the game went, with the number of the claim that it is about, if any."""

    words: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """Everything the page shows."""

    steps: tuple[Step, ...]
    remarks: tuple[Remark, ...]
    runs: tuple[Curve, ...]
    ordered: bool  # whether the claims are known to have been made in this order


def replay_of(game: View) -> Replay:
    """The game claim by claim. Only for finished games: it tells of tickets."""
    whole: Course = game.seen.cached("course", lambda: course(game.result))
    everybody = marks(game)
    steps = tuple(
        Step(
            moment.made.place,
            everybody[moment.made.claim.player],
            _words(game, moment),
            tuple(moment.points.values()),
        )
        for moment in whole.moments
    )
    return Replay(steps, tuple(_remarks(game, whole)), tuple(_runs(whole)), whole.ordered)


def entries_of(game: View) -> list[dict[str, Any]]:
    """The entries that change the board, each with its place in the log, for `apply` in static/js/state.js."""
    shown = [(place, entry) for place, entry in in_force(game.log) if not (entry.secret or isinstance(entry, Finish))]
    return [
        {"place": place, **entry.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"id", "at"})}
        for place, entry in shown
    ]


def _words(game: View, moment: Moment) -> tuple[str, ...]:
    """The claim of a moment in words, and then the tickets it completed."""
    claim = moment.made.claim
    worth = visible_points(game, claim)
    return claim_words(game, claim, f"+{worth}"), *completed_words(game.result, moment)


def _remarks(game: View, whole: Course) -> list[Remark]:
    """What turned the game, who blocked whom, and which trains were left."""
    turning, idle = turning_words(game.result, whole), idle_words(game.result, whole)
    return [
        *([Remark(turning, whole.turning)] if turning else []),
        *(Remark(block_words(game.result, block), block.number) for block in whole.blocks),
        *([Remark(idle)] if idle else []),
    ]


def _runs(whole: Course) -> list[Curve]:
    """Everybody's points over the game, with a stop at each claim that changed them."""
    runs = []
    for color in whole.idle:
        points = [0, *(moment.points[color] for moment in whole.moments)]
        stops = [(n, points[n]) for n in range(1, len(points)) if points[n] != points[n - 1]]
        runs.append(Curve(color, tuple(stops)))
    return runs
