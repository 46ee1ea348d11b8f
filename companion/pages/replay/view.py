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
    """A claim: its place in the log, whose it is, the sentences about it, and everybody's points after it."""

    place: int
    mark: Mark
    words: tuple[str, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence about the game, with the number of the claim that it is about, if any."""

    words: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """Everything the page shows."""

    steps: tuple[Step, ...]
    told: tuple[Told, ...]
    runs: tuple[Curve, ...]
    ordered: bool


def replay_of(game: View) -> Replay:
    """The game claim by claim. Only for finished games: it tells of tickets."""
    went: Course = game.seen.cached("course", lambda: course(game.result))
    everybody = marks(game)
    steps = tuple(
        Step(
            moment.made.place,
            everybody[moment.made.claim.player],
            _words(game, moment),
            tuple(moment.points.values()),
        )
        for moment in went.moments
    )
    return Replay(steps, tuple(_told(game, went)), tuple(_runs(went)), went.ordered)


def entries_of(game: View) -> list[dict[str, Any]]:
    """The entries that change the board, each with its place in the log, for `apply` in static/js/state.js."""
    shown = [(place, entry) for place, entry in in_force(game.log) if not (entry.secret or isinstance(entry, Finish))]
    return [
        {"place": place, **entry.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"id", "at"})}
        for place, entry in shown
    ]


def _words(game: View, moment: Moment) -> tuple[str, ...]:
    claim = moment.made.claim
    worth = visible_points(game, claim)
    return claim_words(game, claim, f"+{worth}"), *completed_words(game.result, moment)


def _told(game: View, went: Course) -> list[Told]:
    turning, idle = turning_words(game.result, went), idle_words(game.result, went)
    return [
        *([Told(turning, went.turning)] if turning else []),
        *(Told(block_words(game.result, block), block.number) for block in went.blocks),
        *([Told(idle)] if idle else []),
    ]


def _runs(went: Course) -> list[Curve]:
    """Everybody's points over the game, with a stop at each claim that changed them."""
    runs = []
    for color in went.idle:
        points = [0, *(moment.points[color] for moment in went.moments)]
        stops = [(n, points[n]) for n in range(1, len(points)) if points[n] != points[n - 1]]
        runs.append(Curve(color, tuple(stops)))
    return runs
