"""The data a page needs to go on without the server: words for entries not sent yet, and the board's figures.

The picture tells the rest: cities, routes, their lengths and colours, and whose they are.
"""

from typing import Any

from companion.i18n import gettext as _
from companion.i18n import plural_forms
from companion.play.view import View
from companion.prose import counts
from companion.prose.names import COLOURS, colour_name, trains_in_words
from companion.rules.log import Claim


def words(game: View) -> dict[str, Any]:
    """The words for every page that keeps entries until they are sent."""
    return {
        "table": game.id,
        **_own_words(game),
        "claim": _("{player} claimed {route}"),
        "station": _("{player} built a station in {city}"),
        "draw": _("{player} drew cards"),
        "strike": _("Taken back: {entry}"),
        "amend": _("Given to {player}: {entry}"),
        "choice": _("Changed: {entry}"),
        "keep": _("A ticket"),
        "catch-up": _("Stopped tracking turns"),
        "finish": _("All tickets revealed"),
        "last": ["{entry}", _("Not sent yet: {entry}")],
        "more": plural_forms("Not sent yet ({n}), the last: {entry}", "Not sent yet ({n}), the last: {entry}"),
        "tickets": plural_forms(
            "{n} ticket isn't sent yet. It stays hidden here until it is.",
            "{n} tickets aren't sent yet. They stay hidden here until they are.",
        ),
        "refused": _(
            "Not accepted: {entry}. {why} Everything else you tapped counts. Check the log if that looks wrong."
        ),
        "hints": _hints(),
    }


def _own_words(game: View) -> dict[str, Any]:
    """The words of the entries that the board's rules bring, and what the things are called that these name."""
    mechanics = game.table.mechanics
    things = {name: _(says) for mechanic in mechanics for name, says in mechanic.names(game.board).items()}
    own = {entry.kind(): _(entry.says) for mechanic in mechanics for entry in mechanic.entries if entry.says}
    return {**own, "things": things}


def offline(game: View) -> dict[str, Any]:
    """The data for the table's page, where claims go on without the server."""
    board = game.board
    doubles = [route for route in board.route.values() if game.table.twins(route)]
    own = _by_rules_of_the_board(game)
    points = {str(n): worth for n, worth in board.points_for.items()}
    points |= {name: worth for name, (_taken, worth) in own.items()}
    return words(game) | {
        "plays": game.plays,
        "seat": next(iter(game.seats)) if len(game.seats) == 1 else None,
        "closed": all(game.table.open_tracks(route) == 1 for route in doubles),
        "points": points,
        "takes": {name: taken for name, (taken, _points) in own.items()},
        "left": plural_forms("train", "trains"),
        "worth": plural_forms("{n} point", "{n} points"),
        "facts": {str(n): _facts(n, points, game.setup.one_token) for n, points in board.points_for.items()}
        | {name: _facts(taken, points, game.setup.one_token) for name, (taken, points) in own.items()},
        "colours": {colour: f"{colour_name(colour)} · " for colour in COLOURS},
        "for": _("Claim for {name}"),
        "turn": _("{name}'s turn"),
        "has": _("{name} has it"),
        "few": _("Not enough trains"),
        "twin": _("Only one of these two tracks is open"),
    }


def _by_rules_of_the_board(game: View) -> dict[str, tuple[int, int]]:
    """The pieces and points of the free routes that a mechanic makes differ from what is printed."""
    if not game.table.mechanics:
        return {}
    player, board = game.setup.colors[0], game.board
    claims = [Claim(type="claim", player=player, route=route.id) for route in game.table.free_routes()]
    costs = {claim.route: (game.table.took(claim), game.table.brought(claim)) for claim in claims}
    printed = {name: (board.route[name].length, board.worth(board.route[name])) for name in costs}
    return {name: figures for name, figures in costs.items() if figures != printed[name]}


def _hints() -> dict[str, str]:
    """The hints that are on the page from the start and are shown when they apply."""
    return {
        "tickets": "",  # told by script, with their number
        "away": _("No connection right now. What you tap is kept on this phone and sent when you're back online."),
        "strange": _("Another page is answering instead of Trackside. You may need to sign in to this Wi-Fi first."),
        "full": _("This phone is out of storage. Keep this page open until everything is sent."),
        "gone": _("This phone is no longer at the table, so nothing can be sent. Ask for a new invitation."),
    }


def _facts(length: int, points: int, one_token: bool) -> str:
    return f"{trains_in_words(length, one_token)} · {counts.points(points)}"
