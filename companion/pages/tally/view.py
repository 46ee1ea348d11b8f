"""The tally as a table, a column for each player, best first, with the reasons for its figures."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

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
    """A figure of a player as text, and a note under it, such as the number of tickets."""

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
    """A part of a reason, such as a ticket."""

    words: str
    figure: str = ""
    about: str = ""
    key: str = ""  # by which it is asked for; empty if it shows nothing on the board


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a figure is what it is: a sentence, its parts, and the board with what it is about."""

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
    """Every row of the tally, its figures in the order of the columns."""
    result = game.result
    colors = [line.score.color for line in result.by_rank]
    counted = []
    for row in result.rows:
        items = {line.score.color: item for line, item in zip(result.lines, row, strict=True)}
        figures = tuple(Figure(color, _points(items[color]), _note(items[color])) for color in colors)
        counted.append(Row(row[0].kind, _label(game, row[0].kind), figures))
    totals = tuple(Figure(line.score.color, str(line.total).replace("-", "−"), "") for line in result.by_rank)
    ranks = tuple(Figure(line.score.color, str(line.rank), "") for line in result.by_rank)
    return [
        *counted,
        Row("total", pgettext("column", "Total"), totals),
        Row("place", pgettext("column", "Place"), ranks),
    ]


def _label(game: View, kind: str) -> str:
    """The name of a row for items of a kind."""
    return pgettext(*LABELS[kind]) if kind in LABELS else reasons.bonus_name(game.board, kind)


def _points(item: Item) -> str:
    """The points of an item; those of routes are printed even if they are 0."""
    return str(item.points) if item.kind == "routes" else figure(item.points)


def _note(item: Item) -> str:
    """The number that an item counts, such as of tickets; empty for 0."""
    if item.kind == "stations":
        return npgettext("stations", "{n} built", "{n} built", item.n).format(n=item.n) if item.n else ""
    return str(item.n) if item.n else ""


def figure(points: int) -> str:
    """Points as the table prints them: 0 is a dash."""
    return str(points).replace("-", "−") if points else "–"


def reason(game: View, color: str, line: str, key: str = "") -> Reason | None:
    """The reason of a player's figure, with the board showing it; None if there is no such figure.

    `key` is that of a part to show on the board instead.
    """
    labels = {row.line: row.label for row in rows(game)}
    if color not in game.setup.colors or line not in labels:
        return None
    own = game.result.line(color)
    why = SUM_REASONS[line](game, own) if line in SUM_REASONS else _item_reason(game, own, line)
    part = _part_called(game, own, key) if key else None
    scene = highlighted(game, color, part) if part else why.scene
    return Reason(labels[line], marks(game)[color], why.summary, tuple(why.parts), scene, key if part else "")


def _part_called(game: View, own: Line, key: str) -> Item | None:
    """The part of a player's tally that has this key; the last one if several have it."""
    parts = [part for item in own.items for part in _parts(game, own, item)]
    return next((part for part in reversed(parts) if _part_key(part) == key), None)


def _parts(game: View, own: Line, item: Item) -> list[Item]:
    """The parts of an item, the most points first."""
    return sorted(game.result.parts(own, item), key=lambda part: -max(part.points, 0))


def _part_key(part: Item) -> str:
    """The key by which a part is asked for; empty if nothing of it can be shown on the board.

    Of a ticket it is the ticket's id; of a part of a bonus, that bonus and what the part is about.
    """
    if part.kind == "ticket":
        return part.tickets[0]
    bonus, slash, _kind = part.kind.partition("/")
    can_be_shown = part.walks or part.routes or part.cities
    subjects = part.tickets + part.things or part.cities
    return f"{bonus}-{subjects[0]}" if slash and can_be_shown and subjects else ""


class ReasonParts(NamedTuple):
    """What a reason consists of, besides whose it is."""

    summary: str
    parts: Iterable[Part]
    scene: Scene


def _item_reason(game: View, own: Line, line: str) -> ReasonParts:
    """The reason of a row that counts one item."""
    item = next(item for item in (*own.items, own.longest) if item.kind == line)
    sentence = reasons.reason(game.board, item)
    scene = highlighted(game, own.score.color, item)
    if line == "stations":
        stations = [Part(words) for words in reasons.station_reasons(game.result, own, item)]
        return ReasonParts(sentence, stations, scene)
    parts = [_part(game, part) for part in _parts(game, own, item)]
    if line in LABELS:
        return ReasonParts(sentence, parts, scene)
    # Of a bonus, the summary is what it brought this player.
    outcome = _with_minus(reasons.outcome(game.result, own, item))
    return ReasonParts(outcome, [Part(sentence), *parts], scene)


def _with_minus(words: str) -> str:
    """Words that begin with points, with a real minus sign if these are below 0."""
    return words.replace("-", "−", 1) if words.startswith("-") else words


def _part(game: View, part: Item) -> Part:
    """A part of an item in words."""
    about = reasons.reason(game.board, part) if part.kind in reasons.REASONS else ""
    return Part(reasons.item_name(game.board, part), figure(part.points), about, _part_key(part))


def _total_reason(game: View, own: Line) -> ReasonParts:
    """The rows that add up to the total: all but those of SUM_REASONS, the total itself and the place."""
    color = own.score.color
    figures = [(row, figure) for row in rows(game) for figure in row.figures if figure.color == color]
    parts = [Part(row.label, figure.text) for row, figure in figures if row.line not in SUM_REASONS]
    return ReasonParts(_with_minus(counts.points(own.total)), parts, networks_of(scene_of(game.table), {color}))


def _place_reason(game: View, _own: Line) -> ReasonParts:
    """Why a player has their place."""
    return ReasonParts(in_full(verdict(game.result)), [], scene_of(game.table))


# How the rows that are no items explain their figures.
SUM_REASONS: Final[Mapping[str, Callable[[View, Line], ReasonParts]]] = {
    "total": _total_reason,
    "place": _place_reason,
}
