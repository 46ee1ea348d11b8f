"""Slips that would explain a recount, in words: what may have happened, as a question to the table."""

from collections.abc import Mapping
from typing import Final

from companion.i18n import N_
from companion.i18n import gettext as _
from companion.prose.names import pair_name
from companion.rules.recount import Offer, Slip
from companion.rules.table import Table

QUESTIONS: Final[Mapping[Slip, str]] = {
    "forgotten": N_("{route} is unclaimed and touches {player}'s routes: was it left out?"),
    "somebody-elses": N_("{route} was entered for {other}: is it {player}'s?"),
    "never-claimed": N_("{route} was entered for {other}: did nobody claim it?"),
    "wrong-route": N_("{route} was entered for {player}: was it {instead}?"),
    "taken-back": N_("{route} was taken back from {player}: is it on the board after all?"),
}


def question(table: Table, offer: Offer) -> str:
    """A possible slip as a question, in the language in use now."""
    routes = {"route": offer.route, "instead": offer.instead}
    players = {"player": offer.player, "other": offer.other}
    words = {name: pair_name(table.board, route) for name, route in routes.items() if route}
    words |= {name: table.setup.name(player) for name, player in players.items() if player}
    return _(QUESTIONS[offer.slip]).format(**words)
