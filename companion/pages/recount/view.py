"""Recounting pieces: what people count against what the log says, and mistakes that explain a difference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.i18n import N_, ngettext
from companion.i18n import gettext as _
from companion.pages.shared.player_marks import Mark, marks
from companion.play.view import View
from companion.prose.display_names import isolated
from companion.prose.pieces import WORDS
from companion.prose.recount_questions import question
from companion.rules.piece_recount import Offer, Slip, recount

MOST_FORMS: Final = 5  # corrections offered to a player
# The button that corrects a mistake, by the kind of mistake.
BUTTONS: Final[Mapping[Slip, str]] = {
    "forgotten": N_("Claim for {name}"),
    "somebody-elses": N_("Give to {name}"),
    "never-claimed": N_("Take it back"),
    "wrong-route": N_("Change it"),
    "taken-back": N_("Bring it back"),
    "over": N_("Claim for {name}"),
    "with": N_("Change it"),
    "without": N_("Change it"),
    "left-out": N_("Enter it"),
    "mistaken": N_("Take it back"),
}


@dataclass(frozen=True, slots=True)
class CorrectionForm:
    """A mistake that would explain a difference: the question to ask, and the button that corrects it.

    Where no single entry can correct it, `button` and `entry` are empty.
    """

    key: str
    words: str
    button: str
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PieceCount:
    """A kind of piece of one player: how many the log says are left, what was typed, and whether the two agree."""

    field: str
    words: str
    log: int
    typed: str
    verdict: str = ""
    right: bool | None = None  # None where nothing was typed


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """A player: the counts of each kind of piece, whether any is off, and the mistakes that may explain it."""

    mark: Mark
    kinds: tuple[PieceCount, ...]
    off: bool = False
    corrections: tuple[CorrectionForm, ...] = ()


def fields(game: View) -> list[str]:
    """The names of all the form's fields."""
    return [kind.field for count in counts(game, {}) for kind in count.kinds]


def counts(game: View, typed: Mapping[str, str]) -> list[PlayerCount]:
    """Everybody's counts, as far as they were typed."""
    typed_counts = {color: _kinds(game, color, typed) for color in game.setup.colors}
    valid_counts = {color: _valid_counts(game, color, kinds) for color, kinds in typed_counts.items()}
    return [_player_count(game, mark, typed_counts[color], valid_counts) for color, mark in marks(game).items()]


def summary(counts: Sequence[PlayerCount], was_pressed: bool, only_trains: bool) -> str:
    """The answer to the button *Compare* in one sentence; empty before it was pressed, and where some count is off.

    `only_trains` says that the board has no other pieces.
    """
    every = [kind for count in counts for kind in count.kinds]
    typed = [kind for kind in every if kind.typed]
    if not was_pressed:
        return ""
    if not typed:
        if only_trains:
            return _("Type how many trains each player has left, then compare.")
        return _("Type how many pieces each player has left, then compare.")
    if any(kind.right is False for kind in typed):
        return ""
    if len(typed) < len(every):
        return _("These counts match the log.")
    return _("All counts match the log.")


def _kinds(game: View, color: str, typed: Mapping[str, str]) -> tuple[PieceCount, ...]:
    """A player's pieces of each kind, with what was typed for them.

    A field has the player's colour as its name, with the kind of piece where there are several.
    """
    left = game.table.left(color)
    kinds = []
    for kind, log in left.items():
        field = color if len(left) == 1 else f"{color}-{kind}"
        kinds.append(_piece_count(game, field, kind, log, typed.get(field, "").strip()))
    return tuple(kinds)


def _piece_count(game: View, field: str, kind: str, log: int, typed: str) -> PieceCount:
    """One kind of piece with what was typed, and whether that matches the number by the log."""
    words, most = _(WORDS[kind].remaining), game.board.trains_per_player
    if not typed:
        return PieceCount(field, words, log, "")
    left = _number(typed)
    if left is None or left > most:
        message = _("Enter a number from 0 to {most}.").format(most=most)
        return PieceCount(field, words, log, typed[:3], message, False)
    if left == log:
        return PieceCount(field, words, log, typed, _("Matches the log."), True)
    return PieceCount(field, words, log, typed, _difference(log, left), False)


def _valid_counts(game: View, color: str, piece_counts: Sequence[PieceCount]) -> Mapping[str, int]:
    """What was counted of a player's pieces, by kind; empty if one of the numbers is impossible."""
    valid = {}
    for kind, one in zip(game.table.left(color), piece_counts, strict=True):
        if one.typed:
            n = _number(one.typed)
            if n is None or n > game.board.trains_per_player:
                return {}
            valid[kind] = n
    return valid


def _player_count(
    game: View, mark: Mark, kinds: tuple[PieceCount, ...], valid_counts: Mapping[str, Mapping[str, int]]
) -> PlayerCount:
    """A player's counts, with mistakes that may explain a difference, given everybody's `valid_counts` by colour."""
    left = valid_counts[mark.color]
    if not left:
        return PlayerCount(mark, kinds)
    result = recount(game.table, game.log, mark.color, left, MOST_FORMS, valid_counts)
    return PlayerCount(
        mark, kinds, bool(result.difference), tuple(_correction_form(game, offer) for offer in result.offers)
    )


def _difference(log: int, left: int) -> str:
    """How far a count is from the log, in words."""
    n = abs(log - left)
    if left < log:
        text = ngettext("You counted {n} fewer; the log says {log}.", "You counted {n} fewer; the log says {log}.", n)
    else:
        text = ngettext("You counted {n} more; the log says {log}.", "You counted {n} more; the log says {log}.", n)
    return text.format(n=n, log=log)


def _correction_form(game: View, offer: Offer) -> CorrectionForm:
    """The question and the button for a possible mistake."""
    name = isolated(game.setup.name(offer.player)) if offer.player else ""
    words = question(game.table, offer)
    if offer.entry is None:
        return CorrectionForm("", words, "", {})
    key = " ".join((offer.slip, offer.route, offer.player, offer.instead, offer.choice))
    entry = offer.entry.model_dump(by_alias=True, exclude_defaults=True)
    return CorrectionForm(key, words, _(BUTTONS[offer.slip]).format(name=name), entry)


def _number(typed: str) -> int | None:
    """The number that was typed; None if it is none of up to three digits."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else None
