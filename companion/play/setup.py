"""Changing the set-up while the game goes on: title, names, seating, variant, a player more or fewer, options."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any, Final

from companion.boards.model import Board
from companion.languages import LANGUAGES
from companion.play.cache import Games, Written, written
from companion.play.game import Game, Viewer, must_play, what_stands_at
from companion.play.naming import newly_named
from companion.play.refusals import Kind, Refused
from companion.play.view import Options
from companion.record.checks import Members, read_shape
from companion.rules.counters import NEUTRAL
from companion.rules.log import Hidden
from companion.rules.mechanics import names_known, options_of
from companion.rules.refusals import RuleBroken
from companion.rules.replay import replay
from companion.rules.setup import Setup
from companion.store import Change
from companion.store.devices import Device
from companion.validation import Complaint

SETTINGS: Final = frozenset({"title", "players", "starts", "variant", "one_token", "tracking"})


class Settings:
    """What a table may change of its set-up and options."""

    def __init__(self, games: Games, boards: Mapping[str, Board]) -> None:
        self._games, self._boards = games, boards

    def change(self, table: str, device: Device, changes: Mapping[str, Any]) -> Written:
        """Changes what is named, unless an entry would become impossible; the rest stays."""
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if unknown := changes.keys() - SETTINGS - {"options"}:
                member = min(unknown)
                raise Refused.complaint(Complaint((member,), "unknown-member", {"member": member}, "extra_forbidden"))
            wanted = {name: value for name, value in changes.items() if name in SETTINGS}
            shown = changes.get("options")
            if isinstance(shown, dict) and (of_game := shown.keys() & options_of(game.board).keys()):
                wanted["options"] = game.setup.options | {name: shown[name] for name in of_game}
                shown = {name: value for name, value in shown.items() if name not in of_game}
            if wanted:
                change.setup = self._new_setup(game, viewer, wanted)
                if wanted.get("tracking", game.setup.tracking) != game.setup.tracking:
                    _unsay(game, change)
            if "options" in changes and shown != {}:
                change.options = _new_options(game, shown)
            return written(change)

    def _new_setup(self, game: Game, viewer: Viewer, wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        seen = zip(game.roots, game.seen_by(viewer).log, strict=True)
        others_tickets = any(root is not None and isinstance(entry, Hidden) for root, entry in seen)
        if wanted.get("variant", game.setup.variant) != game.setup.variant and others_tickets:
            # Whether the tickets exist in the new variant would tell which they are.
            raise Refused(Kind.CONFLICT, "tickets-entered", game.version)
        if "players" in wanted:
            known = {player.name for player in game.setup.players}
            wanted = {**wanted, "players": newly_named(wanted["players"], known)}
        head = {**game.snapshot.setup, **wanted}
        document = as_members({"format": "companion/game", "version": 1, **head, "log": []})
        setup, __, found = read_shape(document, self._boards)
        if found or setup is None:
            raise Refused.complaint(found[0])
        self._judge(game, setup)
        return setup.model_dump(include=set(Setup.model_fields), exclude_defaults=True)

    def _judge(self, game: Game, setup: Setup) -> None:
        self._must_keep_players(game, setup)
        _must_keep_tickets(game, setup)
        try:
            replay(game.board, setup, game.log)
        except RuleBroken as broken:
            why = broken if game.keeper(broken.place) is None else None
            about = what_stands_at(game, broken.place)
            raise Refused(
                Kind.CONFLICT, broken.code, game.version, "becomes-impossible", broken=why, **about
            ) from None

    def _must_keep_players(self, game: Game, setup: Setup) -> None:
        """Refuses to drop a player whom the log names, or a thing that was counted.

        It names the entry, but none that tells whose a ticket is.
        """
        names = names_known(setup.colors, game.board, setup.variant)
        known = {*setup.colors, *(NEUTRAL for counter in names.counters.values() if counter.neutral)}
        for place, entry in enumerate(game.log, 1):
            player = getattr(entry, "player", None) or getattr(getattr(entry, "instead", None), "player", None)
            if player is not None and player not in known:
                if game.keeper(place) is not None:
                    raise Refused(Kind.CONFLICT, "player-in-log", game.version, "player-of-ticket")
                raise Refused(Kind.CONFLICT, "player-in-log", game.version, **what_stands_at(game, place))
            thing = getattr(entry, "what", None) or getattr(getattr(entry, "instead", None), "what", None)
            if thing is not None and thing not in names.counters:
                raise Refused(Kind.CONFLICT, "unknown-thing", game.version)


def _must_keep_tickets(game: Game, setup: Setup) -> None:
    """Refuses a variant without a ticket that the log names, also one that was taken back: it may come back."""
    known = game.board.tickets_of(setup.variant)
    named = (getattr(getattr(entry, "instead", entry), "ticket", None) for entry in game.log)
    if any(ticket is not None and ticket not in known for ticket in named):
        raise Refused(Kind.CONFLICT, "unknown-ticket", game.version)


def _unsay(game: Game, change: Change) -> None:
    """Takes confirmations back: they were meant for an end that is reached in another way now."""
    for color, seat in game.snapshot.seats.items():
        if seat.confirmed and not game.table.finished:
            change.seats[color] = replace(seat, confirmed=False)


def _new_options(game: Game, changes: object) -> Mapping[str, Any]:
    known = {field.name for field in fields(Options)}
    plain = changes if isinstance(changes, dict) else {"": None}
    if any(name not in known or type(plain[name]) is not bool for name in plain if name != "language"):
        raise Refused(Kind.WRONG, "wrong-value", reason="options", names=sorted(known - {"language"}))
    if (spoken := plain.get("language", "")) not in ("", *LANGUAGES):
        raise Refused(Kind.WRONG, "wrong-value", reason="language", language=spoken, known=list(LANGUAGES))
    return asdict(replace(game.options, **plain))


def as_members(value: Any) -> Any:
    """Plain data in the form that the reader of records takes."""
    if isinstance(value, dict):
        return Members([(name, as_members(part)) for name, part in value.items()])
    return [as_members(part) for part in value] if isinstance(value, list) else value
