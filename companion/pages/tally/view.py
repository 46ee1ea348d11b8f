"""The tally as a table, a column for each player, best first, with the reasons for its figures."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from companion.i18n import NP_, npgettext, pgettext
from companion.pages.shared.player_marks import Mark, marks
from companion.pages.shared.stage import highlighted, networks_of
from companion.picture import Scene
from companion.picture.game_scene import scene_of
from companion.play.view import View
from companion.prose import counts, reasons
from companion.prose.sentences import in_full
from companion.prose.verdict import verdict
from companion.rules.score import Item
from companion.rules.tally import Line

LABELS: Final = {
    "routes": NP_("line", "Routes"),
    "won": NP_("line", "Completed tickets"),
    "lost": NP_("line", "Tickets not completed"),
    "stations": NP_("line", "Stations"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a player, and a few words under it."""

    color: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the tally for everybody; `line` is the name by which its reasons are asked for."""

    line: str
    label: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A player at the head of a column."""

    mark: Mark
    won: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a reason. If it shows something on the board, its key asks for that."""

    words: str
    figure: str = ""
    about: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a figure is what it is."""

    title: str
    mark: Mark | None
    summary: str
    parts: tuple[Part, ...]
    scene: Scene
    key: str = ""  # of the part that is shown


def columns(game: View) -> list[Column]:
    """Everybody, best first."""
    everybody = marks(game)
    return [Column(everybody[line.score.color], line.rank == 1) for line in game.result.by_rank]


def rows(game: View) -> list[Row]:
    """Every line of the tally."""
    result = game.result
    counted = []
    for row in result.rows:
        own = {line.score.color: item for line, item in zip(result.lines, row, strict=True)}
        items = {line.score.color: own[line.score.color] for line in result.by_rank}
        figures = tuple(Figure(color, _points(item), _note(item)) for color, item in items.items())
        counted.append(Row(row[0].kind, _label(game, row[0].kind), figures))
    totals = tuple(Figure(line.score.color, str(line.total).replace("-", "−"), "") for line in result.by_rank)
    ranks = tuple(Figure(line.score.color, str(line.rank), "") for line in result.by_rank)
    return [
        *counted,
        Row("total", pgettext("column", "Total"), totals),
        Row("place", pgettext("column", "Place"), ranks),
    ]


def _label(game: View, kind: str) -> str:
    return pgettext(*LABELS[kind]) if kind in LABELS else reasons.bonus_name(game.board, kind)


def _points(item: Item) -> str:
    return str(item.points) if item.kind == "routes" else figure(item.points)


def _note(item: Item) -> str:
    if item.kind == "stations":
        return npgettext("stations", "{n} built", "{n} built", item.n).format(n=item.n) if item.n else ""
    return str(item.n) if item.n else ""


def figure(points: int) -> str:
    """Points as the table prints them: 0 is a dash."""
    return str(points).replace("-", "−") if points else "–"


def reason(game: View, color: str, line: str, key: str = "") -> Reason | None:
    """The reason of a player's figure, with the board showing it; None if there is no such figure.

    `key` names a part of it that is shown on the board instead.
    """
    labels = {row.line: row.label for row in rows(game)}
    if color not in game.setup.colors or line not in labels:
        return None
    own = game.result.line(color)
    summary, parts, scene = SUM_REASONS[line](game, own) if line in SUM_REASONS else _item_reason(game, own, line)
    by_key = {name: part for item in own.items for part in _parts(game, own, item) if (name := _part_key(part))}
    if key in by_key:
        scene = highlighted(game, color, by_key[key])
    return Reason(labels[line], marks(game)[color], summary, tuple(parts), scene, key if key in by_key else "")


def _parts(game: View, own: Line, item: Item) -> list[Item]:
    """The parts of an item, the most points first."""
    return sorted(game.result.parts(own, item), key=lambda part: -max(part.points, 0))


def _part_key(part: Item) -> str:
    """The key by which a part is asked for: a ticket's id, or what it is about; empty if nothing can be shown."""
    if part.kind == "ticket":
        return part.tickets[0]
    evidence = part.walks or part.routes or part.cities
    subjects = (*part.tickets, *part.things) or part.cities[:1]
    if "/" not in part.kind or not evidence or not subjects:
        return ""
    return f"{part.kind.partition('/')[0]}-{subjects[0]}"


ReasonParts = tuple[str, Iterable[Part], Scene]


def _item_reason(game: View, own: Line, line: str) -> ReasonParts:
    """The reason of an item: its sentence, and its parts, the most points first."""
    item = next(item for item in (*own.items, own.longest) if item.kind == line)
    lines = [_part(game, part) for part in _parts(game, own, item)]
    scene = highlighted(game, own.score.color, item)
    if line in LABELS:
        stations = [Part(words) for words in reasons.station_reasons(game.result, own, item)]
        return reasons.reason(game.board, item), stations if line == "stations" else lines, scene
    return (
        _with_minus(reasons.outcome(game.result, own, item)),
        [Part(reasons.reason(game.board, item)), *lines],
        scene,
    )


def _with_minus(words: str) -> str:
    """Words that begin with points, with a real minus sign if these are below 0."""
    return words.replace("-", "−", 1) if words.startswith("-") else words


def _part(game: View, part: Item) -> Part:
    about = reasons.reason(game.board, part) if part.kind in reasons.REASONS else ""
    return Part(reasons.item_name(game.board, part), figure(part.points), about, _part_key(part))


def _total_reason(game: View, own: Line) -> ReasonParts:
    """The rows that add up to the total."""
    color = own.score.color
    figures = [(row, figure) for row in rows(game) for figure in row.figures if figure.color == color]
    parts = [Part(row.label, figure.text) for row, figure in figures if row.line not in SUM_REASONS]
    return _with_minus(counts.points(own.total)), parts, networks_of(scene_of(game.table), {color})


def _place_reason(game: View, _own: Line) -> ReasonParts:
    """Why a player has their place."""
    return in_full(verdict(game.result)), [], scene_of(game.table)


SUM_REASONS: Final[Mapping[str, Callable[[View, Line], ReasonParts]]] = {
    "total": _total_reason,
    "place": _place_reason,
}
