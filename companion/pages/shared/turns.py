"""Turns in words: whose it is, what was done last, and what to mind. No Flask."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n import and_joined, marked
from companion.i18n import gettext as _
from companion.pages.shared.final_round import final_line, last_turns
from companion.pages.shared.log import entry_in_words
from companion.play.view import View
from companion.prose.names import isolated, route_name
from companion.prose.pieces import WORDS
from companion.prose.sentences import together
from companion.rules.log import Amend, Claim, Keep, Station, Strike, Turn, in_force

Turns = Sequence[tuple[int, Turn]]


@dataclass(frozen=True, slots=True)
class Last:
    """The newest action in words, by the entries that Undo takes back, and what was just put right, if it was."""

    undo: tuple[int, ...]
    words: str
    mended: str | None = None
    asks: str | None = None  # what is asked before it is taken back, where another phone reported it
    redo: tuple[int, ...] = ()  # the entries that Redo strikes, where this phone took something back just now
    redone: str = ""  # what that brings back

    @property
    def place(self) -> int | None:
        """The place of the action's first entry."""
        return next(iter(self.undo), None)


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
    """The last line of the strip: the action that Undo would take back, and what was corrected before it."""
    undo, redo = game.seen.actions.undo, game.seen.actions.redo
    newest = game.log[-1] if game.log else None
    mended = None
    # Whether a ticket was kept or taken back is not told: this phone may lie in the middle of the table.
    if isinstance(newest, Strike | Amend) and len(game.log) not in undo and not game.is_secret(len(game.log)):
        # A strike is told once, on its own line; what it leaves is told on the line that can be undone.
        mended = entry_in_words(game, len(game.log))
    redo = redo if game.made(redo) else ()
    struck = game.log[redo[0] - 1] if redo else None
    redone = _in_words(game, struck.entry) if isinstance(struck, Strike) else ""
    if not undo:
        return Last((), _("Nothing on the board yet"), mended, redo=redo, redone=redone)
    asks = None if game.made(undo) else _question(game, undo[0])
    return Last(undo, _in_words(game, undo[0]), mended, asks, redo, redone)


def _in_words(game: View, place: int) -> str:
    entry = game.log[place - 1]
    if isinstance(entry, Amend) and _only_adds(game, entry):
        return entry_in_words(game, entry.entry)
    if isinstance(entry, Keep) and not game.table.finished:
        return _("{name} kept a ticket").format(name=isolated(game.setup.name(entry.player)))
    return entry_in_words(game, place)


def _question(game: View, place: int) -> str:
    """What is asked before somebody else's action is taken back."""
    entry = dict(in_force(game.log)).get(place)
    if isinstance(entry, Claim):
        route = route_name(game.board, game.board.route[entry.route])
        return _("Undo {name}'s claim of {route}?").format(name=isolated(game.setup.name(entry.player)), route=route)
    if isinstance(entry, Station):
        city = game.board.city[entry.city].name
        return _("Undo {name}'s station in {city}?").format(name=isolated(game.setup.name(entry.player)), city=city)
    return _("Undo this? {entry}").format(entry=_in_words(game, place))


def _only_adds(game: View, entry: Amend) -> bool:
    """Whether a claim was only told in full: the line of the claim itself says so."""
    first = game.log[entry.entry - 1]
    if not isinstance(first, Claim) or not isinstance(entry.instead, Claim):
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
    """Two turns of the same player: mostly somebody else's, tapped in for the wrong one."""
    followed = game.table.turns_followed and not game.table.finished
    if followed and len(turns) > 1 and turns[-1][1].player == turns[-2][1].player and not _late(turns):
        return [_("{name} twice in a row?").format(name=isolated(game.setup.name(turns[-1][1].player)))]
    return []


def _whose_turns(game: View) -> str:
    if game.table.waiting_for:
        return last_turns(game)
    waiting = [isolated(game.setup.name(color)) for color in game.setup.colors if not game.confirmed(color)]
    if not waiting:
        return _("The last turns are over, and all tickets are in.")
    says = _("The last turns are over: enter your tickets. Not in yet: {names}.")
    return says.format(names=and_joined(waiting))


def _late(turns: Turns) -> bool:
    return any(not entry.in_turn for _place, entry in turns[-2:])
