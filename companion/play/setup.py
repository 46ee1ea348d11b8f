"""Changing the set-up during a game: title, names, seating, variant, players added or removed, options."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any, Final

from companion.boards.model import Board
from companion.languages import LANGUAGES
from companion.play.cache import Games, Written, written
from companion.play.game import Game, Viewer, must_play, refusal_context
from companion.play.naming import with_tidy_names
from companion.play.passing import passed_on, to_be_stored
from companion.play.refusals import Kind, Refused
from companion.play.view import Options
from companion.record.record_checks import Members, read_shape
from companion.rules.broken_rules import RuleBroken
from companion.rules.counters import NEUTRAL
from companion.rules.game_setup import Setup
from companion.rules.log import Hidden, Keep
from companion.rules.mechanics import allowed_names, options_of
from companion.rules.replay import replay
from companion.rules.table import Table
from companion.store import Change
from companion.store.devices import Device
from companion.validation import Complaint

SETTINGS: Final = frozenset({"title", "players", "starts", "variant", "one_token", "tracking"})


class Settings:
    """The use-case of changing a table's set-up and options."""

    def __init__(self, games: Games, boards: Mapping[str, Board]) -> None:
        self._games, self._boards = games, boards

    def change(self, table: str, device: Device, changes: Mapping[str, Any]) -> Written:
        """Changes these members of the set-up and these options, and leaves the rest.

        Refused where an entry of the log would become impossible.
        """
        with self._games.changing(table, device) as (game, viewer, change):
            must_play(viewer)
            if unknown := changes.keys() - SETTINGS - {"options"}:
                member = min(unknown)
                raise Refused.complaint(Complaint((member,), "unknown-member", {"member": member}, "extra_forbidden"))
            wanted = {name: value for name, value in changes.items() if name in SETTINGS}
            rule_options, table_options = _split_options(game.board, changes.get("options", {}))
            if rule_options:
                wanted["options"] = game.setup.options | rule_options
            if wanted:
                change.setup, table_then = self._new_setup(game, viewer, wanted)
                # With other players or rules it may be the turn of somebody who has stopped: draws pass it on.
                passes, __ = passed_on(table_then, len(game.log), game.stopped)
                change.entries += [to_be_stored(draw, device) for draw in passes]
                if wanted.get("tracking", game.setup.tracking) != game.setup.tracking:
                    _withdraw_confirmations(game, change)
            if table_options != {}:
                change.options = _new_options(game, table_options)
                if viewer.role != "maker" and change.options["picture_shared"] != game.options.picture_shared:
                    raise Refused(Kind.NOT_ALLOWED, "not-the-maker", reason="share")
            return written(change)

    def _new_setup(self, game: Game, viewer: Viewer, wanted: Mapping[str, Any]) -> tuple[Mapping[str, Any], Table]:
        """The set-up after these changes, and the table that the log leads to with it. Refused where it is wrong."""
        visible = zip(game.roots, game.seen_by(viewer).log, strict=True)
        has_hidden_tickets = any(root is not None and isinstance(entry, Hidden) for root, entry in visible)
        if wanted.get("variant", game.setup.variant) != game.setup.variant and has_hidden_tickets:
            # The answer would show whether the hidden tickets exist in the new variant, and so which they may be.
            raise Refused(Kind.CONFLICT, "tickets-entered", game.version)
        if "players" in wanted:
            names = {player.name for player in game.setup.players}
            wanted = {**wanted, "players": with_tidy_names(wanted["players"], names)}
        head = {**game.snapshot.setup, **wanted}
        document = as_members({"format": "companion/game", "version": 1, **head, "log": []})
        setup, __, complaints = read_shape(document, self._boards)
        if complaints or setup is None:
            raise Refused.complaint(complaints[0])
        return setup.model_dump(include=set(Setup.model_fields), exclude_defaults=True), self._table_by(game, setup)

    def _table_by(self, game: Game, setup: Setup) -> Table:
        """The table that the log leads to with another set-up. Refused where log and set-up do not fit together."""
        self._must_keep_players(game, setup)
        _must_keep_tickets(game, setup)
        try:
            return replay(game.board, setup, game.log)
        except RuleBroken as broken:
            why = broken if game.secret_owner(broken.place) is None else None
            about = refusal_context(game, broken.place)
            raise Refused(
                Kind.CONFLICT, broken.code, game.version, "becomes-impossible", broken=why, **about
            ) from None

    def _must_keep_players(self, game: Game, setup: Setup) -> None:
        """Refuses a set-up without a player, or without a counted thing, that the log names.

        The refusal names the entry, unless that would give away whose ticket it is.
        """
        names = allowed_names(setup.colors, game.board, setup.variant)
        players = {*setup.colors, *(NEUTRAL for counter in names.counters.values() if counter.neutral)}
        for place, entry in enumerate(game.log, 1):
            player = getattr(entry, "player", None) or getattr(getattr(entry, "instead", None), "player", None)
            if player is not None and player not in players:
                if game.secret_owner(place) is not None:
                    raise Refused(Kind.CONFLICT, "player-in-log", game.version, "player-of-ticket")
                raise Refused(Kind.CONFLICT, "player-in-log", game.version, **refusal_context(game, place))
            thing = getattr(entry, "what", None) or getattr(getattr(entry, "instead", None), "what", None)
            if thing is not None and thing not in names.counters:
                raise Refused(Kind.CONFLICT, "unknown-thing", game.version)


def _must_keep_tickets(game: Game, setup: Setup) -> None:
    """Refuses a variant that lacks a ticket in the log, even a ticket taken back: that can be undone."""
    tickets = game.board.tickets_of(setup.variant)
    in_log = (getattr(entry, "instead", entry) for entry in game.log)
    if any(isinstance(entry, Keep) and entry.ticket_id not in tickets for entry in in_log):
        raise Refused(Kind.CONFLICT, "unknown-ticket", game.version)


def _withdraw_confirmations(game: Game, change: Change) -> None:
    """Takes all confirmations back, since with or without tracking of turns the game ends in another way."""
    for color, seat in game.snapshot.seats.items():
        if seat.confirmed and not game.table.finished:
            change.seats[color] = replace(seat, confirmed=False)


def _split_options(board: Board, options: object) -> tuple[dict[str, Any], object]:
    """The two kinds of options: those of the board's rules, which are in the set-up, and those of the table.

    What is no JSON object has none of the first kind; it is given back whole as the second, and refused there.
    """
    if not isinstance(options, dict):
        return {}, options
    names = options_of(board).keys()
    rule_options = {name: value for name, value in options.items() if name in names}
    table_options = {name: value for name, value in options.items() if name not in names}
    return rule_options, table_options


def _new_options(game: Game, changes: object) -> Mapping[str, Any]:
    """The table's options after these changes. Refused where a change is malformed."""
    switches = {field.name for field in fields(Options)} - {"language"}  # each of them is on or off
    if not isinstance(changes, dict) or not all(
        name == "language" or (name in switches and type(value) is bool) for name, value in changes.items()
    ):
        raise Refused(Kind.WRONG, "wrong-value", reason="options", names=sorted(switches))
    language = changes.get("language", "")
    if language not in ("", *LANGUAGES):
        raise Refused(Kind.WRONG, "wrong-value", reason="language", language=language, known=list(LANGUAGES))
    return asdict(replace(game.options, **changes))


def as_members(value: Any) -> Any:
    """Plain data with its objects as `Members`, which is what the reader of records takes."""
    if isinstance(value, dict):
        return Members([(name, as_members(part)) for name, part in value.items()])
    return [as_members(part) for part in value] if isinstance(value, list) else value
