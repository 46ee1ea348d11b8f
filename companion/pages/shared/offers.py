"""What the rules of a board let a player say beside the usual: with a claim, or as an entry of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from companion.i18n import gettext as _
from companion.i18n import marked
from companion.pages.shared.candidates import doubt
from companion.play.view import View
from companion.prose.names import isolated, thing_name, word
from companion.rules.log import AnyEntry, Claim, in_force
from companion.rules.mechanics import entries_of, kinds_of, names_known
from companion.rules.members import members_of
from companion.rules.offers import Act, Choice
from companion.rules.refusals import RuleBroken
from companion.rules.replay import replay, tried
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class Chip:
    """One tap that adds something to a claim, or takes it off again."""

    words: str
    player: str
    field: str  # "more" or "less"
    value: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """A button that reports an entry of the board's own; where `most` is given, a number is typed with it."""

    kind: str
    fields: Mapping[str, str]
    words: str
    most: int = 0
    doubt: str = ""  # what is asked before, where a rule of the board doubts it


@dataclass(frozen=True, slots=True)
class Deeds:
    """Buttons under one heading."""

    heading: str
    deeds: tuple[Deed, ...]


def chips(game: View, place: int | None) -> tuple[Chip, ...]:
    """What may be said besides of the claim at a place of the log, as it stands now."""
    claim = dict(in_force(game.log)).get(place or 0)
    if not isinstance(claim, Claim) or game.table.finished:
        return ()
    offered = [choice for mechanic in game.table.mechanics for choice in mechanic.choices(game.table, claim)]
    return tuple(chip for choice in offered for chip in _chips(game, place or 0, claim, choice))


def _chips(game: View, place: int, claim: Claim, choice: Choice) -> Iterator[Chip]:
    now, words = getattr(claim, choice.member), _words(game, claim.player, choice)
    value = f"{choice.member}:{'' if choice.value is True else choice.value}"
    if not choice.several:
        chosen = now == choice.value
        amended = {"type": "amend", "entry": place, "with": changed(claim, value, not chosen)}
        if _after(game, amended):
            field = "less" if chosen else "more"
            yield Chip(words, claim.player, field, value, chosen)
        return
    yield from (Chip(words, claim.player, "less", value, True) for taken in now if taken == choice.value)
    if len(now) < choice.several:
        yield Chip(words, claim.player, "more", value, False)


def _words(game: View, player: str, choice: Choice) -> str:
    city = word(game.board, game.setup, members_of(kinds_of(game.board)["claim"])[choice.member], choice.value)
    thing = thing_name(game.board, str(choice.value))
    return _(choice.says).format(player=isolated(game.setup.name(player)), city=city, thing=thing)


def changed(claim: Claim, value: str, more: bool) -> dict[str, Any]:
    """A claim with something more or less, as an amendment tells it."""
    told = claim.model_dump(exclude_defaults=True, exclude={"id", "at"})
    member, _sep, what = value.partition(":")
    now = getattr(claim, member, None)
    if isinstance(now, list):
        left = list(now)
        if more:
            left.append(what)
        elif what in left:
            left.remove(what)
        told[member] = left
    elif more:
        told[member] = what or True
    else:
        told.pop(member, None)
    return told


def deeds(game: View, player: str, at: str = "") -> tuple[Deeds, ...]:
    """The entries that a player may make by the board's rules: about a city, about a claimed track, or neither."""
    if game.table.finished or not game.plays:
        return ()
    return _listed(game, player, (act for m in game.table.mechanics for act in m.acts(game.table, player, at)))


def _listed(game: View, player: str, acts: Iterable[Act]) -> tuple[Deeds, ...]:
    found: dict[str, list[Deed]] = {}
    for act in acts:
        told = {"type": act.kind, "player": player, **act.told} | ({"n": 1} if act.number else {})
        if (after := _after(game, told)) is None:
            continue
        members = members_of(kinds_of(game.board)[act.kind])
        words = {name: word(game.board, game.setup, members[name], value) for name, value in act.told.items()}
        says = marked(act.says, act.price).format(player=isolated(game.setup.name(player)), n=act.price, **words)
        fields = {name: "1" if value is True else str(value) for name, value in act.told.items()}
        found.setdefault(act.heading, []).append(Deed(act.kind, fields, says, act.number, doubt(game, after)))
    return tuple(Deeds(_(heading) if heading else "", tuple(some)) for heading, some in found.items())


def _after(game: View, told: Mapping[str, Any]) -> Table | None:
    """The table as an entry would leave it now; None where the rules would not take it."""
    known = names_known(game.setup.colors, game.board, game.setup.variant)
    try:
        entry: AnyEntry = entries_of(game.board).validate_python(told, context=known)
        if told["type"] == "amend":
            return replay(game.board, game.setup, [*game.log, entry])
        return tried(game.table, entry, len(game.log) + 1)
    except (ValidationError, RuleBroken):
        return None
