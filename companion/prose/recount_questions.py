"""Mistakes that would explain a recount, each as a question to the table."""

from collections.abc import Mapping
from typing import Final

from companion.i18n import N_
from companion.i18n import gettext as _
from companion.prose.display_names import board_entry_words, pair_name
from companion.rules.piece_recount import Offer, Slip
from companion.rules.table import Table

QUESTIONS: Final[Mapping[Slip, str]] = {
    "forgotten": N_("{route} is unclaimed and touches {player}'s routes: was it left out?"),
    "somebody-elses": N_("{route} was entered for {other}: is it {player}'s?"),
    "never-claimed": N_("{route} was entered for {other}: is it still unclaimed?"),
    "wrong-route": N_("{route} was entered for {player}: was it {instead}?"),
    "taken-back": N_("{route} was taken back from {player}: is it theirs after all?"),
    "over": N_("{other} has {route}: did {player} claim it as well?"),
    "with": N_("{route}, claimed by {player}: is “{choice}” missing?"),
    "without": N_("{route}, claimed by {player}: is “{choice}” a mistake?"),
    "left-out": N_("Was this left out: {entry}?"),
    "mistaken": N_("Was this entered by mistake: {entry}?"),
    "extra": N_("{route} takes more trains than it has spaces: does {player} still have the extra ones?"),
}


def question(table: Table, offer: Offer) -> str:
    """A possible mistake as a question, in the language in use now."""
    routes = {"route": offer.route, "instead": offer.instead}
    players = {"player": offer.player, "other": offer.other}
    words = {name: pair_name(table.board, route) for name, route in routes.items() if route}
    words |= {name: table.setup.name(player) for name, player in players.items() if player}
    if offer.choice:
        words["choice"] = _(offer.choice)
    if offer.own is not None:
        words["entry"] = board_entry_words(table.board, table.setup, offer.own)
    return _(QUESTIONS[offer.slip]).format(**words)
