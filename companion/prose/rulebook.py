"""The rules of a board in our own words, as far as a table looks them up. Numbers come from the board's file."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.boards.model import Board
from companion.i18n import gettext as _
from companion.i18n import ngettext
from companion.prose.rulebook_end import bonuses, end, stations, tickets, ties
from companion.prose.rulebook_model import Part, Rule
from companion.rules.mechanics.tunnels import TURNED_OVER


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A board's rules. `codes` are the refusals that are explained, each at an anchor of its name."""

    board: str
    name: str
    parts: tuple[Part, ...]

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(rule.code for part in self.parts for rule in part.rules if rule.code)


def rulebook(board: Board) -> Rulebook:
    """Everything that holds on this board, and nothing that does not."""
    return Rulebook(board.id, board.name, tuple(_parts(board)))


def rules_of(board: Board, line: str) -> str:
    """Where the rules of a line of the tally stand."""
    named = {"won": "tickets", "lost": "tickets", "total": "ties", "place": "ties"}
    place = named.get(line, line)
    return place if any(part.id == place for part in _parts(board)) else "bonuses"


def _parts(board: Board) -> Iterator[Part]:
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
        yield stations(board.stations)
    yield tickets(board)
    yield end(board)
    yield from bonuses(board)
    yield ties(board)
    yield _tokens()


def _turn(board: Board) -> Part:
    ways = [
        _("Draw two train cards, from the open ones or blind."),
        _("Claim a route: lay down its cards and put your trains on it."),
        _("Draw new tickets, and keep some of them."),
    ]
    if board.stations:
        ways.append(_("Build a station in a city that has none."))
    return Part("turn", _("A turn"), tuple(Rule(way) for way in ways), lead=_("You do one of these, and only one:"))


def _locomotives() -> Part:
    return Part(
        "locomotives",
        _("Locomotives"),
        (
            Rule(_("A locomotive stands for a card of any colour.")),
            Rule(_("An open locomotive counts as both of your cards. One that you draw blind counts as one.")),
            Rule(_("As soon as three of the five open cards are locomotives, all five are put away and replaced.")),
        ),
    )


def _claiming(board: Board) -> Part:
    most = max(route.length for route in board.route.values())
    trains = _(
        "Every space takes a train. You have {n}, and a route that needs more than are left cannot be claimed."
    )
    return Part(
        "routes",
        _("Claiming a route"),
        (
            Rule(
                _("A route takes as many cards of its colour as it has spaces, up to {most} here.").format(most=most)
            ),
            Rule(_("A grey route takes any one colour: all cards alike, locomotives aside."), "grey"),
            Rule(_("It need not touch your other routes. You score it at once.")),
            Rule(_("A track belongs to whoever claimed it first, to the end of the game."), "route-taken"),
            Rule(trains.format(n=board.trains_per_player), "not-enough-trains"),
        ),
        tuple(sorted(board.points_for.items())),
    )


def _double(board: Board) -> Part:
    need = board.double_routes_need_players
    rules = [Rule(_("Nobody claims both tracks between the same two cities."), "own-twin")]
    if need > board.players.least:
        says = ngettext(
            "With fewer than {n} player only one of the tracks is used: the first claim closes the other.",
            "With fewer than {n} players only one of the tracks is used: the first claim closes the other.",
            need,
        )
        rules.append(Rule(says.format(n=need), "twin-closed"))
    return Part("double", _("Double routes"), tuple(rules))


def _ferries(board: Board) -> Part:
    most = max(route.ferry or 0 for route in board.route.values())
    count = sum(bool(route.ferry) for route in board.route.values())
    return Part(
        "ferries",
        _("Ferries"),
        (
            Rule(
                ngettext(
                    "A ferry takes a locomotive for every locomotive drawn on it; {n} at most here.",
                    "A ferry takes a locomotive for every locomotive drawn on it; up to {n} here.",
                    most,
                ).format(n=most)
            ),
            Rule(_("The other spaces are paid like those of a grey route.")),
            Rule(ngettext("The board has {n} ferry.", "The board has {n} ferries.", count).format(n=count)),
        ),
    )


def _tunnels(board: Board) -> Part:
    count = sum(route.tunnel for route in board.route.values())
    return Part(
        "tunnels",
        _("Tunnels"),
        (
            Rule(_("Lay down the route's cards, then turn over {n} from the pile.").format(n=TURNED_OVER)),
            Rule(_("For each of them in the colour you laid down, and for each locomotive, you pay one card more.")),
            Rule(_("What you pay more is of that colour too, or a locomotive.")),
            Rule(_("Paid with locomotives alone, only locomotives among them count.")),
            Rule(_("Cannot or will not pay? Take your own cards back; the turn is over, and nothing is placed.")),
            Rule(ngettext("The board has {n} tunnel.", "The board has {n} tunnels.", count).format(n=count)),
        ),
    )


def _tokens() -> Part:
    return Part(
        "tokens",
        _("With shaped tokens"),
        (
            Rule(_("In an edition for blind players one shaped token lies on a route, whatever its length.")),
            Rule(
                _("The other trains that the route takes are put back in the box, so that what is left still counts.")
            ),
            Rule(_("The set-up of a table says which shape is whose, and words the counts for it.")),
        ),
    )
