"""Proposes a layout for a board, and improves an existing one."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from companion.authoring import fixed_parts
from companion.authoring.descent import Plan, boxes, search
from companion.authoring.lint import MOST_TURN, lint
from companion.authoring.problem import DOT, FONT, LONG, TRACK_GAP, WIDE, Floats, Ints, Problem, Size, problem
from companion.authoring.repair import repair
from companion.authoring.search_start import start
from companion.authoring.search_state import Rows, State, smallest_turn
from companion.boards.base import joined
from companion.boards.layout import Bend, Layout, Place, Turned
from companion.boards.model import Board
from companion.picture.track_shapes import Shapes

Report = Callable[[int, float], None] | None
# Why a pair with a border is excused, in the board's file.
ROOM: Final = "A sign at the border or a junction stands where there is room."
AROUND: Final = 12.0  # units left free around everything on a picture
LEAST_SIZE: Final = (300.0, 200.0)
# The second search, which starts where the first one ended.
MENDING: Final = Plan(steps=900, first=0.5, last=40.0, shake=0.0, home=0.005, labels_until=0.4)


def draft(
    board: Board,
    seed: int = 1,
    tries: int = 3,
    plan: Plan | None = None,
    size: Size | None = None,
    scale: float = 1.0,
    report: Report = None,
) -> Layout:
    """A new layout from the positions of the cities on the Earth: the best of at most `tries` searches."""
    layouts: list[tuple[int, Layout]] = []
    for n in range(tries):
        layout = _draft(board, seed + n, plan or Plan(), problem(board, size, scale), report)
        findings = len(lint(board.model_copy(update={"layout": layout})))
        layouts.append((findings, layout))
        if not findings:
            break
    _findings, best = min(layouts, key=lambda item: item[0])
    return best


def _draft(board: Board, seed: int, plan: Plan, facts: Problem, report: Report) -> Layout:
    """One attempt at a layout, random by its seed: a search, a second one to mend it, and a repair."""
    nothing_excused = np.array([], dtype=np.int64)

    def count_findings(state: State) -> int:
        """How many findings `lint` has about a state."""
        return len(lint(board.model_copy(update={"layout": _layout(facts, state)})))

    state = search(facts, start(facts), nothing_excused, plan, seed, report)
    state = search(facts, state, nothing_excused, replace(MENDING, steps=plan.steps // 2), seed, report)
    return cropped(board, _layout(facts, repair(facts, state, nothing_excused, count_findings)))


def cropped(board: Board, layout: Layout) -> Layout:
    """The layout with the picture cropped to what is on it."""
    shapes = Shapes(board, layout)
    points = [point for _place, label in shapes.labels for point in label]
    points += [point for track in shapes.tracks for shape in track.shapes for point in shape]
    points += [(p.x + r, p.y + r) for p in layout.cities for r in (-layout.dot, layout.dot)]
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    size = np.minimum(np.maximum(high - low + 2 * AROUND, LEAST_SIZE), (layout.width, layout.height)).round()
    x, y = (float(part) for part in ((low + high) / 2 - size / 2).round())  # the new upper left corner
    # Built anew and not copied: a copy would keep the places it has looked up.
    moved = layout.model_dump() | {"width": float(size[0]), "height": float(size[1])}
    for place in moved["cities"]:
        place.update(x=round(place["x"] - x, 1), y=round(place["y"] - y, 1))
        if place["label"]:
            left, top, *label = place["label"]
            place["label"] = [round(left - x, 1), round(top - y, 1), *label]
    for bend in moved["pairs"]:
        bend["path"] = [[round(u - x, 1), round(v - y, 1)] for u, v in bend["path"]]
    return Layout.model_validate(moved)


def repaired(board: Board, layout: Layout) -> Layout:
    """The layout, improved by moving labels that are on the wrong side of something."""
    movable = fixed_parts.movable(board, layout)
    facts, turned = _facts(movable, layout), _excused(movable, layout)

    def whole(state: State) -> Layout:
        """The layout of a state, with the parts of the old one that the search does not move."""
        return fixed_parts.whole(_layout(facts, state), layout, ROOM)

    def count_findings(state: State) -> int:
        """How many findings `lint` has about a state."""
        return len(lint(board.model_copy(update={"layout": whole(state)})))

    return whole(repair(facts, _state(facts, layout), turned, count_findings))


def _excused(board: Board, layout: Layout) -> Ints:
    """The numbers of pairs whose direction need not fit: excused in the board file, or with an end in an inset."""
    excused = {turned.pair for turned in layout.turned} | {
        bend.pair for bend in layout.pairs if fixed_parts.in_inset(layout, bend)
    }
    return np.array([i for i, pair in enumerate(sorted(board.pairs)) if pair in excused], dtype=np.int64)


def _layout(facts: Problem, state: State) -> Layout:
    """The layout of a board file for a state of the search: scaled up, and rounded."""
    scale = facts.scale
    cities = (state.cities * scale).round(1)
    labels = dict(zip(facts.named.tolist(), (boxes(facts, state) * scale).round(1).tolist(), strict=True))
    controls = (Rows(facts).controls(replace(state, cities=cities / scale)) * scale).round(1)
    places = enumerate(zip(facts.cities, cities.tolist(), strict=True))
    turned = [{"a": facts.pairs[i][0], "b": facts.pairs[i][1], "reason": ROOM} for i in _turned(facts, cities)]
    bends = zip(facts.pairs, controls.tolist(), state.pitch.tolist(), state.shift.tolist(), strict=True)
    return Layout(
        width=float(facts.size[0] * scale),
        height=float(facts.size[1] * scale),
        space=(LONG * scale, WIDE * scale),
        dot=DOT * scale,
        font=FONT,
        track_gap=TRACK_GAP * scale,
        cities=tuple(
            Place.model_validate({"id": city, "x": x, "y": y, "label": labels.get(i)}) for i, (city, (x, y)) in places
        ),
        pairs=tuple(
            Bend.model_validate(
                {"a": a, "b": b, "path": path, "pitch": round(pitch * scale, 2), "shift": round(shift * scale, 2)}
            )
            for (a, b), path, pitch, shift in bends
        ),
        turned=tuple(Turned.model_validate(each) for each in turned),
    )


def _turned(facts: Problem, cities: Floats) -> list[int]:
    """The numbers of pairs with a border or junction whose direction is far from that on the Earth."""
    across = cities[facts.ends[:, 1]] - cities[facts.ends[:, 0]]
    turn = smallest_turn(np.arctan2(across[:, 1], across[:, 0]) - facts.directions)
    is_far = abs(turn) > np.radians(MOST_TURN - 0.5)
    return [i for i in facts.loose.tolist() if is_far[i]]


def _facts(board: Board, layout: Layout) -> Problem:
    """The problem of a board that has a layout: the size, scale and crossings are those of the layout."""
    return problem(board, (layout.width, layout.height), layout.space[0] / LONG, layout.crossing)


def _state(facts: Problem, layout: Layout) -> State:
    """The state of the search for a layout: the reverse of `_layout`."""
    scale = facts.scale
    cities = np.array([(layout.place[city].x, layout.place[city].y) for city in facts.cities]) / scale
    bends = [layout.bend[joined(*pair)] for pair in facts.pairs]
    paths = np.array([bend.path for bend in bends]) / scale
    thirds = [paths[:, 0] + (paths[:, 3] - paths[:, 0]) * part for part in (1 / 3, 2 / 3)]
    label_boxes = np.array([layout.place[facts.cities[i]].label for i in facts.named]) / scale
    return State(
        cities=cities,
        bends=paths[:, 1:3] - np.stack(thirds, axis=1),
        pitch=np.array([bend.pitch for bend in bends]) / scale,
        shift=np.array([bend.shift for bend in bends]) / scale,
        labels=label_boxes[:, :2] + label_boxes[:, 2:] / 2 - cities[facts.named],
    )
