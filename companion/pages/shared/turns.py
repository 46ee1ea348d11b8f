"""Turns in words: whose turn it is, what was done last, and what looks wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n import and_joined
from companion.i18n import gettext as _
from companion.pages.shared.final_round import final_round_begun, turns_left_each
from companion.pages.shared.log_lines import entry_in_words
from companion.play.view import View
from companion.prose import counts
from companion.prose.display_names import isolated
from companion.prose.sentences import together
from companion.rules.log import Amend, Claim, Keep, Strike, Turn

Turns = Sequence[tuple[int, Turn]]


@dataclass(frozen=True, slots=True)
class LastAction:
    """The entry that Undo would take back, by its place and in words, and a correction made just now."""

    place: int | None
    words: str
    corrected: str | None = None


def turn_line(game: View, name: str, left: int, yours: bool) -> str:
    """Whose turn it is; where turns are not tracked, whose routes are being entered."""
    name = isolated(name)
    if game.table.finished:
        return _("The tickets are being revealed") if game.revealing else _("The game is finished")
    if not game.table.turns_followed:
        return _("{name}'s routes: {left}").format(name=name, left=counts.pieces_left(game.board.piece_name, left))
    if game.table.phase == "reveal":
        return _("The last turns are over")
    if game.table.phase == "final-round" and game.table.turns_left(game.table.next_player) == 1:
        return (
            _("Last turn: {name}").format(name=name) if not yours else _("Your last turn, {name}").format(name=name)
        )
    return _("Your turn, {name}").format(name=name) if yours else _("{name}'s turn").format(name=name)


def last_action(game: View) -> LastAction:
    """The last action of the strip: the one that Undo would take back, and a correction made just now."""
    place = game.undo
    newest = game.log[-1] if game.log else None
    corrected = None
    # Nothing about tickets being taken back: this phone may lie in the middle of the table.
    if (
        isinstance(newest, Strike | Amend)
        and not _only_completes_claim(game, newest)
        and not game.is_secret(len(game.log))
    ):
        # A strike is shown once, on a line of its own; the other line shows the entry that Undo would take back.
        corrected = entry_in_words(game, len(game.log))
    if place is None:
        return LastAction(None, _("Nothing on the board yet"), corrected)
    words, entry = entry_in_words(game, place), game.log[place - 1]
    if isinstance(entry, Keep) and not game.table.finished:
        words = _("{name} kept a ticket").format(name=isolated(game.setup.name(entry.player)))
    return LastAction(place, words, corrected)


def _only_completes_claim(game: View, entry: Strike | Amend) -> bool:
    """Whether an amendment only adds to a claim or takes something off it: the claim's own line shows that."""
    first = game.log[entry.entry - 1]
    if not isinstance(entry, Amend) or not isinstance(first, Claim) or not isinstance(entry.instead, Claim):
        return False
    return (first.player, first.route) == (entry.instead.player, entry.instead.route)


def hint_lines(game: View, turns: Turns) -> list[str]:
    """Sentences about the final round and about what looks like a mistake."""
    if game.table.finished:
        return []
    final = final_round_begun(game)
    hints = [together([final, _still_to_do(game)])] if final else []
    return [*hints, *slip_lines(game, turns)]


def slip_lines(game: View, turns: Turns) -> list[str]:
    """A question where the same player had two turns in a row: mostly one was entered for the wrong player."""
    followed = game.table.turns_followed and not game.table.finished
    if followed and len(turns) > 1 and turns[-1][1].player == turns[-2][1].player and not _entered_late(turns):
        return [_("{name} twice in a row?").format(name=isolated(game.setup.name(turns[-1][1].player)))]
    return []


def _still_to_do(game: View) -> str:
    """What is left in the final round: turns, then tickets to enter."""
    if game.table.waiting_for:
        return turns_left_each(game)
    waiting = [isolated(game.setup.name(color)) for color in game.setup.colors if not game.confirmed(color)]
    if not waiting:
        return _("The last turns are over, and all tickets are in.")
    text = _("The last turns are over: enter your tickets. Not in yet: {names}.")
    return text.format(names=and_joined(waiting))


def _entered_late(turns: Turns) -> bool:
    return any(not entry.in_turn for _place, entry in turns[-2:])
