"""The words said aloud: the last action, whose turn it is, the final round, how everybody stands. Never a ticket."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from companion.i18n import gettext as _
from companion.i18n import listed, ngettext
from companion.pages.shared.final_round import now_line
from companion.pages.shared.log import claimed, entry_in_words, points_shown
from companion.pages.shared.strip import Panel, Strip
from companion.pages.shared.turns import slip_lines
from companion.play.view import View
from companion.prose import counts
from companion.prose.names import board_name, isolated
from companion.prose.sentences import in_full, together
from companion.rules.log import AnyEntry, Claim, Station, Turn, in_force

AT_ONCE: Final = 3  # who missed more asks for it
MOST: Final = 8


@dataclass(frozen=True, slots=True)
class News:
    """The newest of what was done, each with its version; whose turn it is; the final round, once it has begun."""

    version: int
    acts: tuple[tuple[int, str], ...]
    turn: str
    final: str | None

    @property
    def told(self) -> dict[str, Any]:
        """The news in the form a page carries."""
        return asdict(self)


def news(game: View, strip: Strip) -> News:
    """The sentences a page may say; it says only those that are new since it last spoke."""
    final = None if game.table.finished else now_line(game)
    turns = [(place, entry) for place, entry in in_force(game.log) if isinstance(entry, Turn)]
    turn = together([in_full(strip.turn), *slip_lines(game, turns)])
    return News(game.version, tuple(_acts(game, _reported(game)[-AT_ONCE:])), turn, final)


def as_wanted(news: News, much: str) -> dict[str, Any] | None:
    """The news for a browser that wants so much of it said."""
    if much == "nothing":
        return None
    return (news if much == "all" else replace(news, acts=())).told


def since(game: View, version: int) -> list[str]:
    """The actions since a version, oldest first."""
    places = [place for place in _reported(game) if game.seen.versions[place - 1] > version]
    acts = [words for _version, words in _acts(game, places[-MOST:])]  # a long log is not worded whole
    earlier = len(places) - MOST
    if earlier > 0:
        text = ngettext("{n} more before that.", "{n} more before that.", earlier).format(n=earlier)
        return [text, *acts]
    return acts or [_("Nothing new since then.")]


def standings(strip: Strip) -> list[str]:
    """How everybody stands, and whose turn it is."""
    if strip.standing:
        # Translators: a place at the end, said aloud, such as: 1. Ada, 132 points.
        text = _("{rank}. {name}, {points}.")
        places = [
            text.format(rank=line.rank, name=isolated(line.panel.name), points=counts.points(line.total))
            for line in strip.standing
        ]
        return [*places, in_full(strip.verdict or "")]
    return [*(_stands(panel) for panel in strip.panels), in_full(strip.turn)]


def board_in_words(game: View) -> str:
    """The picture in words, as short as can be."""
    has = [_has(game, color) for color in game.setup.colors]
    n = len(game.table.free_routes())
    # Translators: tracks that nobody has claimed yet
    unclaimed = ngettext("{n} track unclaimed", "{n} tracks unclaimed", n).format(n=n)
    text = _("{board} board: {players}; {open}.")
    text = text.format(board=board_name(game.board), players=listed(has), open=unclaimed)
    if game.board.stations is None:
        return text
    built = len(game.table.stations)
    if not built:
        return together([text, _("No stations yet.")])
    return together([text, ngettext("{n} station built.", "{n} stations built.", built).format(n=built)])


def _has(game: View, color: str) -> str:
    n = len(game.table.routes_of(color))
    if not n:
        return _("{name} has no routes").format(name=isolated(game.setup.name(color)))
    text = ngettext("{name} has {n} route", "{name} has {n} routes", n)
    return text.format(name=isolated(game.setup.name(color)), n=n)


def _reported(game: View) -> list[int]:
    """The places of all entries but those about tickets, which are passed over whoever asks."""
    return [place for place, secret in enumerate(game.seen.about_secrets, 1) if not secret]


def _acts(game: View, places: Iterable[int]) -> list[tuple[int, str]]:
    """The entries at these places in words, each with its version."""
    stands = dict(in_force(game.log))
    return [(game.seen.versions[place - 1], _act(game, place, stands)) for place in places]


def _act(game: View, place: int, stands: dict[int, AnyEntry]) -> str:
    """A turn with what it leaves its player; what was put right since, or puts right, as the log tells it."""
    entry = game.log[place - 1]
    if entry != stands.get(place) or not isinstance(entry, Claim | Station):
        return in_full(entry_in_words(game, place))
    if isinstance(entry, Claim):
        worth = points_shown(game, entry)
        text = claimed(game, entry, "" if worth is None else counts.points(worth))
        text = _("{entry}, entered late").format(entry=text) if entry.late else text
    else:
        text = entry_in_words(game, place)
    n = _left(game, place, entry, stands)
    left = counts.pieces_left(game.board.piece, n) if isinstance(entry, Claim) else counts.stations_left(n)
    return together([in_full(text), in_full(left)])


def _left(game: View, place: int, entry: Claim | Station, stands: dict[int, AnyEntry]) -> int:
    """The trains, or stations, that the turn left its player: what is left now, and what was placed since."""
    after = [e for at, e in stands.items() if at > place and isinstance(e, type(entry)) and e.player == entry.player]
    if isinstance(entry, Claim):
        placed = sum(game.table.took(e) for e in after if isinstance(e, Claim))
        return game.table.trains[entry.player] + placed
    count = game.board.stations.count if game.board.stations else 0
    return count - len(game.table.built_by(entry.player)) + len(after)


def _stands(panel: Panel) -> str:
    stands = [] if panel.points is None else [counts.points(panel.points)]
    stands += [] if panel.kinds else [counts.pieces_left(panel.piece, panel.trains)]
    stands += [words for words, _n in panel.figures]
    if panel.stations is not None:
        stands.append(counts.stations_left(panel.stations))
    # Translators: a player and how they stand, said aloud
    return _("{name}: {stands}.").format(name=isolated(panel.name), stands=listed(stands))
