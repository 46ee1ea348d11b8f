"""The rules of a board in our own words, as far as a table looks them up. Numbers come from the board's file."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from companion.boards.model import Board, Stations, Variant
from companion.i18n import N_, NN_, and_joined, ngettext, npgettext, pgettext
from companion.i18n import gettext as _
from companion.prose import reasons
from companion.prose.names import board_name, marked
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import mechanics_of
from companion.rules.mechanics.tunnels import TURNED_OVER

TIES: Final = {
    "points": N_("the most points"),
    "tickets": N_("the most completed tickets"),
    "stations": N_("the fewest stations built"),
    "longest-path": N_("the longest path"),
    "passengers": N_("the most passengers, all colours together"),
    "ticket-points": N_("the most points from completed tickets"),
    "mountain-routes": N_("the most mountain routes"),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in a sentence or two. `code` is the refusal it explains, or another name to point at it."""

    sentence: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The rules under one heading; `points` is the table of lengths and what they are worth."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    points: tuple[tuple[int, int], ...] = ()
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A board's rules. `codes` are the refusals that are explained, each at an anchor of its name."""

    board: str
    name: str
    sections: tuple[Section, ...]

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(rule.code for section in self.sections for rule in section.rules if rule.code)


def rulebook(board: Board) -> Rulebook:
    """Everything that holds on this board, and nothing that does not."""
    return Rulebook(board.id, board_name(board), tuple(_sections(board)))


def rules_of(board: Board, line: str) -> str:
    """The section that explains a line of the tally."""
    named = {"won": "tickets", "lost": "tickets", "total": "ties", "place": "ties"}
    place = named.get(line, line)
    return place if any(section.id == place for section in _sections(board)) else "bonuses"


def _sections(board: Board) -> Iterator[Section]:
    yield _turn(board)
    yield _locomotives()
    yield _claiming(board)
    if any(route.twins for route in board.route.values()):
        yield _double(board)
    if any(route.ferry for route in board.route.values()):
        yield _ferries(board)
    if any(route.tunnel for route in board.route.values()):
        yield _tunnels(board)
    if board.stations:
        yield _stations(board.stations)
    yield from _mechanics(board)
    yield _tickets(board)
    yield _end(board)
    yield from _bonuses(board)
    yield _ties(board)
    yield _tokens()


def _turn(board: Board) -> Section:
    ways = [
        _("Draw two train cards, face-up or from the deck."),
        _("Claim a route: play the cards and put your trains on it."),
        _("Draw new tickets, and keep some of them."),
    ]
    if board.stations:
        ways.append(_("Build a station in a city that has none."))
    return Section("turn", _("A turn"), tuple(Rule(way) for way in ways), lead=_("On your turn, do one of these:"))


def _locomotives() -> Section:
    return Section(
        "locomotives",
        pgettext("heading", "Locomotives"),
        (
            Rule(_("A locomotive counts as any colour.")),
            Rule(_("A face-up locomotive counts as both your cards. One from the deck counts as one.")),
            Rule(_("If three of the five face-up cards are locomotives, discard all five and deal five new ones.")),
        ),
    )


def _claiming(board: Board) -> Section:
    most = max(route.length for route in board.route.values())
    trains = ngettext(
        "Every space takes a train. You have {n}, and can't claim a route that needs more than you have left.",
        "Every space takes a train. You have {n}, and can't claim a route that needs more than you have left.",
        board.trains_per_player,
    )
    if any(route.pieces == "ship" for route in board.route.values()):
        trains = _(
            "Every space takes a train or a ship, as shown. You have {n} in all, and need enough of the right kind."
        )
    cards = ngettext(
        "Pay one card of the route's colour for each space, up to {n} on this board.",
        "Pay one card of the route's colour for each space, up to {n} on this board.",
        most,
    )
    return Section(
        "routes",
        _("Claiming a route"),
        (
            Rule(cards.format(n=most)),
            Rule(_("Pay for a grey route in any one colour, plus any locomotives."), "grey"),
            Rule(_("It needn't touch your other routes. You score it at once.")),
            Rule(_("Once claimed, a track is yours until the end of the game."), "route-taken"),
            Rule(trains.format(n=board.trains_per_player), "not-enough-trains"),
        ),
        tuple(sorted(board.points_for.items())),
    )


