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
    """A line of the log: that the final round has begun and why, and how many turns it has; None before it has.

    It names the pieces that were left at that moment: those placed since are added back.
    """
    final, table = game.table.final_round, game.table
    if final is None:
        return None
    player = _player_running_low(game)
    placed_since = sum(
        made.pieces for made in table.claims.values() if made.claim.player == player and made.place > final.place
    )
    return together([_begun_sentence(game, player, placed_since), _turns_each(final.turns)])


def final_round_now(game: View) -> str | None:
    """That the final round has begun, and while it lasts how many turns are left; None before it has."""
    begun = final_round_begun(game)
    if begun and game.table.waiting_for:
        return together([begun, turns_left_each(game)])
    return begun


def has_unusual_ending(game: View) -> bool:
    """Whether this board's final round begins by a rule of its own, or gives everybody more than one turn."""
    table = game.table
    if any(mechanic.ending for mechanic in table.mechanics):
        return True
    return table.final_round is not None and table.final_round.turns > 1


def _player_running_low(game: View) -> str:
    """The player whose few pieces made the final round begin: who set it off, or else who has the fewest pieces."""
    table = game.table
    player = table.final_round.triggered_by if table.final_round else table.next_player
    if table.trains[player] <= game.board.final_round_at:
        return player
    return min(table.trains, key=lambda color: table.trains[color])


def _begun_sentence(game: View, player: str, placed_since: int = 0) -> str:
    """Why the final round has begun. Pieces that the player has placed since then are counted as left."""
    left = game.table.trains[player] + placed_since
    ending = next((mechanic.ending for mechanic in game.table.mechanics if mechanic.ending), None)
    if ending:
        text = marked(ending.begun, left) if left else _(ending.begun_with_none)
    else:
        words = WORDS[game.board.piece_name]
        text = marked(words.begun if left else words.begun_none, left)
    return text.format(name=isolated(game.setup.name(player)), n=left)


def turns_left_each(game: View) -> str:
    """How many turns of the final round are left: of players who differ, the most."""
    return _turns_each(max(map(game.table.turns_left, game.setup.colors)))


def _turns_each(turns: int) -> str:
    """How many more turns everybody has."""
    return ngettext("One more turn each.", "{n} more turns each.", turns).format(n=turns)
