"""What is being decided at the thumb: routes to claim, a city, a claimed route to put right. No Flask."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.boards.model import Board
from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.picture.tap_targets import Picker
from companion.play.view import View
from companion.present import candidates
from companion.present import meant as meaning
from companion.present.candidates import CityChoice, Row
from companion.present.meant import Meant
from companion.present.owned import Owned, owned
from companion.present.table import claimer
from companion.prose.sentences import in_full


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page asks: a point of the picture, a city, typed words, a claimed route, all cities, or nothing."""

    x: float | None = None
    y: float | None = None
    city: str | None = None
    find: str = ""
    route: str | None = None
    station: str | None = None
    everything: bool = False
    player: str | None = None

    @property
    def again(self) -> dict[str, str]:
        """The same question as form fields, but for the player."""
        told: dict[str, Any] = {"city": self.city, "find": self.find, "route": self.route, "station": self.station}
        if self.x is not None and self.y is not None:
            told |= {"x": f"{self.x:.1f}", "y": f"{self.y:.1f}"}
        if self.everything:
            told["all"] = "1"
        return {name: value for name, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class Choice:
    """What is offered, and for whom."""

    asked: Asked
    player: str
    rows: tuple[Row, ...] = ()
    cities: tuple[CityChoice, ...] = ()
    whole_city: CityChoice | None = None
    owned: Owned | None = None
    every_city: tuple[tuple[str, str], ...] = ()
    nothing_found: str = ""
    offered: tuple[str, ...] = ()
    in_turns: bool = True

    @property
    def asked_fields(self) -> dict[str, str]:
        """The question as a form carries it, so that a refusal can show the same choice."""
        return {f"asked-{name}": value for name, value in self.asked.again.items()}

    @property
    def questions(self) -> list[tuple[str, str]]:
        """What may be asked about what is offered, by its place in the rules."""
        halves = [half for row in self.rows for half in row.halves if half.open]
        asked = [("tunnel", _("Tunnel: how many cards more?"))] if any(half.tunnel for half in halves) else []
        return asked + ([("ferries", _("Ferry: what does it take?"))] if any(half.ferry for half in halves) else [])

    @property
    def empty(self) -> bool:
        """Nothing to show. Where there are no turns, to choose a player is only to say whose routes come next."""
        return not (self.asked.again or (self.asked.player and self.in_turns))


def choose(game: View, asked: Asked, picker: Picker | None) -> Choice:
    """What to show for a question."""
    player = asked.player or claimer(game)
    if asked.route in game.table.owners or asked.station in game.table.stations:
        return Choice(asked, player, owned=owned(game, asked.route, asked.station or ""))
    if asked.everything:
        named = sorted((city.name, city.id) for city in game.board.cities)
        return Choice(asked, player, every_city=tuple((city, name) for name, city in named))
    meant = _meant(game, asked, picker)
    rows = tuple(candidates.rows(game, player, meant.pairs))
    cities = tuple(candidates.city_choice(game, player, city) for city in meant.cities)
    return Choice(
        asked,
        player,
        rows,
        () if meant.alone else cities,
        cities[0] if meant.alone else None,
        nothing_found=asked.find if not rows and not cities else "",
        offered=candidates.offered(rows),
        in_turns=game.table.turns_followed,
    )


def found_in_words(choice: Choice) -> str:
    """How much a typed text found, for whoever does not see it come up."""
    if not choice.asked.find:
        return ""
    if choice.nothing_found:
        return _("Nothing found.")
    if len(choice.rows) == 1 and not choice.cities:
        return in_full(choice.rows[0].name)
    counts = [ngettext("{n} route", "{n} routes", len(choice.rows)).format(n=len(choice.rows))] if choice.rows else []
    if choice.cities:
        counts.append(ngettext("{n} city", "{n} cities", len(choice.cities)).format(n=len(choice.cities)))
    return _("{counts} found.").format(counts=and_joined(counts))


def _meant(game: View, asked: Asked, picker: Picker | None) -> Meant:
    board = game.board
    if asked.city:
        return Meant(meaning.pairs_at(board, asked.city), [asked.city], True)
    if asked.x is not None and asked.y is not None and picker:
        return meaning.nearest(board, picker, asked.x, asked.y)
    return meaning.typed(board, asked.find) if asked.find else Meant([], [])


def asked_from(fields: Mapping[str, str], game: View) -> Asked:
    """The question of a page's address; what makes no sense is left out."""
    x, y = (_number(fields.get(name)) for name in ("x", "y"))
    player = fields.get("player")
    return Asked(
        x if y is not None else None,
        y if x is not None else None,
        city=_known(fields.get("city"), game.board.city),
        find=fields.get("find", "").strip()[:60],
        route=_known(fields.get("route"), game.board.route),
        station=_known(fields.get("station"), game.board.city),
        everything="all" in fields,
        player=player if player in game.setup.colors else None,
    )


def sample(board: Board) -> str:
    """What somebody may type to find a route of this board."""
    route = next(iter(board.route.values()))
    return " ".join(board.city[end].name.split()[0][:3].casefold() for end in route.ends)


def _known(name: str | None, names: Mapping[str, object]) -> str | None:
    return name if name in names else None


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if abs(number) < 1e5 else None