def _double(board: Board) -> Section:
    need = board.double_routes_need_players
    rules = [Rule(_("Nobody can claim both tracks between the same two cities."), "own-twin")]
    if need > board.players.least:
        text = ngettext(
            "With fewer than {n} player, only one of the tracks is used: the first claim closes the other.",
            "With fewer than {n} players, only one of the tracks is used: the first claim closes the other.",
            need,
        )
        rules.append(Rule(text.format(n=need), "twin-closed"))
    for players, tracks in board.tracks_open.get("triple", {}).items():
        if tracks == 2:
            text = _("With {players} players, two of three tracks side by side are used.")
            rules.append(Rule(text.format(players=players)))
    return Section("double", _("Double routes"), tuple(rules))


def _ferries(board: Board) -> Section:
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
            Rule(_("Pay for the other spaces like a grey route.")),
            Rule(ngettext("The board has {n} ferry.", "The board has {n} ferries.", count).format(n=count)),
        ),
    )


def _tunnels(board: Board) -> Section:
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
            Rule(_("For each one in your colour, and for each locomotive, pay one extra card.")),
            Rule(_("Extra cards must be that colour too, or locomotives.")),
            Rule(_("If you paid only with locomotives, only locomotives cost extra.")),
            Rule(_("Can't or won't pay? Take your own cards back; your turn ends and you place nothing.")),
            Rule(ngettext("The board has {n} tunnel.", "The board has {n} tunnels.", count).format(n=count)),
        ),
    )


def _stations(board: Stations) -> Section:
    """How a station is built and what it lends."""
    costs = and_joined([str(cards) for cards in board.cost_cards])
    cost = ngettext(
        "They cost {costs} card of one colour, in that order.",
        "They cost {costs} cards of one colour, in that order.",
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
            Rule(_("For your tickets, it lets you use one other player's route that ends in its city.")),
            Rule(_("You needn't choose the route until the end; Trackside finds the best one.")),
            Rule(_("It doesn't count for the longest path.")),
            Rule(worth.format(n=board.unused_points)),
        ),
    )


def _mechanics(board: Board) -> Iterator[Section]:
    """What holds on this board and few others."""
    for name, mechanic in zip(board.mechanics, mechanics_of(board), strict=True):
        rules = [Rule(_(rule)) for rule in mechanic.rules(board)]
        rules += [Rule(_(kind.rule), kind.code) for kind in mechanic.refusals]
        if name in BONUSES:
            rules += [Rule(_(rule)) for rule in BONUSES[name].rules(board)]
        if rules:
            yield Section(name, _(mechanic.heading), tuple(rules))


def _tickets(board: Board) -> Section:
    """The rules of tickets: the deal, drawing, and their worth."""
    return Section(
        "tickets",
        pgettext("heading", "Tickets"),
        (
            Rule(_("A ticket is complete when your own routes connect its two cities, however long the way.")),
            Rule(_("At the end you gain the points of completed tickets and lose the points of the others.")),
            *(Rule(text) for text in _forms(board)),
            Rule(_("You can't have the same ticket twice."), "ticket-held"),
            *(Rule(text) for text in _dealt(board)),
        ),
    )


def _forms(board: Board) -> Iterator[str]:
    """The rules of tickets of other forms and of places that are no cities, where the board has any."""
    forms = {ticket.form for ticket in board.ticket.values()}
    if board.countries:
        yield _("You reach a country on a ticket at any one of its places.")
    if any(city.kind == "border" for city in board.cities):
        yield _("A place across the border is only an end: you can't go through it, and routes don't connect there.")
    if "choice" in forms:
        yield _(
            "If a ticket offers a choice, the most valuable goal you reach counts. If you reach none, you "
            "lose the lowest value."
        )
    if "tour" in forms:
        yield _(
            "A tour visits its cities in order on one path, no city twice. Connected any other way, it scores less."
        )


def _dealt(board: Board) -> Iterator[str]:
    for variant in board.variants.values():
        # Translators: the tickets of a way to play, such as: Base: 3 dealt, at least 2 kept. Later 3 drawn, ...
        text = _("{name}: {dealt}, {keep}. Later {draw}, {least}.")
        yield text.format(
            name=pgettext("variant", variant.name),
            dealt=_deal(variant),
            keep=_kept(variant.keep),
            draw=npgettext("tickets", "{n} drawn", "{n} drawn", variant.draw).format(n=variant.draw),
            least=_kept(variant.draw_keep),
        )


