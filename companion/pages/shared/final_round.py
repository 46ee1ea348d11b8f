"""The final round in words: that it has begun, by which rule, and how many turns everybody has."""

from __future__ import annotations

from companion.i18n import gettext as _
from companion.i18n import marked, ngettext
from companion.play.view import View
from companion.prose.names import isolated
from companion.prose.pieces import WORDS
from companion.prose.sentences import together


def final_line(game: View) -> str | None:
    """That the final round has begun, and what set it off."""
    final = game.table.final_round
    return _begun(game, _few(game)) if final else None


def begun_line(game: View) -> str | None:
    """The same as it was when the final round began: what was used since is added again."""
    final, table = game.table.final_round, game.table
    if final is None:
        return None
    who = _few(game)
    used = [m.pieces for m in table.claims.values() if m.claim.player == who and m.place > final.place]
    return together([_begun(game, who, sum(used)), _turns_each(final.turns)])


def now_line(game: View) -> str | None:
    """That the final round is on, and how many of its turns are left; nothing once all are over."""
    final = final_line(game)
    return together([final, last_turns(game)]) if final and game.table.waiting_for else final


def own_end(game: View) -> bool:
    """Whether the board's final round begins by another rule than the usual one, or is longer."""
    table = game.table
    return any(mechanic.ending for mechanic in table.mechanics) or bool(
        table.final_round and table.final_round.turns > 1
    )


def _few(game: View) -> str:
    """Who has so few pieces: as a rule whoever set off the final round, else whoever has the fewest."""
    table = game.table
    first = table.final_round.triggered_by if table.final_round else table.next_player
    return (
        first if table.trains[first] <= game.board.final_round_at else min(table.trains, key=table.trains.__getitem__)
    )


def _begun(game: View, who: str, used: int = 0) -> str:
    left = game.table.trains[who] + used
    own = next((mechanic.ending for mechanic in game.table.mechanics if mechanic.ending), None)
    if own:
        text = marked(own.begun, left) if left else _(own.begun_with_none)
    else:
        words = WORDS[game.board.piece_name]
        text = marked(words.begun if left else words.begun_none, left)
    return text.format(name=isolated(game.setup.name(who)), n=left)


def last_turns(game: View) -> str:
    """How many turns are left in the final round, to whoever has the most of them."""
    return _turns_each(max(map(game.table.turns_left, game.setup.colors)))


def _turns_each(turns: int) -> str:
    return ngettext("One more turn each.", "{n} more turns each.", turns).format(n=turns)
