"""What is wrong with a document, in words: a clause for every complaint about a record, a board file or a request.

A clause begins with a small letter and has no full stop, since it mostly follows the place that it is about;
`sentences.in_full` makes a sentence of it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.i18n import N_, listed, ngettext, or_joined, pgettext
from companion.i18n import gettext as _
from companion.prose import counts, rule_refusals
from companion.validation import Complaint

Data = Mapping[str, Any]


def clause(complaint: Complaint) -> str:
    """What is wrong, in the language in use now: in the complaint's own words, or else in those of its reason."""
    words = complaint.data.get("wording") or CLAUSES.get(complaint.reason, UNKNOWN)
    return words(complaint.data) if callable(words) else _(words).format(**_facts_in_words(complaint.data))


def short_value(value: object, longest: int = 40) -> str:
    """A value that somebody sent, fit for one line: shortened, and without characters that move the cursor."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            text = f"“{value}”"
        case Mapping():
            return "{…}" if value else "{}"
        case Sequence():
            return "[…]" if value else "[]"
        case int() if abs(value) > 10**longest:
            return _("a very large number")
        case _:
            text = str(value)
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def short_name(name: str) -> str:
    """A name that somebody sent, fit for one line, without quotes."""
    return short_value(name)[1:].removesuffix("”")


def _facts_in_words(data: Data) -> dict[str, str]:
    """The data as texts to fill into a clause: values that somebody sent in quotes, names of things without."""
    words = {name: value if isinstance(value, str) else short_value(value) for name, value in data.items()}
    words |= {name: pgettext(name, str(data[name])) for name in ("board", "variant") if name in data}
    words |= {name: short_value(data[name]) for name in QUOTED & data.keys()}
    if "member" in data:
        words["member"] = short_name(data["member"])
    if isinstance(data.get("known"), list):
        words["known"] = listed(data["known"])
    if "each" in data:  # whether it is about every item of a list, or about the member itself
        words["which"] = (_("each item in “{member}”") if data["each"] else _("“{member}”")).format(**words)
    return words


def _literal(data: Data) -> str:
    """A value that is none of those allowed."""
    kinds = or_joined([f"“{kind}”" for kind in QUOTES.findall(data["expected"])])
    return _("{which} must be {expected}, not {given}").format(**_facts_in_words(data) | {"expected": kinds})


def _tag(data: Data) -> str:
    """A “type” that does not exist."""
    kinds = listed(QUOTES.findall(data["expected_tags"]))
    return _("there's no type {tag}; use one of {kinds}").format(tag=short_value(data["given"]["type"]), kinds=kinds)


def _too_long(data: Data) -> str:
    """A text with too many characters."""
    most = data["max_length"]
    text = ngettext("{which} may have up to {most} character", "{which} may have up to {most} characters", most)
    return text.format(which=_facts_in_words(data)["which"], most=most)


def _wrong_length(data: Data) -> str:
    """A text that is too short or too long."""
    least, most = data["least"], data["most"]
    facts = {"member": data["member"], "given": counts.characters(data["given"]), "least": least, "most": most}
    if least == most:
        return _("“{member}” has {given}; it must have {most}").format(**facts)
    if least == 0:
        return _("“{member}” has {given}; it may have up to {most}").format(**facts)
    return _("“{member}” has {given}; it may have {least} to {most}").format(**facts)


def _too_many_entries(data: Data) -> str:
    """A log with too many entries."""
    given = counts.entries(data["count"])
    return _("the log has {entries}; it may have {most} at most").format(entries=given, most=data["most"])


def _wrong_number_of_players(data: Data) -> str:
    """More or fewer players than the board is for."""
    facts = _facts_in_words(data) | {"players": counts.players(data["count"])}
    return _("{players}; {board} is for {least} to {most}").format(**facts)


def _too_few_colours(data: Data) -> str:
    """More players than colours."""
    text = ngettext(
        "{players} people may play, but there is only {colours}",
        "{players} people may play, but there are only {colours}",
        data["colours"],
    )
    return text.format(players=data["players"], colours=counts.colours(data["colours"]))


QUOTES: Final = re.compile(r"'([^']*)'")  # how pydantic names what it expected
# Members with what somebody wrote, which clauses have in quotes if it is text.
QUOTED: Final = frozenset({"given", "color", "name", "length", "entry"})
UNKNOWN: Final = N_("{which} can't be {given}")
NAMED_MEMBERS: Final = N_("{which} must be a JSON object, not {given}")
LIST: Final = N_("{which} must be a list, not {given}")

CLAUSES: Final[Mapping[str, str | Callable[[Data], str]]] = {
    # Any document.
    "missing": N_("the member “{member}” is missing"),
    "extra_forbidden": N_("nothing here is called “{member}”"),
    "union_tag_not_found": N_("the member “type” is missing"),
    "union_tag_invalid": _tag,
    "literal_error": _literal,
    "int_type": N_("{which} must be a whole number, not {given}"),
    "float_type": N_("{which} must be a number, not {given}"),
    "bool_type": N_("{which} must be true or false, not {given}"),
    "string_unicode": N_("{which} has characters that can't be used"),
    "string_type": N_("{which} must be text, not {given}"),
    "string_too_short": N_("{which} must not be empty"),
    "string_too_long": _too_long,
    "string_pattern_mismatch": N_("{which} must be lower-case letters, digits and single hyphens, not {given}"),
    "greater_than_equal": N_("{which} must be at least {ge}, not {given}"),
    "less_than_equal": N_("{which} may be at most {le}, not {given}"),
    "too_short": N_("{which} has {actual_length}; it needs at least {min_length}"),
    "too_long": N_("{which} has {actual_length}; it can have at most {max_length}"),
    "list_type": LIST,
    "tuple_type": LIST,
    "dict_type": NAMED_MEMBERS,
    "mapping_type": NAMED_MEMBERS,
    "model_type": NAMED_MEMBERS,
    "model_attributes_type": NAMED_MEMBERS,
    "member-twice": N_("the member “{member}” appears twice"),
    "no-request": N_("the request must be a JSON object, not {given}"),
    # Texts in a record or a board.
    "wrong-length": _wrong_length,
    "wrong-character": N_("“{member}” has a character that can't be shown, such as a line break"),
    "only-spaces": N_("“{member}” needs at least one visible character"),
    "not-to-be-shown": N_("this text has a character that can't be shown"),
    "wrong-time": N_("“{member}” must be a time such as 2026-11-18T19:04:11Z"),
    "null": N_("“{member}” can't be null; leave it out instead"),
    # Records.
    "no-object": N_("a record must be a JSON object"),
    "no-entry": N_("an entry must be a JSON object, not {given}"),
    "too-many": _too_many_entries,
    "unknown-version": N_("this is format version {given}; this program reads version {known}"),
    "unknown-map": N_("there's no board {name}; choose one of {known}"),
    "unknown-variant": N_("{board} has no variant {name}; choose one of {known}"),
    "wrong-number": _wrong_number_of_players,
    "unknown-colour": N_("there's no colour {color}; choose one of {known}"),
    "colour-twice": N_("two players have the colour {color}"),
    "colour-not-at-the-table": N_("nobody at this table plays {color}"),
    "unknown-route": N_("{board} has no route {name}"),
    "no-stations-here": N_("{board} is played without stations"),
    "unknown-city": N_("{board} has no city {name}"),
    "unknown-ticket": N_("{board}, {variant}, has no ticket {name}"),
    "no-typed-ticket": N_(
        "on {board} “ticket” must name two ends in alphabetical order, at most one of them a country; {name} doesn't"
    ),
    "unknown-thing": N_("{board} has nothing called {name} to count"),
    "unknown-option": N_("{board} has no option called {name}"),
    "wrong-option": N_("{name} can't be {given}; choose one of: {known}"),
    "wrong-options": N_("{name} can't be {given}; choose {n} different ones from: {known}"),
    "missing-option": N_("the member {name} is missing; give it {n} different values from: {known}"),
    "mark-of-its-own": N_("an entry in “with” can't have “{member}”"),
    "not-earlier": N_("entry {entry} does not come before this one"),
    "count-of-another": N_("a counted number can only be replaced by one for the same player and thing"),
    "ticket-of-another": N_("a ticket can only be replaced by another ticket of the same player"),
    "cannot-amend": N_(
        "entry {entry} can't be replaced by this; replace a turn with a turn, and a ticket with a ticket"
    ),
    "id-used": N_("entry {entry} has the same id"),
    "rule-broken": lambda data: rule_refusals.clause(data["broken"]),
    # Board files.
    "colour-repeated": N_("the colour {name} appears twice"),
    "city-repeated": N_("two cities are called {name}"),
    "city-without-name": N_("a city needs a name; only a junction may have none"),
    "least-above-most": N_("the smallest number of players is larger than the largest"),
    "too-few-colours": _too_few_colours,
    "final-round-at-once": N_("the final round would start before the first train is placed"),
    "no-city": N_("there is no city {name}"),
    "joins-itself": N_("both ends are {name}"),
    "place-repeated": N_("two places or countries are called {name}"),
    "no-form-of-ticket": N_("a ticket has “a”, “b” and “points”; or “a” and “options”; or “stops” and “points”"),
    "one-goal": N_("a choice needs at least two options, and a tour at least two stops"),
    "tour-through-a-border": N_("a tour can begin or end at a border or in a country, but not pass through {name}"),
    "tour-with-stations": N_("there are no tours on a board with stations"),
    "not-for-so-many": N_("the board is not for {given} players"),
    "city-unreached": N_("no route reaches {city}"),
    "no-length": N_("a route's length must be 1 to {longest}, not {length}"),
    "length-without-points": N_("a route of length {length} has no points in route_points"),
    "too-many-locomotives": N_("more locomotives than the route has spaces"),
    "empty-set": N_("the set {name} has no tickets"),
    "no-ticket-sets": N_("a variant must name the ticket sets it uses"),
    "keeps-more-than-dealt": N_("players would have to keep more tickets than they are dealt"),
    "ticket-repeated": N_("the variant “{variant}” has the ticket {ticket} twice"),
    "points-first": N_("“points” must come first"),
    "criterion-repeated": N_("{name} appears twice"),
    "without-stations": N_("this board has no stations"),
    "no-such-bonus": N_("there is no bonus {name}; choose one of: {known}"),
    "no-bonus": N_("there is no bonus {name}"),
    "no-such-criterion": N_("there's no tie-break {name}; choose one of: {known}"),
    "no-pair": N_("no track joins {name}"),
    "no-ticket": N_("there is no ticket {name}"),
    "no-reading": N_("an undecided track needs “length”, “color” or “single”"),
    "no-track-with": N_("no track has the tag {name}"),
    "no-city-with": N_("no city has the tag {name}"),
    "no-mechanic": N_("there's no board rule called {name}"),
    "not-a-path": N_("a path can only contain path commands and numbers"),
    # Files as a whole.
    "no-folder": N_("there's no such folder"),
    "not-a-file": N_("is not a regular file; move it somewhere else"),
    "cannot-be-read": N_("can't be read: {why}"),
    "file-too-large": N_("is larger than {kib} KiB, the limit for a board file"),
    "not-utf-8": N_("is not UTF-8 text"),
    "not-toml": N_("is not TOML: {why}"),
    "too-deep": N_("is nested too deeply"),
    "number-too-long": N_("has a number that is far too long"),
    "board-repeated": N_("the board “{id}” is already in {other}; give it another id"),
}
