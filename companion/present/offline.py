"""What a page needs to go on without the server: words for entries that are not sent yet, and the board's figures.

The picture tells the rest: cities, routes, their lengths and colours, and whose they are.
"""

from typing import Any

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.play.game import Game, Viewer
from companion.prose.names import COLOURS, colour_name, trains_in_words


def words(game: Game) -> dict[str, Any]:
    """For every page that keeps entries until they are sent."""
    return {
        "table": game.snapshot.id,
        "claim": _("{player} claimed {route}"),
        "station": _("{player} built a station in {city}"),
        "draw": _("{player}: nothing placed"),
        "strike": _("Taken back: {entry}"),
        "amend": _("Given to {player}: {entry}"),
        "keep": _("A ticket"),
        "catch-up": _("Turns are not followed from here"),
        "finish": _("All tickets are on the table"),
        "last": ["{entry}", _("Not sent yet: {entry}")],
        "more": _("Not sent yet ({n}), the last: {entry}"),
        "refused": _("Not taken: {entry}. {why} What else was tapped counts; put it right if the table sees it so."),
        "hints": _hints(),
    }


def offline(game: Game, viewer: Viewer) -> dict[str, Any]:
    """For the table's page, where claims go on."""
    board = game.board
    doubles = [route for route in board.route.values() if route.twins]
    players, variant = len(game.setup.players), game.setup.variant
    return words(game) | {
        "plays": viewer.plays,
        "seat": next(iter(viewer.seats)) if len(viewer.seats) == 1 else None,
        "closed": all(board.open_tracks(route, players, variant) == 1 for route in doubles),
        "points": board.points_for,
        "facts": {n: _facts(n, points, game.setup.one_token) for n, points in board.points_for.items()},
        "colours": {colour: f"{colour_name(colour)} · " for colour in COLOURS},
        "for": _("Claim for {name}"),
        "turn": _("{name}'s turn"),
        "has": _("{name} has it"),
        "few": _("Not enough trains"),
        "twin": _("Only one of these two tracks is open"),
    }


def _hints() -> dict[str, str]:
    """What stands on the page from the start, and is shown when it holds."""
    return {
        "tickets": _("Tickets not sent yet: {n}. They stay covered here until they are."),
        "away": _("No connection just now. What you tap is kept on this phone and sent once there is one."),
        "strange": _("Something else answers in this network, not Trackside. It may want you to sign in first."),
        "full": _("This phone has no room to keep it: leave this page open until all is sent."),
        "gone": _("The table no longer knows this phone, so nothing can be sent. Ask for a new invitation to it."),
    }


def _facts(length: int, points: int, one_token: bool) -> str:
    trains = trains_in_words(length, one_token)
    return f"{trains} · {ngettext('{n} point', '{n} points', points).format(n=points)}"
