"""What is remembered of one finished game: as much as its circle's pages need, and no names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.boards.model import Board
from companion.boards.tickets import Ticket
from companion.rules.network import fewest_trains
from companion.rules.score import PlayerScore
from companion.rules.tally import Line, Tally


@dataclass(frozen=True, slots=True)
class HeldTicket:
    """A ticket that a player held to the end."""

    id: str
    points: int  # below 0 where it was not completed
    done: bool
    detour: int = 0  # trains of its journey beyond the fewest that lead there
    saved: bool = False  # by a station


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player's part of a game."""

    color: str
    points: int
    rank: int
    longest: int  # the length of the longest path
    routes: tuple[str, ...]  # in the order in which they were claimed
    tickets: tuple[HeldTicket, ...]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game. `ended` is the last time in its log, where that has any."""

    board: str
    variant: str
    in_turns: bool  # whether the order of claims is that of the game
    ended: int | None
    players: tuple[PlayerSummary, ...]  # in seating order

    def player(self, color: str) -> PlayerSummary:
        """The part of the player with this colour."""
        return next(player for player in self.players if player.color == color)


def summarise(result: Tally, ended: int | None = None) -> GameSummary:
    """The summary of a finished game."""
    table = result.table
    players = tuple(_player(result, line) for line in result.lines)
    return GameSummary(table.board.id, table.setup.variant, table.setup.tracking == "live", ended, players)


def _player(result: Tally, line: Line) -> PlayerSummary:
    """A player's part of a game, from their line of the tally."""
    own = line.score
    tickets = tuple(_ticket(result.table.board, own, ticket) for ticket in (*own.completed, *own.failed))
    return PlayerSummary(own.color, line.total, line.rank, own.path.length, own.routes, tickets)


def _ticket(board: Board, own: PlayerScore, ticket: Ticket) -> HeldTicket:
    """A ticket of a player; without a goal that the player's network reaches it was not completed."""
    goal, journey = own.goals.get(ticket.id), own.journeys.get(ticket.id)
    if goal is None:
        return HeldTicket(ticket.id, own.points_of(ticket), done=False)
    detour = max(0, journey.trains - fewest_trains(board, goal)) if journey else 0
    saved = any(ticket.id in tickets for tickets in own.loans.saved.values())
    return HeldTicket(ticket.id, own.points_of(ticket), True, detour, saved)


def to_json(summary: GameSummary) -> str:
    """A summary as it is stored: lists in a fixed order, since there may be a thousand of them."""
    players = []
    for player in summary.players:
        tickets = [[held.id, held.points, held.done, held.detour, held.saved] for held in player.tickets]
        players.append([player.color, player.points, player.rank, player.longest, player.routes, tickets])
    whole = [summary.board, summary.variant, summary.in_turns, summary.ended, players]
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> GameSummary:
    """A summary that was stored."""
    board, variant, in_turns, ended, players = json.loads(text)
    return GameSummary(board, variant, in_turns, ended, tuple(_stored_player(*player) for player in players))


def _stored_player(
    color: str, points: int, rank: int, longest: int, routes: list[str], tickets: list[list[Any]]
) -> PlayerSummary:
    """A player's part of a stored summary."""
    held = tuple(HeldTicket(*ticket) for ticket in tickets)
    return PlayerSummary(color, points, rank, longest, tuple(routes), held)
