"""What the strip under the board says: the players, whose turn it is, the last action, the final round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.looks import Look
from companion.play.game import Game, Viewer
from companion.play.state import route_points
from companion.present.entries import entry_in_words
from companion.present.names import isolated
from companion.present.people import marks
from companion.rules.entries import Amend, CatchUp, Draw, Finish, Strike, Turn, in_force
from companion.rules.tally import tally
from companion.rules.verdict import verdict
from companion.words import gettext as _
from companion.words import ngettext

FEW_TRAINS: Final = 6


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's label: how they look, and how they stand. `points` is None where the table hides them."""

    color: str
    name: str
    look: Look
    trains: int
    used: int
    of: int
    points: int | None
    stations: int | None
    few: bool
    up: bool  # whose turn it likely is, or whose routes are entered
    yours: bool
    last_turn: bool | None  # in the final round: whether it is had


@dataclass(frozen=True, slots=True)
class Last:
    """The newest turn in force in words, by its place, and what was just put right, if it was."""

    place: int | None
    words: str
    mended: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the final standing."""

    rank: int
    panel: Panel
    total: int


@dataclass(frozen=True, slots=True)
class Strip:
    """All that is said under the board."""

    version: int
    phase: str
    live: bool
    plays: bool
    maker: bool
    panels: tuple[Panel, ...]
    turn: str
    last: Last
    hints: tuple[str, ...]
    next_player: Panel
    end: int | None  # the place of the finish, to take it back
    verdict: str | None = None
    standing: tuple[Standing, ...] = ()


def strip(game: Game, viewer: Viewer, chosen: str | None = None) -> Strip:
    """The strip as one device sees it. Where turns are not followed, a chosen player's routes are entered."""
    table = game.table
    up = chosen if chosen and not table.turns_followed else likely_player(game, viewer)
    panels = tuple(_panel(game, viewer, color, up) for color in game.setup.colors)
    next_panel = next(panel for panel in panels if panel.up)
    finished = table.finished
    result = tally(table) if finished else None
    return Strip(
        version=game.version,
        phase=table.phase,
        live=table.turns_followed and not finished,
        plays=viewer.plays,
        maker=viewer.role == "maker",
        panels=panels,
        turn=_turn(game, next_panel),
        last=_last(game, viewer),
        hints=tuple(_hints(game)),
        next_player=next_panel,
        end=next((place for place, entry in in_force(game.log) if isinstance(entry, Finish)), None),
        verdict=verdict(result) if result else None,
        standing=tuple(
            Standing(line.rank, next(p for p in panels if p.color == line.score.color), line.total)
            for line in (result.by_rank if result else ())
        ),
    )


def likely_player(game: Game, viewer: Viewer, own_first: bool = False) -> str:
    """Whose turn it likely is; where turns are not followed, whoever claimed last.

    With `own_first`, whom a claim on this phone is for: the seat it holds, where it holds one.
    """
    if own_first and len(viewer.seats) == 1:
        return next(iter(viewer.seats))
    if game.table.turns_followed:
        return game.table.next_player
    last = _turns(game)
    return last[-1][1].player if last else game.setup.starts or game.setup.colors[0]


def _panel(game: Game, viewer: Viewer, color: str, up: str) -> Panel:
    table = game.table
    of, left = game.board.trains_per_player, table.trains[color]
    hidden = game.options.points_hidden and not table.finished
    built = len(table.built_by(color))
    final = table.final_round
    return Panel(
        color=color,
        name=game.setup.name(color),
        look=marks(game)[color].look,
        trains=left,
        used=of - left,
        of=of,
        points=None if hidden else route_points(table, color),
        stations=game.board.stations.count - built if game.board.stations else None,
        few=left <= FEW_TRAINS,
        up=color == up,
        yours=color in viewer.seats,
        last_turn=None if final is None or table.finished else color in final.had,
    )


def _turn(game: Game, up: Panel) -> str:
    name = isolated(up.name)
    if game.table.finished:
        return _("The game is finished")
    if not game.table.turns_followed:
        return _("{name}'s routes: {used} of {of}").format(name=name, used=up.used, of=up.of)
    if game.table.phase == "reveal":
        return _("All have had their last turn")
    if game.table.phase == "final-round":
        return (
            _("Last turn: {name}").format(name=name)
            if not up.yours
            else _("Your last turn, {name}").format(name=name)
        )
    return _("Your turn, {name}").format(name=name) if up.yours else _("{name}'s turn").format(name=name)


def _turns(game: Game) -> Sequence[tuple[int, Turn]]:
    return [(place, entry) for place, entry in in_force(game.log) if isinstance(entry, Turn)]


def _last(game: Game, viewer: Viewer) -> Last:
    place = game.undoable(viewer)
    newest = game.log[-1] if game.log else None
    mended = None
    if isinstance(newest, Strike | Amend | CatchUp):
        # A strike is told once, on its own line; what it leaves is told on the line that can be undone.
        mended = entry_in_words(game, len(game.log), viewer)
    if place is None:
        return Last(None, _("Nothing is on the board yet"), mended)
    return Last(place, entry_in_words(game, place, viewer), mended)


def _hints(game: Game) -> list[str]:
    table, setup = game.table, game.setup
    hints = []
    if table.finished:
        return []
    final = table.final_round
    if final is not None:
        who = isolated(setup.name(final.triggered_by))
        left = table.trains[final.triggered_by]
        says = ngettext("Final round: {name} has {n} train left.", "Final round: {name} has {n} trains left.", left)
        hints.append(says.format(name=who, n=left) + " " + _whose_turns(game))
    turns = _turns(game)
    if table.turns_followed and len(turns) > 1 and turns[-1][1].player == turns[-2][1].player and not _late(turns):
        hints.append(_("{name} twice in a row?").format(name=isolated(setup.name(turns[-1][1].player))))
    return hints


def _whose_turns(game: Game) -> str:
    if game.table.waiting_for:
        return _("One more turn each.")
    return _("All last turns are played; now turn over the tickets.")


def _late(turns: Sequence[tuple[int, Turn]]) -> bool:
    return any(not isinstance(entry, Draw) and entry.late for _place, entry in turns[-2:])
