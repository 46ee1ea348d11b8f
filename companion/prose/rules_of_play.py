"""The rules of turns, routes and stations in our own words: the first sections of a rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.boards.model import Board, Stations
from companion.i18n import NN_, and_joined, marked, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose.display_names import pair_name
from companion.prose.pieces import WORDS
from companion.rules.mechanics import mechanics_of
from companion.rules.tunnels import TURNED_OVER

# Marks of a track that change how it is paid for, and bring no points.
ANY_SET: Final = "any-set-of"
TERRAIN: Final = "terrain"
DRAW_BONUS: Final = "draw-bonus"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in a sentence or two. `code` is the refusal that it explains, or another name for links to it."""

    sentence: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The rules under one heading; `points` is the table of what routes of each length are worth."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    points: tuple[tuple[int, int], ...] = ()
    lead: str = ""


def turn(board: Board) -> Section:
    """What a player may do on their turn."""
    ways = [
        _("Draw two train cards, face-up or from the deck."),
        _("Claim a route: play the cards and put your trains on it."),
        _("Draw new tickets, and keep some of them."),
    ]
    if not board.only_trains:
        ways[0] = _("Draw two cards, face-up or from a deck.")
        ways[1] = _("Claim a route: play the cards and put your pieces on it.")
    if board.stations:
        ways.append(_("Build a station in a city that has none."))
    return Section("turn", _("A turn"), tuple(Rule(way) for way in ways), lead=_("On your turn, do one of these:"))


def locomotives(board: Board) -> Section:
    """The cards that count as any colour, and where they may be played."""
    if not board.only_trains:
        return Section("locomotives", _("Wild cards"), (Rule(_("A wild card counts as any colour.")),))
    restricted = {
        "tunnels": _("A locomotive counts as any colour, but only in tunnels."),
        "ferries-and-tunnels": _("A locomotive counts as any colour, but only on ferries and in tunnels."),
    }
    if board.locomotives in restricted:
        rules = [Rule(restricted[board.locomotives])]
    else:
        rules = [
            Rule(_("A locomotive counts as any colour.")),
            Rule(
                _("Taking a face-up locomotive uses both your draws. Drawing one from the deck uses only one draw.")
            ),
            Rule(_("If three of the five face-up cards are locomotives, discard all five and deal five new ones.")),
        ]
    if n := board.long_locomotives:
        rules.append(Rule(_("Locomotives marked {n}+ only count on routes of {n} or more spaces.").format(n=n)))
    return Section("locomotives", pgettext("heading", "Locomotives"), tuple(rules))


def claiming(board: Board) -> Section:
    """How a route is claimed, and what it is worth."""
    most = max(route.length for route in board.route.values())
    cards = ngettext(
        "Pay one card of the route's colour for each space, up to {n} on this board.",
        "Pay one card of the route's colour for each space, up to {n} on this board.",
        most,
    )
    grey = _("Pay for a grey route in any one colour, plus any locomotives.")
    if not board.only_trains or board.locomotives != "anywhere":
        grey = _("Pay for a grey route in any one colour.")
    rules = [Rule(cards.format(n=most)), Rule(grey, "grey"), *map(Rule, _unusual_payments(board))]
    if not any(mechanic.connected for mechanic in mechanics_of(board)):
        rules.append(Rule(_("A route needn't touch your other routes. You score it at once.")))
    rules += [
        Rule(_("Once claimed, a track is yours until the end of the game."), "route-taken"),
        Rule(_pieces_needed(board), "not-enough-trains"),
    ]
    return Section("routes", _("Claiming a route"), tuple(rules), tuple(sorted(board.points_for.items())))


def _pieces_needed(board: Board) -> str:
    """The rule that each space takes a piece, and how many pieces a player has."""
    n = board.trains_per_player
    return marked(WORDS[board.piece].spaces, n).format(n=n)


def _unusual_payments(board: Board) -> Iterator[str]:
    """Rules for routes that are paid for in another way."""
    for route in board.route.values():
        if n := route.marks.get(ANY_SET):
            text = ngettext(
                "On {route}, any card counts as one of its colour.",
                "On {route}, any {n} cards count as one of its colour.",
                n,
            )
            yield text.format(route=pair_name(board, route.id), n=n)
    if any(TERRAIN in route.marks for route in board.route.values()):
        yield _("Some spaces take two cards, as shown on the board.")
    if any(DRAW_BONUS in route.marks for route in board.route.values()):
        yield _("Some routes let you draw cards when you claim them, as shown on the board.")


