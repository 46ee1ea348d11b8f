"""The state of a table as phones get it: a whole one and what is new since a version lead to the same."""

from __future__ import annotations

from companion.pages.shared.table_model import played_by, prices, table_model
from companion.play.game import Viewer

BULLET = {"type": "claim", "player": "blue", "route": "hamamatsu--odawara"}


def test_a_whole_state_has_no_price_of_a_route_that_is_no_longer_free(game):
    seen = game(("blue", BULLET), board="japan").seen_by(Viewer("watcher"))
    opening = played_by(seen)["opening"]["prices"]
    assert BULLET["route"] in opening
    changed = table_model(seen)["prices"]
    on_phone = {route: price for route, price in (opening | changed).items() if price}
    assert on_phone == prices(seen.public.table)
    assert list(changed) == [BULLET["route"]]
