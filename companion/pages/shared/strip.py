"""The strip under the board: the players, whose turn it is, the last action, the final round."""

from dataclasses import dataclass
from typing import Final

from companion.i18n import marked
from companion.pages.shared.counted import counts_anything
from companion.pages.shared.log import EntryLine, recent_lines
from companion.pages.shared.offers import Chip, chips
from companion.pages.shared.people import Mark, marks
from companion.pages.shared.start import Start, start
from companion.pages.shared.ticket_cards import cards
from companion.pages.shared.turns import Last, Turns, hint_lines, last_line, turn_line
from companion.picture.looks import Look
from companion.play.view import View
from companion.prose.pieces import WORDS
from companion.prose.verdict import verdict
from companion.rules.log import Amend, Finish, Turn, in_force

FEW_TRAINS: Final = 6
RECENT: Final = 8  # lines of the log on a screen with room for them


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's label: how they look, and how they stand. `points` is None where the table hides them."""

    color: str
    name: str
    look: Look
    trains: int
    used: int
    of: int
    points: int | None
    stations: int | None
    few: bool
    up: bool  # whose turn it likely is, or whose routes are entered
    yours: bool
    turns_left: int | None  # in the final round: how many of its turns are left
    piece: str = "train"  # what players lay on routes
    kinds: bool = False  # whether there are pieces of several kinds
    figures: tuple[tuple[str, int], ...] = ()  # what counts on this board besides, in words and as a number

    @property
    def unit(self) -> str:
        """What their number of pieces counts."""
        return marked(WORDS["piece" if self.kinds else self.piece].unit, self.trains)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the final standing."""

    rank: int
    panel: Panel
    total: int


@dataclass(frozen=True, slots=True)
class Strip:
    """All that is said under the board."""

    version: int
    phase: str
    live: bool
    plays: bool
    maker: bool
    panels: tuple[Panel, ...]
    turn: str
    last: Last
    hints: tuple[str, ...]
    next_player: Panel
    end: int | None  # the place of the finish, to take it back
    revealing: bool = False
    verdict: str | None = None
    standing: tuple[Standing, ...] = ()
    onward: Panel | None = None  # whose routes are entered next on this phone
    start: Start | None = None
    own_seat: str = ""  # the one seat of a phone of one's own
    nudge: bool = False  # it is the turn of whose phone this is
    complete: int = 0  # tickets that are connected, on a phone of one's own
    recent: tuple[EntryLine, ...] = ()
    counts: bool = False  # whether the board has things counted
    claimed: int | None = None  # the place of the claim that Undo would take back, or something said of it
    chips: tuple[Chip, ...] = ()  # what may be said besides of that claim


def strip(game: View, chosen: str | None = None) -> Strip:
    """The strip as one device sees it. Where turns are not followed, a chosen player's routes are entered."""
    table, stands = game.table, in_force(game.log)
    turns = [(place, entry) for place, entry in stands if isinstance(entry, Turn)]
    up = _likely(game, turns) if table.turns_followed else chosen or claimer(game)
    panels = tuple(_panel(game, mark, up) for mark in marks(game).values())
    next_panel = next(panel for panel in panels if panel.up)
    finished = table.finished
    result = game.result if finished and not game.revealing else None
    claimed = _newest_claim(game)
    return Strip(
        version=game.version,
        phase=table.phase,
        live=table.turns_followed and not finished,
        plays=game.plays and not finished,
        maker=game.role == "maker",
        panels=panels,
        turn=turn_line(game, next_panel.name, next_panel.used, next_panel.yours),
        last=last_line(game),
        hints=tuple(hint_lines(game, turns)),
        next_player=next_panel,
        end=next((place for place, entry in stands if isinstance(entry, Finish)), None),
        revealing=game.revealing,
        verdict=verdict(result) if result else None,
        standing=tuple(
            Standing(line.rank, next(p for p in panels if p.color == line.score.color), line.total)
            for line in (result.by_rank if result else ())
        ),
        onward=_onward(game, panels) if not table.turns_followed and not finished and game.plays else None,
        own_seat=next(iter(game.seats)) if len(game.seats) == 1 else "",
        start=start(game),
        nudge=_nudges(game, next_panel),
        complete=_complete(game),
        recent=recent_lines(game, RECENT),
        counts=counts_anything(game),
        claimed=claimed,
        chips=chips(game, claimed) if game.plays else (),
    )


def _newest_claim(game: View) -> int | None:
    """The place of what Undo would take back; where that changes an entry, the place of that entry."""
    place = game.undo
    entry = game.log[place - 1] if place else None
    return entry.entry if isinstance(entry, Amend) else place


def _onward(game: View, panels: tuple[Panel, ...]) -> Panel | None:
    """Where routes are entered player by player, the one after who is entered now; on a phone of one's own nobody."""
    if len(game.seats) == 1:
        return None
    place = next(n for n, panel in enumerate(panels) if panel.up)
    return next((panel for panel in panels[place + 1 :] if panel.trains), None)


def _nudges(game: View, next_panel: Panel) -> bool:
    """Whether this phone is one player's, who is to play now."""
    table = game.table
    return (
        table.turns_followed
        and table.phase in ("playing", "final-round")
        and game.plays
        and game.seats == {next_panel.color}
        and not game.goes_round
    )


def _complete(game: View) -> int:
    """How many tickets are connected, to a phone that one player alone looks at."""
    if not game.options.ticket_hint or game.table.finished or not game.hands:
        return 0
    return sum(card.connected is True for color in game.hands for card in cards(game, color))


def claimer(game: View) -> str:
    """Whom a claim on this phone is likely for: the seat it holds, where it holds one, else whose turn it is."""
    if len(game.seats) == 1:
        return next(iter(game.seats))
    return _likely(game, [(place, entry) for place, entry in in_force(game.log) if isinstance(entry, Turn)])


def _likely(game: View, turns: Turns) -> str:
    """Whose turn it likely is; where turns are not followed, whoever claimed last."""
    if game.table.turns_followed:
        return game.table.next_player
    return turns[-1][1].player if turns else game.setup.starts or game.setup.colors[0]


def _panel(game: View, mark: Mark, up: str) -> Panel:
    table, color = game.table, mark.color
    of, left = game.board.trains_per_player, table.trains[color]
    hidden = game.options.points_hidden and not table.finished
    built = len(table.built_by(color))
    final = table.final_round
    return Panel(
        color=color,
        name=mark.name,
        look=mark.look,
        trains=left,
        used=of - left,
        of=of,
        points=None if hidden else table.route_points(color),
        stations=game.board.stations.count - built if game.board.stations else None,
        few=left <= FEW_TRAINS,
        up=color == up,
        yours=color in game.seats,
        piece=game.board.piece_name,
        kinds=table.pieces_left(color) is not None,
        figures=tuple((marked(text, n).format(n=n), n) for text, n in table.figures(color)),
        turns_left=None if final is None or table.finished else table.turns_left(color),
    )