def _kept(n: int) -> str:
    return npgettext("tickets", "at least {n} kept", "at least {n} kept", n).format(n=n)


def _deal(variant: Variant) -> str:
    deal = variant.deal
    if deal.mixed:
        text = npgettext(
            "tickets", "{n} dealt, long or short as you like", "{n} dealt, long or short as you like", deal.mixed
        )
        return text.format(n=deal.mixed)
    if not deal.long:
        return npgettext("tickets", "{n} dealt", "{n} dealt", deal.regular).format(n=deal.regular)
    long = npgettext("tickets", "{n} long", "{n} long", deal.long).format(n=deal.long)
    regular = npgettext("tickets", "{n} regular", "{n} regular", deal.regular).format(n=deal.regular)
    return _("{long} and {regular} dealt").format(long=long, regular=regular)


def _end(board: Board) -> Section:
    """The last round."""
    at = board.final_round_at
    common = NN_(
        "When a player ends a turn with {n} train or fewer, the final round begins.",
        "When a player ends a turn with {n} trains or fewer, the final round begins.",
    )
    starts = next((mechanic.end for mechanic in mechanics_of(board) if mechanic.end), common)
    turns = ngettext(
        "Then everyone has one more turn, including that player.",
        "Then everyone has {n} more turns, including that player.",
        board.final_turns,
    )
    return Section(
        "end",
        pgettext("heading", "The end"),
        (
            Rule(marked(starts, at).format(n=at)),
            Rule(turns.format(n=board.final_turns), "final-turn-had"),
            Rule(_("After that, everyone reveals their tickets."), "after-finish"),
        ),
    )


def _bonuses(board: Board) -> Iterator[Section]:
    """The rules of everything that is paid for or separates equals, then what each way to play pays."""
    paid = {name for variant in board.variants.values() for name in variant.bonuses}
    for bonus in BONUSES.values():
        if (bonus.id in paid or bonus.id in board.tie_break) and bonus.id not in board.mechanics:
            heading = _(bonus.heading) if bonus.heading else reasons.bonus_name(board, bonus.id)
            yield Section(bonus.id, heading, tuple(Rule(_(rule)) for rule in bonus.rules(board)))
    each = [_paid(board, variant) for variant in board.variants.values()]
    yield Section("bonuses", pgettext("heading", "Bonuses"), (*each, *_equal(paid)))


def _paid(board: Board, variant: Variant) -> Rule:
    """The bonuses that a variant pays."""
    worth = {
        reasons.bonus_name(board, bonus): reasons.worth(board, bonus, value)
        for bonus, value in variant.bonuses.items()
    }
    # Translators: a bonus and its points, one of a list, such as: Globetrotter 15
    paid = [_("{bonus} {points}").format(bonus=bonus, points=points) for bonus, points in worth.items()]
    text = _("{name}: {paid} points.") if paid else _("{name}: no bonus.")
    return Rule(text.format(name=pgettext("variant", variant.name), paid=and_joined(paid)))


def _equal(paid: Collection[str]) -> Iterator[Rule]:
    """The rules for players who are equal, one for each way in which these bonuses are paid."""
    rules = [rule for bonus in BONUSES.values() if bonus.id in paid for rule in bonus.pay.rules]
    return (Rule(_(rule)) for rule in dict.fromkeys(rules))


def _ties(board: Board) -> Section:
    """The tie-breaks, in order."""
    first, *rest = (_(TIES[name]) for name in board.tie_break)
    rules = [Rule(_("Whoever has {criterion} wins.").format(criterion=first))]
    rules += [Rule(_("If still tied: {criterion}.").format(criterion=criterion)) for criterion in rest]
    rules.append(Rule(_("Players still tied share the win.")))
    return Section("ties", pgettext("heading", "Ties"), tuple(rules))


def _tokens() -> Section:
    return Section(
        "tokens",
        _("With shaped tokens"),
        (
            Rule(_("In an edition for blind players, one shaped token marks a route, whatever its length.")),
            Rule(_("The route's other trains go back in the box, so the number left is still right.")),
            Rule(_("In a table's set-up you choose who has which shape.")),
        ),
    )
