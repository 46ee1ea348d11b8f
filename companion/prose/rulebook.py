"""The rules of a board in our own words, as far as players look them up. Numbers come from the board's file."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.boards.model import Board, Variant
from companion.i18n import and_joined, marked, ngettext, pgettext
from companion.i18n import gettext as _
from companion.prose import reasons
from companion.prose import rules_of_play as play
from companion.prose.display_names import board_name
from companion.prose.pieces import WORDS
from companion.prose.rules_of_play import Rule, Section
from companion.prose.sentences import together
from companion.rules.bonuses import BONUSES
from companion.rules.mechanics import mechanics_of
from companion.rules.tie_breaks import tie_breaks


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A board's rules."""

    board: str
    name: str
    sections: tuple[Section, ...]

    @property
    def codes(self) -> frozenset[str]:
        """The codes of the refusals that these rules explain; each is the anchor of its rule on the page."""
        return frozenset(rule.code for section in self.sections for rule in section.rules if rule.code)


def rulebook(board: Board) -> Rulebook:
    """All rules that apply on this board, and no others."""
    return Rulebook(board.id, board_name(board), tuple(_sections(board)))


def section_for_line(board: Board, line: str) -> str:
    """The id of the section that explains a line of the tally, given by its kind; else of the one about bonuses."""
    other_names = {"won": "tickets", "lost": "tickets", "total": "ties", "place": "ties"}
    wanted = other_names.get(line, line)
    return wanted if any(section.id == wanted for section in _sections(board)) else "bonuses"


def _sections(board: Board) -> Iterator[Section]:
    """The sections of the rulebook, in reading order."""
    yield play.turn(board)
    yield play.locomotives(board)
    yield play.claiming(board)
    if any(route.twins for route in board.route.values()):
        yield play.parallel_tracks(board)
    if any(route.ferry for route in board.route.values()):
        yield play.ferries(board)
    if any(route.tunnel for route in board.route.values()):
        yield play.tunnels(board)
    if board.stations:
        yield play.stations(board.stations)
    yield from _board_rules(board)
    yield _tickets(board)
    yield _ending_section(board)
    yield from _bonuses(board)
    yield _tie_break_rules(board)
    yield _tokens(board)


def _board_rules(board: Board) -> Iterator[Section]:
    """A section for each mechanic of the board: its rules, what it refuses, and its bonus's rules if it has one."""
    for name, mechanic in zip(board.mechanics, mechanics_of(board), strict=True):
        rules = [Rule(_(rule)) for rule in mechanic.rules(board)]
        rules += [Rule(_(kind.rule), kind.code) for kind in mechanic.broken_rules]
        if name in BONUSES:
            rules += [Rule(_(rule)) for rule in BONUSES[name].rules(board)]
        if rules:
            yield Section(
                name, _(mechanic.heading) if mechanic.heading else reasons.bonus_name(board, name), tuple(rules)
            )


def _tickets(board: Board) -> Section:
    """The rules of tickets: the deal, drawing, and what they are worth."""
    return Section(
        "tickets",
        pgettext("heading", "Tickets"),
        (
            Rule(_("A ticket is completed when your own routes link its two cities, however roundabout.")),
            Rule(_("At the end you gain the points of completed tickets and lose the points of the others.")),
            *(Rule(text) for text in _ticket_forms(board)),
            Rule(_("You can't have the same ticket twice."), "ticket-held"),
            *(Rule(text) for text in _deals(board)),
        ),
    )


def _ticket_forms(board: Board) -> Iterator[str]:
    """Rules for unusual tickets and for places that are not cities, where the board has any."""
    forms = {ticket.form for ticket in board.ticket.values()}
    if board.typed_tickets:
        yield _("We have no list of this board's tickets. Type yours in from the cards: both places and the number.")
    if board.countries:
        yield _("For a ticket to a country, any place in that country will do.")
    if any(city.kind == "border" for city in board.cities):
        yield _("A place across the border is a dead end: you can't pass through it, and routes don't join there.")
    if "choice" in forms:
        yield _(
            "If a ticket offers a choice, the most valuable goal you reach counts. If you reach none, you "
            "lose the lowest value."
        )
    if "tour" in forms:
        yield _(
            "A tour visits its cities in order on one path, no city twice. Connected any other way, it scores less."
        )


def _deals(board: Board) -> Iterator[str]:
    """For each variant: how many tickets everybody gets and keeps, at the start and later."""
    for variant in board.variants.values():
        deal, name = variant.deal, pgettext("variant", variant.name)
        n = deal.long + deal.regular + deal.mixed
        start = _deal_text(variant, n).format(name=name, n=n, keep=variant.keep, long=deal.long, regular=deal.regular)
        later = ngettext(
            "Later, you draw {n} ticket and keep at least {keep}.",
            "Later, you draw {n} tickets and keep at least {keep}.",
            variant.draw,
        )
        yield together([start, later.format(n=variant.draw, keep=variant.draw_keep)])


