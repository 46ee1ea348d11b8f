"""What is said aloud: what was just done, whose turn it is, the final round, how everybody stands. Never a ticket."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.play.game import Game, Viewer
from companion.present.log import claimed, entry_in_words, points_shown
from companion.present.table import Panel, Strip
from companion.present.turns import final_line, last_turns, slip_lines
from companion.prose.names import isolated
from companion.rules.log import AnyEntry, Claim, Hidden, Station, Turn, in_force

AT_ONCE: Final = 3  # who missed more asks for it
MOST: Final = 8
ANYBODY: Final = Viewer("watcher")


@dataclass(frozen=True, slots=True)
class News:
    """The newest of what was done, each with its version; whose turn it is; the final round, once it has begun."""

    version: int
    acts: tuple[tuple[int, str], ...]
    turn: str
    final: str | None

    @property
    def told(self) -> dict[str, Any]:
        """As a page carries it."""
        return asdict(self)


def news(game: Game, strip: Strip) -> News:
    """What a page may say: it says what is newer than what it said before."""
    final = None if game.table.finished else final_line(game)
    if final and game.table.waiting_for:
        final += " " + last_turns(game)
    turns = [(place, entry) for place, entry in in_force(game.log) if isinstance(entry, Turn)]
    turn = " ".join([f"{strip.turn}.", *slip_lines(game, turns)])
    return News(game.version, tuple(_acts(game, _reported(game)[-AT_ONCE:])), turn, final)


def since(game: Game, version: int) -> list[str]:
    """What was done since a version, oldest first."""
    places = [place for place in _reported(game) if game.snapshot.entries[place - 1].version > version]
    acts = [words for _version, words in _acts(game, places[-MOST:])]  # a long log is not worded whole
    earlier = len(places) - MOST
    if earlier > 0:
        says = ngettext("{n} more before that.", "{n} more before that.", earlier).format(n=earlier)
        return [says, *acts]
    return acts or [_("Nothing has changed since.")]


def standings(strip: Strip) -> list[str]:
    """How everybody stands, and whose turn it is."""
    if strip.standing:
        says = _("{rank}. {name}, {points}.")
        places = [
            says.format(rank=line.rank, name=isolated(line.panel.name), points=_points(line.total))
            for line in strip.standing
        ]
        return [*places, f"{strip.verdict}."]
    return [*(_stands(panel) for panel in strip.panels), f"{strip.turn}."]


def board_in_words(game: Game) -> str:
    """What the picture shows, as short as it can be said."""
    counts: list[str] = []
    for color in game.setup.colors:
        routes, says = len(game.table.routes_of(color)), "{name} {n}"
        if not counts:
            says = ngettext("{name} has {n} route", "{name} has {n} routes", routes)
        counts.append(says.format(name=isolated(game.setup.name(color)), n=routes))
    says = _("Board of {board}: {counts}; {open} open.")
    says = says.format(board=game.board.name, counts=", ".join(counts), open=len(game.table.free_routes()))
    if game.board.stations is None:
        return says
    built = len(game.table.stations)
    return f"{says} " + ngettext("{n} station.", "{n} stations.", built).format(n=built)


def _reported(game: Game) -> list[int]:
    """The places of all entries but those about tickets, which are passed over whoever asks."""
    entries = enumerate(zip(game.log, game.keepers, strict=True), 1)
    return [place for place, (entry, keeper) in entries if keeper is None and not isinstance(entry, Hidden)]


def _acts(game: Game, places: Iterable[int]) -> list[tuple[int, str]]:
    """The entries at these places in words, each with its version."""
    stands = dict(in_force(game.log))
    return [(game.snapshot.entries[place - 1].version, _act(game, place, stands)) for place in places]


def _act(game: Game, place: int, stands: dict[int, AnyEntry]) -> str:
    """A turn with what it leaves its player; what was put right since, or puts right, as the log tells it."""
    entry = game.log[place - 1]
    if entry != stands.get(place) or not isinstance(entry, Claim | Station):
        return f"{entry_in_words(game, place, ANYBODY)}."
    if isinstance(entry, Claim):
        worth = points_shown(game, entry)
        says = claimed(game, entry) if worth is None else f"{claimed(game, entry)}, {_points(worth)}"
        says = _("{entry}, entered late").format(entry=says) if entry.late else says
    else:
        says = entry_in_words(game, place, ANYBODY)
    left = _("{n} left.").format(n=_left(game, place, entry, stands))
    return f"{says}. {left}"


def _left(game: Game, place: int, entry: Claim | Station, stands: dict[int, AnyEntry]) -> int:
    """The trains, or stations, that the turn left its player: what is left now, and what was placed since."""
    after = [e for at, e in stands.items() if at > place and isinstance(e, type(entry)) and e.player == entry.player]
    if isinstance(entry, Claim):
        placed = sum(game.table.took(e) for e in after if isinstance(e, Claim))
        return game.table.trains[entry.player] + placed
    count = game.board.stations.count if game.board.stations else 0
    return count - len(game.table.built_by(entry.player)) + len(after)


def _stands(panel: Panel) -> str:
    parts = [] if panel.points is None else [_points(panel.points)]
    parts.append(ngettext("{n} train left", "{n} trains left", panel.trains).format(n=panel.trains))
    if panel.stations is not None:
        parts.append(ngettext("{n} station left", "{n} stations left", panel.stations).format(n=panel.stations))
    return _("{name}: {parts}.").format(name=isolated(panel.name), parts=", ".join(parts))


def _points(points: int) -> str:
    return ngettext("{n} point", "{n} points", points).format(n=points)
