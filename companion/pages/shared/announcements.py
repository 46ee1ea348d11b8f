"""Sentences read aloud at a table: recent actions, whose turn it is, the final round, scores. Never a ticket."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from companion.i18n import gettext as _
from companion.i18n import listed, ngettext
from companion.pages.shared.final_round import final_round_now
from companion.pages.shared.log_lines import claim_words, entry_in_words, visible_points
from companion.pages.shared.strip import Panel, Strip
from companion.pages.shared.turns import slip_lines
from companion.play.view import View
from companion.prose import counts
from companion.prose.display_names import board_name, isolated
from companion.prose.sentences import in_full, together
from companion.rules.log import AnyEntry, Claim, Station, Turn, in_force

AT_ONCE: Final = 3  # actions that a page may read aloud by itself
MOST_SINCE: Final = 8  # actions on the page of what is read aloud


@dataclass(frozen=True, slots=True)
class News:
    """Sentences: the newest actions, each with its version; whose turn it is; the final round, once it has begun."""

    version: int
    acts: tuple[tuple[int, str], ...]
    turn: str
    final: str | None

    @property
    def as_data(self) -> dict[str, Any]:
        """The news as the JSON that a page carries."""
        return asdict(self)


def news(game: View, strip: Strip) -> News:
    """What is new at the table, as sentences. A page reads aloud only those that it has not read before."""
    final = None if game.table.finished else final_round_now(game)
    turns = [(place, entry) for place, entry in in_force(game.log) if isinstance(entry, Turn)]
    turn_sentence = together([in_full(strip.turn), *slip_lines(game, turns)])
    newest_actions = _actions(game, _public_places(game)[-AT_ONCE:])
    return News(game.version, tuple(newest_actions), turn_sentence, final)


def news_for_setting(news: News, amount: str) -> dict[str, Any] | None:
    """What a page may read aloud by the setting `amount`: everything, all but the actions, or nothing (None)."""
    if amount == "nothing":
        return None
    if amount == "all":
        return news.as_data
    return replace(news, acts=()).as_data


def actions_since(game: View, version: int) -> list[str]:
    """The newest actions since a version as sentences, oldest first, after one that says how many came before."""
    places = [place for place in _public_places(game) if game.seen.versions[place - 1] > version]
    acts = [words for _version, words in _actions(game, places[-MOST_SINCE:])]  # a long log is not worded whole
    left_out = len(places) - MOST_SINCE
    if left_out > 0:
        text = ngettext("{n} more before that.", "{n} more before that.", left_out).format(n=left_out)
        return [text, *acts]
    return acts or [_("Nothing new since then.")]


def standings(strip: Strip) -> list[str]:
    """A sentence for each player's standing, then whose turn it is or who won."""
    if strip.standing:
        # Translators: a place at the end, said aloud, such as: 1. Ada, 132 points.
        text = _("{rank}. {name}, {points}.")
        rank_sentences = [
            text.format(rank=line.rank, name=isolated(line.panel.name), points=counts.points(line.total))
            for line in strip.standing
        ]
        return [*rank_sentences, in_full(strip.verdict or "")]
    return [*(_player_standing(panel) for panel in strip.panels), in_full(strip.turn)]


def board_in_words(game: View) -> str:
    """The board in one short sentence, for whoever cannot see the picture."""
    players = [_routes_in_words(game, color) for color in game.setup.colors]
    n = len(game.table.free_routes())
    # Translators: tracks that nobody has claimed yet
    unclaimed = ngettext("{n} track unclaimed", "{n} tracks unclaimed", n).format(n=n)
    text = _("{board} board: {players}; {open}.")
    text = text.format(board=board_name(game.board), players=listed(players), open=unclaimed)
    if game.board.stations is None:
        return text
    built = len(game.table.stations)
    if not built:
        return together([text, _("No stations yet.")])
    return together([text, ngettext("{n} station built.", "{n} stations built.", built).format(n=built)])


def _routes_in_words(game: View, color: str) -> str:
    """How many routes a player has, in words."""
    n = len(game.table.routes_of(color))
    if not n:
        return _("{name} has no routes").format(name=isolated(game.setup.name(color)))
    text = ngettext("{name} has {n} route", "{name} has {n} routes", n)
    return text.format(name=isolated(game.setup.name(color)), n=n)


def _public_places(game: View) -> list[int]:
    """The places in the log of all entries but those about secrets, such as tickets, which are never read aloud."""
    return [place for place, is_secret in enumerate(game.seen.about_secrets, 1) if not is_secret]


def _actions(game: View, places: Iterable[int]) -> list[tuple[int, str]]:
    """The entries at these places of the log as sentences, each with its version."""
    current = dict(in_force(game.log))
    return [(game.seen.versions[place - 1], _action(game, place, current)) for place in places]


def _action(game: View, place: int, current: dict[int, AnyEntry]) -> str:
    """An entry as a sentence: a turn with the pieces left after it; a corrected turn or anything else as in the log.

    `current` are the entries in force, by place.
    """
    entry = game.log[place - 1]
    if entry != current.get(place) or not isinstance(entry, Claim | Station):
        return in_full(entry_in_words(game, place))
    if isinstance(entry, Claim):
        worth = visible_points(game, entry)
        text = claim_words(game, entry, "" if worth is None else counts.points(worth))
        if entry.late:
            text = _("{entry}, entered late").format(entry=text)
    else:
        text = entry_in_words(game, place)
    n = _pieces_left(game, place, entry, current)
    left = counts.pieces_left(game.board.piece, n) if isinstance(entry, Claim) else counts.stations_left(n)
    return together([in_full(text), in_full(left)])


def _pieces_left(game: View, place: int, entry: Claim | Station, current: dict[int, AnyEntry]) -> int:
    """The trains, or stations, that a player had left after a turn: those left now, and those placed since."""
    later = [e for at, e in current.items() if at > place and isinstance(e, type(entry)) and e.player == entry.player]
    if isinstance(entry, Claim):
        placed_since = sum(game.table.took(claim) for claim in later if isinstance(claim, Claim))
        return game.table.trains[entry.player] + placed_since
    count = game.board.stations.count if game.board.stations else 0
    return count - len(game.table.built_by(entry.player)) + len(later)


def _player_standing(panel: Panel) -> str:
    """A player's points and pieces, in a sentence."""
    parts = []
    if panel.points is not None:
        parts.append(counts.points(panel.points))
    if not panel.kinds:  # else the figures say how many of each kind are left
        parts.append(counts.pieces_left(panel.piece, panel.trains))
    parts += [words for words, _n in panel.figures]
    if panel.stations is not None:
        parts.append(counts.stations_left(panel.stations))
    # Translators: a player and how they stand, said aloud
    return _("{name}: {stands}.").format(name=isolated(panel.name), stands=listed(parts))
