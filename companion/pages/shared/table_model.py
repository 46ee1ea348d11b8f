"""A table's state as phones get it, which `apply` in static/js/state.js advances, and the facts of the game.

It has only what everybody may know: of a secret entry, that there is one. What follows from the board alone,
static/js/state.js works out itself; what a rule of the board changes is worked out here. Phones take as unknown what
only the server can work out (`unknown_to_phones` of the board's mechanics).
"""

from __future__ import annotations

from typing import Any, Final

from companion.boards.model import Route
from companion.pages.shared.player_marks import marks
from companion.play.view import View, Visible
from companion.rules.arrival import played_before
from companion.rules.log import Amend, AnyEntry, Claim, Turn
from companion.rules.mechanics import all_entry_types
from companion.rules.replay import new_table
from companion.rules.table import Table

MOST_SENT: Final = 1_000  # entries of a log; if it is longer, phones leave corrections to the server

# The pieces and points of each free route for which they aren't those printed; None for what only the server knows.
Prices = dict[str, list[int | None]]


def played_by(game: View) -> dict[str, Any]:
    """The players, their looks, and everything else that stays the same during a game."""
    looks = {mark.color: {"name": mark.name, "fill": mark.look.colour} for mark in marks(game).values()}
    model = played(new_table(game.board, game.setup), game.options.points_hidden)
    return model | {"players": [player | looks[player["color"]] for player in model["players"]]}


def played(begun: Table, points_hidden: bool = False) -> dict[str, Any]:
    """What never changes in a game that begins with this table: players, variant, the rules, and the first state."""
    board, setup = begun.board, begun.setup
    twins = {route.id: begun.twins(route) for route in board.route.values()}
    return {
        "players": [{"color": color} for color in setup.colors],
        "starts": setup.starts or setup.colors[0],
        "variant": setup.variant,
        "bigCities": board.variants[setup.variant].big_cities,
        # Only where they aren't those that the board's model has.
        "twins": {name: other for name, other in twins.items() if other != board.route[name].twins},
        "turns": [name for name, kind in all_entry_types().items() if issubclass(kind, Turn)],
        "unknown": sorted({field for mechanic in begun.mechanics for field in mechanic.unknown_to_phones}),
        # What each figure on a player's label counts, in their order: a mechanic's may be several.
        "figures": [m.figures_of for m in begun.mechanics for _figure in m.figures(begun, setup.colors[0])],
        "opening": state_of(begun, points_hidden) | {"prices": prices(begun)},
    }


def table_model(game: View, since: int | None = None) -> dict[str, Any]:
    """The state of a table, with the entries that came after version `since`; made once for all phones."""
    return game.public.cached(f"model since {since}", lambda: _model(game, since or None))


def _model(game: View, since: int | None) -> dict[str, Any]:
    """The state as JSON has it, with the entries after a version; without one, with all of them.

    What phones know already is left out: fields that are still as at the beginning of the game, prices that are still
    as at version `since` or at the beginning, and the log's first `known` entries.
    """
    public: Visible = game.public
    known = 0 if since is None else sum(added <= since for added in public.versions)
    before = None if since is None else public.table_at(since)
    model = {
        "version": game.version,
        "stopped": list(game.facts.stopped),
        "since": since or 0,
        "known": known,
        "log": log_of(public.log)[known:],
    }
    # `log_of` left out the oldest entries. Phones can't read such a log again, so corrections wait for the server.
    if len(public.log) > MOST_SENT:
        model["cut"] = True
    table, hidden = public.table, public.options.points_hidden
    begun = new_table(table.board, table.setup)
    opening = state_of(begun, hidden)
    state = {name: now for name, now in state_of(table, hidden).items() if now != opening[name]}
    return model | state | {"prices": _changed(prices(before or begun), prices(table))}


def state_of(table: Table, points_hidden: bool = False) -> dict[str, Any]:
    """Everything that an entry may change, without the log. Points are None while the table hides them."""
    hidden = points_hidden and not table.finished
    colors = table.setup.colors
    return {
        "owners": {route: table.owners_of(route) for route in table.owners},
        "stations": dict(table.stations),
        "markers": dict(table.markers),
        "pieces": {color: dict(table.left(color)) for color in colors},
        "points": {color: None if hidden else table.route_points(color) for color in colors},
        "figures": {color: [n for _text, n in table.figures(color)] for color in colors},
        "followed": table.turns_followed,
        "finished": table.finished,
        "lastTurn": table.last_turn,
        "final": _final_round(table),
    }


def _final_round(table: Table) -> dict[str, Any] | None:
    """Who started the final round, with which entry, how many turns it has, and who has had them; None before it."""
    final = table.final_round
    if final is None:
        return None
    return {"by": final.triggered_by, "place": final.place, "turns": final.turns, "had": dict(final.had)}


def log_of(log: tuple[AnyEntry, ...]) -> list[dict[str, Any] | None]:
    """The newest entries as phones get them, with None in the place of each older one and of each secret one."""
    too_old = max(0, len(log) - MOST_SENT)
    return [None] * too_old + [_entry(entry) for entry in log[too_old:]]


def _entry(entry: AnyEntry) -> dict[str, Any] | None:
    """An entry as phones get it: None if it is secret."""
    about = entry.instead if isinstance(entry, Amend) else entry
    if about.secret or about.type == "hidden":
        return None
    fields = entry.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"id", "at"})
    if played_before(entry):
        fields["before"] = True
    return fields


def prices(table: Table) -> Prices:
    """What the free routes take and bring, if a rule of the board makes that differ from what is printed."""
    if not table.mechanics:
        return {}
    prices_now = {route.id: _price(table, route) for route in table.free_routes()}
    return {name: price for name, price in prices_now.items() if price != _printed(table, table.board.route[name])}


def _price(table: Table, route: Route) -> list[int | None]:
    """The pieces that a route takes and its points; None if players differ, or if only the server can work it out."""
    claims = [Claim(type="claim", player=color, route=route.id) for color in table.setup.colors]
    pieces = {table.pieces_for(claim) for claim in claims}
    points = set() if _points_unknown(table) else {table.points_for(claim).get(claim.player, 0) for claim in claims}
    return [values.pop() if len(values) == 1 else None for values in (pieces, points)]


def _printed(table: Table, route: Route) -> list[int | None]:
    """The pieces and points of a route as printed on the board; None for points that only the server can work out."""
    return [route.length, None if _points_unknown(table) else table.board.worth(route)]


def _points_unknown(table: Table) -> bool:
    """Whether points of routes can be worked out by the server alone."""
    return any("points" in mechanic.unknown_to_phones for mechanic in table.mechanics)


def _changed(before: Prices, now: Prices) -> dict[str, list[int | None] | None]:
    """The prices that changed; None for a route that has its printed price again, or is no longer free."""
    return {name: now.get(name) for name in {**before, **now} if before.get(name) != now.get(name)}
