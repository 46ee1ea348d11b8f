"""The strip under the board: the players, whose turn it is, the last action, the final round."""

from dataclasses import dataclass
from typing import Final

from companion.i18n import marked
from companion.pages.shared.choices import ClaimChoice, claim_choices
from companion.pages.shared.counted_things import counts_anything
from companion.pages.shared.log_lines import EntryLine, recent_lines
from companion.pages.shared.player_marks import Mark, marks
from companion.pages.shared.start_card import StartCard, start_card
from companion.pages.shared.ticket_cards import held_cards
from companion.pages.shared.turns import (
    LastAction,
    Turns,
    final_hint,
    last_action,
    slip_lines,
    too_few,
    turn_line,
)
from companion.picture.looks import Look
from companion.play.view import View
from companion.prose.pieces import WORDS
from companion.prose.verdict import verdict
from companion.rules.log import Amend, Finish, Turn, in_force

FEW_TRAINS: Final = 6  # up to which a label says that few are left
RECENT: Final = 8  # lines of the log on a screen with room for them


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's label: their look, and how they stand. `points` is None while the table hides them."""

    color: str
    name: str
    look: Look
    trains: int  # left
    used: int
    of: int  # how many everybody has at the start
    points: int | None
    stations: int | None  # left; None on a board without stations
    few: bool  # whether few trains are left
    up: bool  # whose turn it likely is, or whose routes are entered
    yours: bool
    stopped: bool  # plays no more
    turns_left: int | None  # in the final round: how many of its turns are left
    piece: str = "train"  # what players lay on routes
    kinds: bool = False  # whether there are pieces of several kinds
    figures: tuple[tuple[str, int], ...] = ()  # what counts on this board besides, in words and as a number

    @property
    def unit(self) -> str:
        """The word after their number of pieces."""
        return marked(WORDS["piece" if self.kinds else self.piece].unit, self.trains)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the final standing."""

    rank: int
    panel: Panel
    total: int


@dataclass(frozen=True, slots=True)
class Strip:
    """Everything that is shown under the board."""

    version: int
    phase: str
    live: bool  # whether turns are tracked and the game goes on
    plays: bool  # whether this phone enters anything
    maker: bool  # whether it opened the table
    panels: tuple[Panel, ...]
    turn: str
    last: LastAction
    final: str | None  # that the final round is on
    hints: tuple[str, ...]
    next_player: Panel
    end: int | None  # the place of the finish, to take it back
    revealing: bool = False
    verdict: str | None = None
    standing: tuple[Standing, ...] = ()
    next_to_enter: Panel | None = None  # whose routes are entered next on this phone
    start: StartCard | None = None
    own_seat: str = ""  # the one seat of a phone of one's own
    nudge: bool = False  # it is the turn of this phone's one player
    complete: int = 0  # tickets that are connected, on a phone of one's own
    recent: tuple[EntryLine, ...] = ()
    counts: bool = False  # whether the board has things counted
    too_few: str = ""  # that fewer than two play on, so that the table can finish
    claimed: int | None = None  # the place of the turn that Undo would take back, or of the one it changes
    claim_choices: tuple[ClaimChoice, ...] = ()  # what may be added to that turn, if it is a claim


def strip(game: View, chosen: str | None = None) -> Strip:
    """The strip as one device sees it. `chosen` is the player whose routes are entered, if turns aren't tracked."""
    table, current = game.table, in_force(game.log)
    turns = [(place, entry) for place, entry in current if isinstance(entry, Turn)]
    up = _likely_player(game, turns) if table.turns_followed else chosen or claimer(game)
    panels = tuple(_panel(game, mark, up) for mark in marks(game).values())
    next_panel = next(panel for panel in panels if panel.up)
    finished = table.finished
    result = game.result if finished and not game.revealing else None
    claimed = _place_of_newest_turn(game)
    enters_by_player = game.plays and not table.turns_followed and not finished
    return Strip(
        version=game.version,
        phase=table.phase,
        live=table.turns_followed and not finished,
        plays=game.plays and not finished,
        maker=game.role == "maker",
        panels=panels,
        turn=turn_line(game, next_panel.name, next_panel.trains, next_panel.yours),
        last=last_action(game),
        final=final_hint(game),
        hints=tuple(slip_lines(game, turns)),
        next_player=next_panel,
        end=next((place for place, entry in current if isinstance(entry, Finish)), None),
        revealing=game.revealing,
        verdict=verdict(result) if result else None,
        standing=tuple(
            Standing(line.rank, next(p for p in panels if p.color == line.score.color), line.total)
            for line in (result.by_rank if result else ())
        ),
        next_to_enter=_next_to_enter(game, panels) if enters_by_player else None,
        own_seat=next(iter(game.seats)) if len(game.seats) == 1 else "",
        start=start_card(game),
        nudge=_wants_nudge(game, next_panel),
        complete=_connected_tickets(game),
        recent=recent_lines(game, RECENT),
        counts=counts_anything(game),
        too_few=too_few(game),
        claimed=claimed,
        claim_choices=claim_choices(game, claimed) if game.plays else (),
    )


def _place_of_newest_turn(game: View) -> int | None:
    """The place of the entry that Undo would take back, or of the entry that it changed if it is an amendment.

    None where there is nothing to undo.
    """
    place = game.undo
    entry = game.log[place - 1] if place else None
    return entry.entry if isinstance(entry, Amend) else place


def _next_to_enter(game: View, panels: tuple[Panel, ...]) -> Panel | None:
    """Whose routes are entered after those of the current player; None after the last, and on one person's phone."""
    if game.claims_for:
        return None
    place = next(n for n, panel in enumerate(panels) if panel.up)
    return next((panel for panel in panels[place + 1 :] if panel.trains), None)


def _wants_nudge(game: View, next_panel: Panel) -> bool:
    """Whether this is the phone of one player alone, and it is their turn."""
    table = game.table
    return (
        table.turns_followed
        and table.phase in ("playing", "final-round")
        and game.plays
        and game.seats == {next_panel.color}
        and not game.goes_round
    )


def _connected_tickets(game: View) -> int:
    """How many of the tickets shown on this phone are connected; 0 if the table wants no hints."""
    if not game.options.ticket_hint or game.table.finished or not game.hands:
        return 0
    return sum(card.connected is True for color in game.hands for card in held_cards(game, color))


def claimer(game: View) -> str:
    """The player a claim on this phone is likely for: on one person's phone its owner, else whose turn it is."""
    if game.claims_for:
        return game.claims_for
    turns = [(place, entry) for place, entry in in_force(game.log) if isinstance(entry, Turn)]
    return _likely_player(game, turns)


def _likely_player(game: View, turns: Turns) -> str:
    """Whose turn it is; where turns are not tracked, the player of the last one, or who starts if there is none."""
    if game.table.turns_followed:
        return game.table.next_player
    if turns:
        _place, last_turn = turns[-1]
        return last_turn.player
    return game.setup.starts or game.setup.colors[0]


def _panel(game: View, mark: Mark, up: str) -> Panel:
    """A player's label."""
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
        stopped=color in game.facts.stopped,
        piece=game.board.piece_name,
        kinds=table.pieces_left(color) is not None,
        figures=tuple((marked(text, n).format(n=n), n) for text, n in table.figures(color)),
        turns_left=None if final is None or table.finished else table.turns_left(color),
    )
