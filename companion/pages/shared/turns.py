"""Turns in words: whose it is, what was done last, and what to mind. No Flask."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n import and_joined, marked
from companion.i18n import gettext as _
from companion.pages.shared.final_round import final_line, last_turns
from companion.pages.shared.log import entry_in_words
from companion.play.view import View
from companion.prose.names import isolated
from companion.prose.pieces import WORDS
from companion.prose.sentences import in_full, together
from companion.prose.warnings import clause
from companion.rules.log import Amend, Claim, Keep, Strike, Turn
from companion.rules.warnings import made_with

Turns = Sequence[tuple[int, Turn]]


@dataclass(frozen=True, slots=True)
class Last:
    """The newest turn in force in words, by its place, and what was just put right, if it was."""

    place: int | None
    words: str
    mended: str | None = None


def turn_line(game: View, name: str, used: int, yours: bool) -> str:
    """Whose turn it is, or whose routes are entered."""
    name, of = isolated(name), game.board.trains_per_player
    if game.table.finished:
        return _("The tickets are being revealed") if game.revealing else _("The game is finished")
    if not game.table.turns_followed:
        return marked(WORDS[game.board.piece].used, of).format(name=name, used=used, of=of)
    if game.table.phase == "reveal":
        return _("The last turns are over")
    if game.table.phase == "final-round" and game.table.turns_left(game.table.next_player) == 1:
        return (
            _("Last turn: {name}").format(name=name) if not yours else _("Your last turn, {name}").format(name=name)
        )
    return _("Your turn, {name}").format(name=name) if yours else _("{name}'s turn").format(name=name)


def last_line(game: View) -> Last:
    """The last line of the strip: the action that Undo would take back, or the one that was just corrected."""
    place = game.undo
    newest = game.log[-1] if game.log else None
    mended = None
    # Whether a ticket was kept or taken back is not told: this phone may lie in the middle of the table.
    if isinstance(newest, Strike | Amend) and not _only_adds(game, newest) and not game.is_secret(len(game.log)):
        # A strike is told once, on its own line; what it leaves is told on the line that can be undone.
        mended = entry_in_words(game, len(game.log))
    if place is None:
        return Last(None, _("Nothing on the board yet"), mended)
    words, entry = entry_in_words(game, place), game.log[place - 1]
    if isinstance(entry, Keep) and not game.table.finished:
        words = _("{name} kept a ticket").format(name=isolated(game.setup.name(entry.player)))
    return Last(place, words, mended)


def _only_adds(game: View, entry: Strike | Amend) -> bool:
    """Whether a claim was only told in full: the line of the claim itself says so."""
    first = game.log[entry.entry - 1]
    if not isinstance(entry, Amend) or not isinstance(first, Claim) or not isinstance(entry.instead, Claim):
        return False
    return (first.player, first.route) == (entry.instead.player, entry.instead.route)


def hint_lines(game: View, turns: Turns) -> list[str]:
    """The final round, and what looks like a slip."""
    if game.table.finished:
        return []
    final = final_line(game)
    hints = [together([final, _whose_turns(game)])] if final else []
    return [*hints, *slip_lines(game, turns)]


def slip_lines(game: View, turns: Turns) -> list[str]:
    """Two turns of the same player, mostly somebody else's, tapped in for the wrong one; and what a rule doubts."""
    if not game.table.turns_followed or game.table.finished or not turns:
        return []
    lines = [in_full(clause(game.table, notice)) for notice in made_with(game.table, turns[-1][0])]
    if len(turns) > 1 and turns[-1][1].player == turns[-2][1].player and not _late(turns):
        lines.append(_("{name} twice in a row?").format(name=isolated(game.setup.name(turns[-1][1].player))))
    return lines


def too_few(game: View) -> str:
    """That fewer than two play on, since the others have stopped."""
    if len(game.playing) > 1 or game.table.finished:
        return ""
    if not game.playing:
        return _("Everyone has stopped playing. Finish whenever you like.")
    return _("Only {name} is still playing. Finish whenever you like.").format(
        name=isolated(game.setup.name(game.playing[0]))
    )


def _whose_turns(game: View) -> str:
    if game.table.waiting_for:
        return last_turns(game)
    waiting = [isolated(game.setup.name(color)) for color in game.unconfirmed]
    if not waiting:
        return _("The last turns are over, and all tickets are in.")
    says = _("The last turns are over: enter your tickets. Not in yet: {names}.")
    return says.format(names=and_joined(waiting))


def _late(turns: Turns) -> bool:
    return any(not entry.in_turn for _place, entry in turns[-2:])
