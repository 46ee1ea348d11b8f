"""Painting: where a board is entered after the game, a clear tap on a route claims it, and another takes it off."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.pages.shared.route_rows import RouteRow
from companion.picture.tap_targets import Picker
from companion.play.view import View
from companion.rules.log import Claim, in_force
from companion.rules.replay import broken_by


class Tap(NamedTuple):
    """A point of the picture that a finger tapped, and how many pixels a unit of the picture had there."""

    x: float
    y: float
    scale: float


def paints(game: View) -> bool:
    """Whether taps on this device paint: turns are not tracked, and the game goes on."""
    return game.plays and not game.table.turns_followed and not game.table.finished


def route_to_claim(
    game: View, tap: Tap | None, picker: Picker | None, player: str, rows: Sequence[RouteRow]
) -> str | None:
    """The route that a tap claims at once; None if it is not clear which one is meant, so that `rows` offer some.

    Hardly any tap means a pair where the player can claim nothing, so such a pair nearby raises no doubt.
    """
    if not paints(game) or picker is None or tap is None or not rows:
        return None
    free = [track.route for track in rows[0].tracks if track.open]
    if len(free) != 1:
        return None
    unlikely = {pair for pair in game.board.pairs if not _may_claim(game, player, pair)}
    return free[0] if picker.clear((tap.x, tap.y), tap.scale, unlikely) == rows[0].pair else None


def route_to_take_off(game: View, tap: Tap | None, picker: Picker | None, player: str) -> str | None:
    """The claimed route that a tap clearly means, where the player can claim nothing more.

    Of several parallel tracks that is one of the player's own; None if they have none there.
    """
    if not paints(game) or picker is None or tap is None:
        return None
    pair = picker.clear((tap.x, tap.y), tap.scale)
    if pair is None or _may_claim(game, player, pair):
        return None
    claimed = [route.id for route in game.board.pairs[pair] if route.id in game.table.owners]
    own = [route for route in claimed if player in game.table.owners_of(route)]
    if own:
        return own[0]
    return claimed[0] if len(claimed) == 1 else None


def may_take_off(game: View, player: str, route: str) -> bool:
    """Whether a tap takes this route off without asking: it is this player's alone, and this device entered it."""
    return tuple(game.table.owners_of(route)) == (player,) and game.reported_here([game.table.claimed_at[route]])


def entered_here(game: View) -> list[int]:
    """The places in the log of this device's claims while taps paint: offline, the page removes these unasked."""
    if not paints(game):
        return []
    return [place for place, entry in in_force(game.log) if isinstance(entry, Claim) and game.reported_here([place])]


def _may_claim(game: View, player: str, pair: str) -> bool:
    """Whether a player can claim a track between two places."""
    free = (route for route in game.board.pairs[pair] if route.id not in game.table.owners)
    return any(not broken_by(game.table, Claim(type="claim", player=player, route=route.id)) for route in free)
