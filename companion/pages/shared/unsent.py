"""Words for pages that keep entries until they can be sent, and for the rows a phone offers without the server.

Only words: the data they are about is in `web.board_model` and `pages.shared.table_model`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.i18n import forms_of, marked, ngettext, npgettext, pgettext, plural_forms
from companion.i18n import gettext as _
from companion.pages.shared import route_rows
from companion.play.view import View
from companion.prose.display_names import COLOURS, colour_name, pieces_in_words
from companion.prose.pieces import WORDS
from companion.prose.rule_refusals import CLAUSES
from companion.rules.mechanics import entry_types
from companion.rules.members import members_of

MOST_PIECES: Final = 12  # more than any route takes, with its mountains


def words(game: View) -> dict[str, Any]:
    """The words for every page that keeps entries until they are sent."""
    return {
        "table": game.id,
        **_board_words(game),
        "claim": _("{player} claimed {route}"),
        "station": _("{player} built a station in {city}"),
        "draw": _("{player} drew cards"),
        "strike": _("Taken back: {entry}"),
        "redone": _("Brought back: {entry}"),
        "amend": _("Given to {player}: {entry}"),
        "choice": _("Changed: {entry}"),
        "added": _("Added: {choice} ({entry})"),
        "removed": _("Removed: {choice} ({entry})"),
        "keep": _("A ticket"),
        "catch-up": _("Stopped asking whose turn it is"),
        "finish": _("All tickets revealed"),
        "last": ["{entry}", _("Not sent yet: {entry}")],
        "more": plural_forms("{n} entry not sent yet. Latest: {entry}", "{n} entries not sent yet. Latest: {entry}"),
        "tickets": plural_forms(
            "{n} ticket hasn't been sent yet. It stays hidden here until it has.",
            "{n} tickets haven't been sent yet. They stay hidden here until they have.",
        ),
        "refused": _(
            "Not accepted: {entry}. {why} Everything else you tapped counts. Check the log if that looks wrong."
        ),
    }


def hints() -> dict[str, str]:
    """Messages about entries that wait, hidden on the page until they apply."""
    return {
        "tickets": "",  # filled in by script, with their number
        "away": _("No connection right now. What you tap is kept on this phone and sent when you're back online."),
        "strange": _("Another page is answering instead of Trackside. You may need to sign in to this Wi-Fi first."),
        "full": _("This phone is out of storage. Keep this page open until everything is sent."),
        "gone": _("This phone is no longer at the table, so nothing can be sent. Ask for a new invitation."),
    }


def _board_words(game: View) -> dict[str, Any]:
    """The words for entries that only this board has, the names of the things in them, and what their members are."""
    mechanics = game.table.mechanics
    things = {name: _(text) for mechanic in mechanics for name, text in mechanic.names(game.board).items()}
    own_kinds = {kind.kind(): kind for mechanic in mechanics for kind in mechanic.entries if kind.wording}
    members: dict[str, Any] = {}
    for entry_type in entry_types(game.board).values():
        members |= {name: kind for name, kind in members_of(entry_type).items() if kind}
    return {
        **{name: _(kind.wording) for name, kind in own_kinds.items()},
        "things": things,
        "members": members,
        "undone": ["claim", "station", "draw", "amend", "choice", *own_kinds],  # what Undo takes back
    }


def table_words(game: View) -> dict[str, Any]:
    """The words for the table's page, which offers rows and shows numbers without the server."""
    board, table = game.board, game.table
    kinds = dict.fromkeys(route.pieces for route in board.route.values())
    stations = board.stations.count if board.stations else 0
    # Where one token marks a route, trains have a text for each number: it also says how many go back in the box. All
    # other pieces have plural forms, in "pieces".
    lengths = {}
    if "train" in kinds and game.setup.one_token:
        texts = [pieces_in_words("train", n, one_token=True) for n in range(1, MOST_PIECES)]
        lengths["train"] = ["", *texts]  # by their number
    return words(game) | {
        "of": board.trains_per_player,
        "left": plural_forms(*WORDS[game.board.piece].unit),
        "worth": plural_forms("{n} point", "{n} points"),
        "stations": plural_forms("{n} station", "{n} stations"),
        "turnsLeft": forms_of(_turns_left),
        # In the order of the figures on a label; everybody's labels have the same ones.
        "figures": [
            plural_forms(text, text) if isinstance(text, str) else plural_forms(*text)
            for text, _n in table.figures(game.setup.colors[0])
        ],
        "colours": {colour: colour_name(colour) for colour in COLOURS},
        "pieces": {kind: forms_of(_number_of(kind)) for kind in kinds},
        "lengths": lengths,
        "instead": _board_rule_words(game),  # of a route's pieces and points
        "tunnel": pgettext("route", "tunnel"),
        "ferry": plural_forms("ferry, {n} locomotive", "ferry, {n} locomotives"),
        "for": _("Claim for {name}"),
        "turn": _("{name}'s turn"),
        "has": _("{name}'s · Change"),
        "hasStation": _("{name} has the station"),
        "stationIn": _("Station in {city}"),
        "builds": _("Build a station for {name} in {city}"),
        "gives": _("Give to {name}"),
        "redo": pgettext("button", "Redo"),
        "takesBack": _("Take it back from {name}"),
        "rules": _refusal_words(game, stations),
    }


def _refusal_words(game: View, stations: int) -> dict[str, Any]:
    """Why the rules refuse a claim or a station, in the same words as the server's."""
    players = len(game.setup.players)
    twin = ngettext(
        "with {players} player, only one track of a double route is used, so {route} is closed",
        "with {players} players, only one track of a double route is used, so {route} is closed",
        players,
    )
    built = ngettext(
        "{player} has already built their only station",
        "{player} has already built all {count} of their stations",
        stations,
    )
    plain = {code: _(text) for code, text in CLAUSES.items() if isinstance(text, str)}
    return plain | {
        "twin-closed": twin,
        "twins-closed": _(
            "with {players} players, only {open} of the parallel tracks can be claimed, so {route} is closed"
        ),
        "not-enough-trains": plural_forms(
            "{route} needs {needed}, but {player} has only {n} left",
            "{route} needs {needed}, but {player} has only {n} left",
        ),
        "none-left": _("{route} needs {needed}, but {player} has none left"),
        # The page fills in the player alone: the number is the board's, and the same all game long.
        "no-stations-left": built.replace("{count}", str(stations)),
    }


def _number_of(kind: str) -> Callable[[int], str]:
    """A function that puts a number of pieces of this kind into words, with `{n}` left to be filled in."""
    return lambda n: marked(WORDS[kind].some, n)


def _turns_left(n: int) -> str:
    """How many turns of the final round a player has left, with `{n}` left to be filled in."""
    return npgettext("player", "{n} turn left", "{n} turns left", n) if n else pgettext("player", "✓ done")


def _board_rule_words(game: View) -> dict[str, str]:
    """What a rule of the board says of some free routes, by id, instead of their pieces and points."""
    player = game.setup.colors[0]
    rule_words = {route.id: route_rows.board_rule_words(game, route, player) for route in game.table.free_routes()}
    return {name: text for name, text in rule_words.items() if text}