def _deal_text(variant: Variant, n: int) -> str:
    """The sentence about the deal of n tickets at the start, with its placeholders."""
    # Translators: a variant and its tickets, such as: Base game: you're dealt 3 tickets and keep at least 2.
    if variant.drafted:
        return ngettext(
            "{name}: you draft {n} ticket and keep exactly {keep}.",
            "{name}: you draft {n} tickets and keep exactly {keep}.",
            n,
        )
    if variant.deal.mixed:
        return ngettext(
            "{name}: you're dealt {n} ticket, long or short as you like, and keep at least {keep}.",
            "{name}: you're dealt {n} tickets, long or short as you like, and keep at least {keep}.",
            n,
        )
    if variant.deal.long:
        return ngettext(
            "{name}: you're dealt {n} ticket ({long} long, {regular} regular) and keep at least {keep}.",
            "{name}: you're dealt {n} tickets ({long} long, {regular} regular) and keep at least {keep}.",
            n,
        )
    return ngettext(
        "{name}: you're dealt {n} ticket and keep at least {keep}.",
        "{name}: you're dealt {n} tickets and keep at least {keep}.",
        n,
    )


def ending(board: Board) -> tuple[str, str]:
    """Two sentences: when the final round begins on a board, and how many turns it has."""
    at = board.final_round_at
    common = WORDS[board.piece].final
    starts = next((mechanic.ending.rule for mechanic in mechanics_of(board) if mechanic.ending), common)
    turns = ngettext(
        "Then everyone has one more turn, including that player.",
        "Then everyone has {n} more turns, including that player.",
        board.final_turns,
    )
    return marked(starts, at).format(n=at), turns.format(n=board.final_turns)


def _ending_section(board: Board) -> Section:
    """The final round."""
    starts, turns = ending(board)
    return Section(
        "end",
        pgettext("heading", "The end"),
        (
            Rule(starts),
            Rule(turns, "final-turn-had"),
            Rule(_("After that, everyone reveals their tickets."), "after-finish"),
        ),
    )


def _bonuses(board: Board) -> Iterator[Section]:
    """The rules of everything that is paid for or breaks ties, then what each variant pays."""
    paid = {name for variant in board.variants.values() for name in variant.bonuses}
    for bonus in BONUSES.values():
        if (bonus.id in paid or bonus.id in board.tie_break) and bonus.id not in board.mechanics:
            heading = _(bonus.heading) if bonus.heading else reasons.bonus_name(board, bonus.id)
            yield Section(bonus.id, heading, tuple(Rule(_(rule)) for rule in bonus.rules(board)))
    each = [_bonuses_of_variant(board, variant) for variant in board.variants.values()]
    yield Section("bonuses", pgettext("heading", "Bonuses"), (*each, *_tie_rules(paid)))


def _bonuses_of_variant(board: Board, variant: Variant) -> Rule:
    """The bonuses that a variant pays."""
    # Translators: a bonus and what it is worth, one of a list, such as: Globetrotter (15 points)
    text = _("{bonus} ({worth})")
    paid = [
        text.format(
            bonus=reasons.bonus_name(board, bonus),
            worth=_points_text(value) if isinstance(value, int) else reasons.worth(board, bonus, value),
        )
        for bonus, value in variant.bonuses.items()
    ]
    name = pgettext("variant", variant.name)
    if not paid:
        return Rule(_("{name}: no bonuses.").format(name=name))
    # Translators: a variant and its bonuses, such as: Big Cities: Globetrotter (15 points).
    return Rule(_("{name}: {bonuses}.").format(name=name, bonuses=and_joined(paid)))


def _points_text(n: int) -> str:
    """Points that are paid, or lost with a minus sign."""
    return ngettext("{n} point", "{n} points", abs(n)).format(n=str(n).replace("-", "−"))


def _tie_rules(paid: Collection[str]) -> Iterator[Rule]:
    """What happens when players tie for one of these bonuses, each rule once, though several bonuses may share it."""
    rules = [rule for bonus in BONUSES.values() if bonus.id in paid for rule in bonus.pay.rules]
    return (Rule(_(rule)) for rule in dict.fromkeys(rules))


def _tie_break_rules(board: Board) -> Section:
    """What decides when players have equal points, in order."""
    breaks = tie_breaks()
    first, *rest = (_(breaks[name].most) for name in board.tie_break)
    rules = [Rule(_("Whoever has {criterion} wins.").format(criterion=first))]
    rules += [Rule(_("If still tied: {criterion}.").format(criterion=criterion)) for criterion in rest]
    rules.append(Rule(_("Players still tied share the win.")))
    return Section("ties", pgettext("heading", "Ties"), tuple(rules))


def _tokens(board: Board) -> Section:
    """How games with shaped tokens are entered."""
    back = _("The route's other trains go back in the box, so the number left is still right.")
    if not board.only_trains:
        back = _("The route's other pieces go back in the box, so the number left is still right.")
    return Section(
        "tokens",
        _("With shaped tokens"),
        (
            Rule(_("In an edition for blind players, one shaped token marks a route, whatever its length.")),
            Rule(back),
            Rule(_("You choose who has which shape in the table's settings.")),
        ),
    )
