"""What the strip under the board says: the players, whose turn it is, the last action, the final round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.looks import Look
from companion.play.game import Game, Viewer
from companion.play.state import route_points
from companion.present.entries import entry_in_words
from companion.present.names import isolated
from companion.present.people import Mark, marks
from companion.rules.entries import Amend, CatchUp, Draw, Finish, Strike, Turn, in_force
from companion.rules.verdict import verdict
from companion.words import and_joined, ngettext
from companion.words import gettext as _

FEW_TRAINS: Final = 6

Turns = Sequence[tuple[int, Turn]]


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
    revealing: bool = False
    verdict: str | None = None
    standing: tuple[Standing, ...] = ()


def strip(game: Game, viewer: Viewer, chosen: str | None = None) -> Strip:
    """The strip as one device sees it. Where turns are not followed, a chosen player's routes are entered."""
    table, stands = game.table, in_force(game.log)
    turns = [(place, entry) for place, entry in stands if isinstance(entry, Turn)]
    up = chosen if chosen and not table.turns_followed else _likely(game, turns)
    panels = tuple(_panel(game, viewer, mark, up) for mark in marks(game).values())
    next_panel = next(panel for panel in panels if panel.up)
    finished = table.finished
    result = game.result if finished and not game.revealing else None
    return Strip(
        version=game.version,
        phase=table.phase,
        live=table.turns_followed and not finished,
        plays=viewer.plays,
        maker=viewer.role == "maker",
        panels=panels,
        turn=_turn(game, next_panel),
        last=_last(game, viewer),
        hints=tuple(_hints(game, turns)),
        next_player=next_panel,
        end=next((place for place, entry in stands if isinstance(entry, Finish)), None),
        revealing=game.revealing,
        verdict=verdict(result) if result else None,
        standing=tuple(
            Standing(line.rank, next(p for p in panels if p.color == line.score.color), line.total)
            for line in (result.by_rank if result else ())
        ),
    )


def claimer(game: Game, viewer: Viewer) -> str:
    """Whom a claim on this phone is likely for: the seat it holds, where it holds one, else whose turn it is."""
    if len(viewer.seats) == 1:
        return next(iter(viewer.seats))
    return _likely(game, [(place, entry) for place, entry in in_force(game.log) if isinstance(entry, Turn)])


def _likely(game: Game, turns: Turns) -> str:
    """Whose turn it likely is; where turns are not followed, whoever claimed last."""
    if game.table.turns_followed:
        return game.table.next_player
    return turns[-1][1].player if turns else game.setup.starts or game.setup.colors[0]


def _panel(game: Game, viewer: Viewer, mark: Mark, up: str) -> Panel:
    table, color = game.table, mark.color
    of, left = game.board.trains_per_player, table.trains[color]
    hidden = game.options.points_hidden and not table.finished
    built = len(table.built_by(color))
    final = table.final_round
    return Panel(
        color=color,
        name=mark.name,
        look=mark.look,
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
        return _("The tickets are turned over") if game.revealing else _("The game is finished")
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


def _last(game: Game, viewer: Viewer) -> Last:
    viewer = game.on_pages(viewer)
    place = game.undoable(viewer)
    newest = game.log[-1] if game.log else None
    mended = None
    # Whether a ticket was kept or taken back is not told: this phone may lie in the middle of the table.
    if isinstance(newest, Strike | Amend | CatchUp) and not _secret(game, len(game.log)):
        # A strike is told once, on its own line; what it leaves is told on the line that can be undone.
        mended = entry_in_words(game, len(game.log), viewer)
    if place is None:
        return Last(None, _("Nothing is on the board yet"), mended)
    words = entry_in_words(game, place, viewer)
    if _secret(game, place):
        words = _("A ticket of {name}").format(name=isolated(game.setup.name(game.keeper(place) or "")))
    return Last(place, words, mended)


def _secret(game: Game, place: int) -> bool:
    """Whether an entry is about a ticket that is not on the table yet."""
    return game.keeper(place) is not None and not game.table.finished


def _hints(game: Game, turns: Turns) -> list[str]:
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
    if table.turns_followed and len(turns) > 1 and turns[-1][1].player == turns[-2][1].player and not _late(turns):
        hints.append(_("{name} twice in a row?").format(name=isolated(setup.name(turns[-1][1].player))))
    return hints


def _whose_turns(game: Game) -> str:
    if game.table.waiting_for:
        return _("One more turn each.")
    waiting = [isolated(game.setup.name(color)) for color in game.setup.colors if not game.confirmed(color)]
    if not waiting:
        return _("All last turns are taken, and all tickets entered.")
    says = _("All last turns are taken: enter your tickets. Not all in yet: {names}.")
    return says.format(names=and_joined(waiting))


def _late(turns: Turns) -> bool:
    return any(not isinstance(entry, Draw) and entry.late for _place, entry in turns[-2:])
