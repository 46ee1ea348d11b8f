"""What lies on the board already, to be put right: whose it is, by which entry, and when. No Flask."""

from dataclasses import dataclass
from datetime import UTC, datetime

from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.play.view import View
from companion.present import candidates
from companion.rules.log import Station, in_force


@dataclass(frozen=True, slots=True)
class Owned:
    """A claim or a station to put right: which, whose, by which entry, and when."""

    name: str
    facts: str
    owner: str
    place: int
    when: str
    color: str = ""  # of the route, for its mark


def owned(game: View, route_id: str | None, city: str) -> Owned:
    """A claimed route, or else the station of a city."""
    table, board = game.table, game.board
    if route_id in table.owners:
        route = board.route[route_id]
        place = table.claimed_at[route.id]
        row = candidates.row_of(board, route, game.setup.one_token)
        return Owned(row[0], row[1], table.owners[route.id], place, since(game.log[place - 1].at), route.color)
    standing = ((p, e) for p, e in in_force(game.log) if isinstance(e, Station) and e.city == city)
    place, entry = next(standing)
    what = _("Station in {city}").format(city=board.city[city].name)
    return Owned(what, "", entry.player, place, since(game.log[place - 1].at))


def since(at: str | None, now: datetime | None = None) -> str:
    """How long ago an entry was told, in words."""
    if at is None:
        return ""
    told = datetime.fromisoformat(at.replace("Z", "+00:00"))
    minutes = int(((now or datetime.now(UTC)) - told).total_seconds() // 60)
    if minutes < 1:
        return _("just now")
    if minutes < 120:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    if minutes < 48 * 60:
        return ngettext("{n} hour ago", "{n} hours ago", minutes // 60).format(n=minutes // 60)
    days = minutes // (24 * 60)
    return ngettext("{n} day ago", "{n} days ago", days).format(n=days)
