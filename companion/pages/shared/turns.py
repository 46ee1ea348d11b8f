"""Turns in words: whose turn it is, what was done last, and what looks wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n import and_joined
from companion.i18n import gettext as _
from companion.pages.shared.final_round import final_round_begun, turns_left_each
from companion.pages.shared.log_lines import entry_in_words
from companion.play.view import View
from companion.prose import counts
from companion.prose.display_names import isolated, route_name
from companion.prose.sentences import in_full, together
from companion.prose.warning_clauses import clause
from companion.rules.log import Amend, Claim, Keep, Station, Strike, Turn, in_force
from companion.rules.notices import made_with

Turns = Sequence[tuple[int, Turn]]  # with their places in the log


@dataclass(frozen=True, slots=True)
class LastAction:
    """The entries that Undo would take back, and those that Redo would bring back."""

    undo: tuple[int, ...]  # their places
    words: str
    corrected: str | None = None  # a correction made just now, in words
    question: str | None = None  # asked before it is taken back, where another phone reported it
    redo: tuple[int, ...] = ()  # the entries that Redo strikes, where this phone took something back just now
    redone: str = ""  # what that brings back, in words

    @property
    def place(self) -> int | None:
        """The place of the action's first entry."""
        return next(iter(self.undo), None)


def turn_line(game: View, name: str, left: int, yours: bool) -> str:
    """Whose turn it is; where turns are not tracked, whose routes are entered, with the pieces `left` to them."""
    name = isolated(name)
    if game.table.finished:
        return _("The tickets are being revealed") if game.revealing else _("The game is finished")
    if not game.table.turns_followed:
        return _("{name}'s routes: {left}").format(name=name, left=counts.pieces_left(game.board.piece_name, left))
    if game.table.phase == "reveal":
        return _("The final round is over")
    if game.table.phase == "final-round" and game.table.turns_left(game.table.next_player) == 1:
        text = _("Last turn: {name}") if not yours else _("Your last turn, {name}")
    else:
        text = _("Your turn, {name}") if yours else _("{name}'s turn")
    return text.format(name=name)


def last_action(game: View) -> LastAction:
    """The last action for the strip: what Undo would take back, what Redo brings back, and a correction just made."""
    undo, redo = game.seen.actions.undo, game.seen.actions.redo
    newest = game.log[-1] if game.log else None
    corrected = None
    # Nothing about tickets being taken back: this phone may lie in the middle of the table.
    if isinstance(newest, Strike | Amend) and len(game.log) not in undo and not game.is_secret(len(game.log)):
        # A strike is shown once, on a line of its own; the other line shows the entry that Undo would take back.
        corrected = entry_in_words(game, len(game.log))
    redo = redo if game.reported_here(redo) else ()
    strike = game.log[redo[0] - 1] if redo else None
    redone = _in_words(game, strike.entry) if isinstance(strike, Strike) else ""
    if not undo:
        return LastAction((), _("Nothing on the board yet"), corrected, redo=redo, redone=redone)
    question = None if game.reported_here(undo) else _question(game, undo[0])
    return LastAction(undo, _in_words(game, undo[0]), corrected, question, redo, redone)


def _in_words(game: View, place: int) -> str:
    """An entry in words; before the end, of a ticket only that one was kept."""
    entry = game.log[place - 1]
    if isinstance(entry, Amend) and _only_completes_claim(game, entry):
        return entry_in_words(game, entry.entry)
    if isinstance(entry, Keep) and not game.table.finished:
        return _("{name} kept a ticket").format(name=isolated(game.setup.name(entry.player)))
    return entry_in_words(game, place)


def _question(game: View, place: int) -> str:
    """The question before another phone's action is taken back."""
    entry = dict(in_force(game.log)).get(place)
    if isinstance(entry, Claim):
        route = route_name(game.board, game.board.route[entry.route])
        return _("Undo {name}'s claim of {route}?").format(name=isolated(game.setup.name(entry.player)), route=route)
    if isinstance(entry, Station):
        city = game.board.city[entry.city].name
        return _("Undo {name}'s station in {city}?").format(name=isolated(game.setup.name(entry.player)), city=city)
    return _("Undo this? {entry}").format(entry=_in_words(game, place))


def _only_completes_claim(game: View, entry: Amend) -> bool:
    """Whether an amendment only adds to a claim or takes something off it: the claim's own line shows that."""
    first = game.log[entry.entry - 1]
    if not isinstance(first, Claim) or not isinstance(entry.instead, Claim):
        return False
    return (first.player, first.route) == (entry.instead.player, entry.instead.route)


def final_hint(game: View) -> str | None:
    """That the final round has begun, and what is left to do; None before it, and once the game is finished."""
    final = None if game.table.finished else final_round_begun(game)
    return together([final, _still_to_do(game)]) if final else None


def slip_lines(game: View, turns: Turns) -> list[str]:
    """What may be wrong: what a rule doubts about the last turn, and two turns in a row of one player.

    Usually one of those two was entered for the wrong player.
    """
    if not game.table.turns_followed or game.table.finished or not turns:
        return []
    last_place, last_turn = turns[-1]
    lines = [in_full(clause(game.table, notice)) for notice in made_with(game.table, last_place)]
    last_two = [turn for _place, turn in turns[-2:]]
    is_same_player = len(last_two) > 1 and last_two[0].player == last_two[1].player
    if is_same_player and all(turn.in_turn for turn in last_two):  # one that was entered late may follow another
        lines.append(_("{name} twice in a row?").format(name=isolated(game.setup.name(last_turn.player))))
    return lines


def too_few(game: View) -> str:
    """A message if fewer than two play on, since the others have stopped; empty while more do."""
    if len(game.playing) > 1 or game.table.finished:
        return ""
    if not game.playing:
        return _("Everyone has stopped playing. Finish whenever you like.")
    return _("Only {name} is still playing. Finish whenever you like.").format(
        name=isolated(game.setup.name(game.playing[0]))
    )


def _still_to_do(game: View) -> str:
    """What is left in the final round: turns, then tickets to enter."""
    if game.table.waiting_for:
        return turns_left_each(game)
    waiting = [isolated(game.setup.name(color)) for color in game.unconfirmed]
    if not waiting:
        return _("The final round is over, and all tickets are in.")
    text = _("The final round is over: enter your tickets. Not confirmed yet: {names}.")
    return text.format(names=and_joined(waiting))
