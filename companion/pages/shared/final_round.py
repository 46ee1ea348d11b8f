"""The final round in words: that it has begun, by which rule, and how many turns everybody has."""

from __future__ import annotations

from companion.i18n import gettext as _
from companion.i18n import marked, ngettext
from companion.play.view import View
from companion.prose.display_names import isolated
from companion.prose.pieces import WORDS
from companion.prose.sentences import together


def final_round_begun(game: View) -> str | None:
    """A sentence that the final round has begun and why, with the pieces left now; None before it has."""
    final = game.table.final_round
    return _begun_sentence(game, _player_running_low(game)) if final else None


def final_round_log_line(game: View) -> str | None:
    """The same sentence for the log, with the pieces left at that moment: those placed since are added back."""
    final, table = game.table.final_round, game.table
    if final is None:
        return None
    player = _player_running_low(game)
    used = [m.pieces for m in table.claims.values() if m.claim.player == player and m.place > final.place]
    return together([_begun_sentence(game, player, sum(used)), _turns_each(final.turns)])


def final_round_now(game: View) -> str | None:
    """That the final round is on, and while it lasts how many turns are left; None before it has begun."""
    final = final_round_begun(game)
    return together([final, turns_left_each(game)]) if final and game.table.waiting_for else final


def has_unusual_ending(game: View) -> bool:
    """Whether this board's final round begins by a rule of its own, or gives everybody more than one turn."""
    table = game.table
    return any(mechanic.ending for mechanic in table.mechanics) or bool(
        table.final_round and table.final_round.turns > 1
    )


def _player_running_low(game: View) -> str:
    """The player whose few pieces are the reason: whoever set off the final round, or else whoever has the fewest."""
    table = game.table
    first = table.final_round.triggered_by if table.final_round else table.next_player
    return (
        first if table.trains[first] <= game.board.final_round_at else min(table.trains, key=table.trains.__getitem__)
    )


def _begun_sentence(game: View, player: str, used: int = 0) -> str:
    """Why the final round has begun. `used` pieces are counted as if they had not been placed yet."""
    left = game.table.trains[player] + used
    ending = next((mechanic.ending for mechanic in game.table.mechanics if mechanic.ending), None)
    if ending:
        text = marked(ending.begun, left) if left else _(ending.begun_with_none)
    else:
        words = WORDS[game.board.piece_name]
        text = marked(words.begun if left else words.begun_none, left)
    return text.format(name=isolated(game.setup.name(player)), n=left)


def turns_left_each(game: View) -> str:
    """How many turns of the final round are left to the player with the most of them."""
    return _turns_each(max(map(game.table.turns_left, game.setup.colors)))


def _turns_each(turns: int) -> str:
    """How many more turns everybody has."""
    return ngettext("One more turn each.", "{n} more turns each.", turns).format(n=turns)