def parallel_tracks(board: Board) -> Section:
    """Tracks side by side, double or triple, and how many of them are used."""
    rules = [Rule(_("Nobody can claim both tracks between the same two cities."), code="own-twin")]
    fewer = NN_(
        "With fewer than {n} player, only one of the tracks is used: the first claim closes the other.",
        "With fewer than {n} players, only one of the tracks is used: the first claim closes the other.",
    )
    need = board.double_routes_need_players
    has_common_rule = need > board.players.least
    if has_common_rule:
        rules.append(Rule(marked(fewer, need).format(n=need), code="twin-closed"))
    # Without a rule for all variants, the variants' own rules explain the refusal.
    code_of_variants = "" if has_common_rule else "twin-closed"
    for variant in board.variants.values():
        if own := variant.double_routes_need_players:
            # Translators: a rule of one variant, such as: Base game: with fewer than 4 players, …
            text = _("{name}: {rule}").format(
                name=pgettext("variant", variant.name), rule=marked(fewer, own).format(n=own)
            )
            rules.append(Rule(text, code=code_of_variants))
    for players, tracks in board.tracks_open.get("triple", {}).items():
        if tracks == 2:
            text = _("With {players} players, only two of any three parallel tracks can be claimed.")
            rules.append(Rule(text.format(players=players)))
    if any(route.parallel == "open" for route in board.route.values()):
        rules.append(Rule(_("Tracks across a border are all used, with any number of players.")))
    return Section("double", _("Double routes"), tuple(rules))


def ferries(board: Board) -> Section:
    """What a ferry costs."""
    most = max(route.ferry or 0 for route in board.route.values())
    count = sum(bool(route.ferry) for route in board.route.values())
    return Section(
        "ferries",
        pgettext("heading", "Ferries"),
        (
            Rule(
                ngettext(
                    "Play a locomotive for every locomotive shown on a ferry; {n} at most on this board.",
                    "Play a locomotive for every locomotive shown on a ferry; up to {n} on this board.",
                    most,
                ).format(n=most)
            ),
            *map(Rule, _locomotive_substitutes(board)),
            Rule(_("Pay for the other spaces as on a grey route.")),
            Rule(ngettext("The board has {n} ferry.", "The board has {n} ferries.", count).format(n=count)),
        ),
    )


def _locomotive_substitutes(board: Board) -> Iterator[str]:
    """What may be played on a ferry instead of a locomotive."""
    if n := board.ferry_any:
        text = ngettext("Any card can stand for a locomotive.", "Any {n} cards can stand for a locomotive.", n)
        yield text.format(n=n)
    if board.ferry_cards:
        yield _("A ferry card can stand for up to two locomotives.")


def tunnels(board: Board) -> Section:
    """What a tunnel may cost extra."""
    count = sum(route.tunnel for route in board.route.values())
    turned = ngettext(
        "Play the route's cards, then turn over {n} from the deck.",
        "Play the route's cards, then turn over {n} from the deck.",
        TURNED_OVER,
    )
    return Section(
        "tunnels",
        pgettext("heading", "Tunnels"),
        (
            Rule(turned.format(n=TURNED_OVER)),
            Rule(
                _(
                    "For each card turned over in the colour you paid with, and for each locomotive, "
                    "pay one extra card."
                )
            ),
            Rule(_("Extra cards must be in the colour you paid with, or locomotives.")),
            Rule(_("If you paid with locomotives alone, only locomotives turned over cost extra.")),
            Rule(_("Can't or won't pay? Take your own cards back; your turn ends and you place nothing.")),
            Rule(ngettext("The board has {n} tunnel.", "The board has {n} tunnels.", count).format(n=count)),
        ),
    )


def stations(board: Stations) -> Section:
    """How a station is built, and what it is for."""
    costs = and_joined([str(cards) for cards in board.cost_cards])
    cost = ngettext(
        "Stations cost {costs} card, in that order, each paid for in one colour.",
        "Stations cost {costs} cards, in that order, each paid for in one colour.",
        board.cost_cards[-1],
    )
    text = ngettext("You have {n} station.", "You have {n} stations, and can build one a turn.", board.count)
    worth = ngettext(
        "Each station you don't build is worth {n} point at the end.",
        "Each station you don't build is worth {n} points at the end.",
        board.unused_points,
    )
    return Section(
        "stations",
        pgettext("heading", "Stations"),
        (
            Rule(text.format(n=board.count), "no-stations-left"),
            Rule(cost.format(costs=costs)),
            Rule(_("Each city has room for one station, whoever builds it."), "city-taken"),
            Rule(_("For your tickets, a station lets you use one route of another player that ends in its city.")),
            Rule(_("You needn't choose the route until the end; Trackside finds the best one.")),
            Rule(_("The borrowed route doesn't count for the longest path.")),
            Rule(worth.format(n=board.unused_points)),
        ),
    )
