"""Choices that only some boards offer: with a claim (`ClaimChoice`), or as an entry of its own (`EntryChoice`).

The rules of a board say which there are (`rules/extra_actions.py`); here they become buttons with words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from companion.i18n import gettext as _
from companion.i18n import marked
from companion.pages.shared.route_rows import doubt
from companion.play.view import View
from companion.prose.display_names import isolated, member_in_words, thing_name
from companion.rules.broken_rules import RuleBroken
from companion.rules.extra_actions import Act, Choice
from companion.rules.log import AnyEntry, Claim, in_force
from companion.rules.mechanics import allowed_names, entry_reader, entry_types
from companion.rules.members import members_of
from companion.rules.replay import replay, tried
from companion.rules.table import Table


@dataclass(frozen=True, slots=True)
class ClaimChoice:
    """A button that adds something to a claim, or takes it off again."""

    words: str
    player: str
    field: str  # "more" or "less"
    value: str  # the member of the claim and what is added to it, as `changed_claim` takes them
    chosen: bool


@dataclass(frozen=True, slots=True)
class EntryChoice:
    """A button that reports an entry that only this board has."""

    kind: str
    fields: Mapping[str, str]
    words: str
    most: int = 0  # if not 0, a number up to it is typed as well
    doubt: str = ""  # what is asked before, if a rule of the board doubts the entry


@dataclass(frozen=True, slots=True)
class EntryChoices:
    """Buttons for entries under one heading."""

    heading: str
    choices: tuple[EntryChoice, ...]


def claim_choices(game: View, place: int | None) -> tuple[ClaimChoice, ...]:
    """What may be added to or taken off the claim at a place of the log."""
    claim = dict(in_force(game.log)).get(place) if place else None
    if place is None or not isinstance(claim, Claim) or game.table.finished:
        return ()
    offered = [choice for mechanic in game.table.mechanics for choice in mechanic.choices(game.table, claim)]
    return tuple(button for choice in offered for button in _buttons_for(game, place, claim, choice))


def _buttons_for(game: View, place: int, claim: Claim, choice: Choice) -> Iterator[ClaimChoice]:
    """The buttons for one choice: one that adds or removes it.

    If it can be added several times, there is a button to remove each, and one to add another while there is room.
    """
    current, words = getattr(claim, choice.member), _choice_words(game, claim.player, choice)
    if game.claims_for != claim.player:
        words = f"{words} · {isolated(game.setup.name(claim.player))}"
    value = f"{choice.member}:{'' if choice.value is True else choice.value}"
    if not choice.several:
        chosen = current == choice.value
        amended = {"type": "amend", "entry": place, "with": changed_claim(claim, value, not chosen)}
        if _table_after(game, amended) is not None:
            field = "less" if chosen else "more"
            yield ClaimChoice(words, claim.player, field, value, chosen)
        return
    for added in current:
        if added == choice.value:
            yield ClaimChoice(words, claim.player, "less", value, True)
    if len(current) < choice.several:
        yield ClaimChoice(words, claim.player, "more", value, False)


def _choice_words(game: View, player: str, choice: Choice) -> str:
    """The words on the button of a choice, with the player, city or thing it is about."""
    kind = members_of(entry_types(game.board)["claim"])[choice.member]
    city = member_in_words(game.board, game.setup, kind, choice.value)
    thing = thing_name(game.board, str(choice.value))
    return _(choice.wording).format(player=isolated(game.setup.name(player)), city=city, thing=thing)


def changed_claim(claim: Claim, value: str, more: bool) -> dict[str, Any]:
    """The fields of a claim once something is added to it (`more`) or removed. `value` is "member:what"."""
    fields = claim.model_dump(exclude_defaults=True, exclude={"id", "at"})
    member, _sep, what = value.partition(":")
    current = getattr(claim, member, None)
    if isinstance(current, list):
        changed = list(current)
        if more:
            changed.append(what)
        elif what in changed:
            changed.remove(what)
        fields[member] = changed
    elif more:
        fields[member] = what or True
    else:
        fields.pop(member, None)
    return fields


def entry_choices(game: View, player: str, at: str = "") -> tuple[EntryChoices, ...]:
    """The entries that a player may make by the board's own rules.

    `at` is a city or a claimed track that they are about; without it they are about neither.
    """
    if game.table.finished or not game.plays:
        return ()
    acts = (act for mechanic in game.table.mechanics for act in mechanic.acts(game.table, player, at))
    return _grouped(game, player, acts)


def _grouped(game: View, player: str, acts: Iterable[Act]) -> tuple[EntryChoices, ...]:
    """The entries that would be accepted now, as buttons under their headings."""
    groups: dict[str, list[EntryChoice]] = {}
    for act in acts:
        entry = {"type": act.kind, "player": player, **act.members}
        if act.number:  # the person will type a number, so the least one is tried
            entry["n"] = 1
        after = _table_after(game, entry)
        if after is None:
            continue
        members = members_of(entry_types(game.board)[act.kind])
        words = {
            name: member_in_words(game.board, game.setup, members[name], value) for name, value in act.members.items()
        }
        label = marked(act.wording, act.price).format(player=isolated(game.setup.name(player)), n=act.price, **words)
        fields = {name: "1" if value is True else str(value) for name, value in act.members.items()}
        groups.setdefault(act.heading, []).append(
            EntryChoice(act.kind, fields, label, act.number, doubt(game, after))
        )
    return tuple(EntryChoices(_(heading) if heading else "", tuple(choices)) for heading, choices in groups.items())


def _table_after(game: View, fields: Mapping[str, Any]) -> Table | None:
    """The table as an entry would leave it now; None where the rules would not accept it."""
    context = allowed_names(game.setup.colors, game.board, game.setup.variant)
    try:
        entry: AnyEntry = entry_reader(game.board).validate_python(fields, context=context)
        if fields["type"] == "amend":
            return replay(game.board, game.setup, [*game.log, entry])
        return tried(game.table, entry, len(game.log) + 1)
    except (ValidationError, RuleBroken):
        return None
