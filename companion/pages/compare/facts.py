"""What is printed in a box, one fact after another, as the board's file has it: for people to compare with theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.boards.model import Board, Route
from companion.boards.open_questions import Reading
from companion.boards.tickets import Ticket
from companion.i18n import N_, NN_, Text, listed, marked, pgettext
from companion.i18n import gettext as _
from companion.pages.shared.route_rows import printed_features
from companion.pages.shared.shelf import board_card, point_lines
from companion.prose import counts, reasons
from companion.prose.display_names import colour_name, pair_name, pieces_in_words, place_name, thing_name, ticket_name
from companion.prose.rulebook import rulebook
from companion.prose.sentences import together
from companion.rules.mechanics import counters_of, mechanics_of, supplies

# What else is printed on a track, by mark; {n} is its number.
MARKS: Final[Mapping[str, Text]] = {
    "toll": N_("toll {n}"),
    "mountain": NN_("{n} cross", "{n} crosses"),
    "terrain": NN_("{n} space takes two cards", "{n} spaces take two cards"),
    "draw-bonus": NN_("draw {n} card", "draw {n} cards"),
    "any-set-of": NN_("any {n} card counts as one", "any {n} cards count as one"),
}
TAGS: Final[Mapping[str, str]] = {"bullet": N_("bullet train"), "track-bed": N_("track bed")}
CITY_TAGS: Final[Mapping[str, str]] = {
    "attraction": N_("Attractions"),
    "capital": N_("Capitals"),
    "polar": N_("North of the Arctic Circle"),
    "port": N_("Ports"),
    "whole-region": N_("Regions that may count twice"),
}
# Sections of the rulebook that are compared as a whole: one sentence more or less makes another rule of them.
WHOLE_SECTIONS: Final = ("locomotives", "double", "ferries", "end", "ties")
# Sections that are left out here: their numbers are compared track by track.
TRACK_SECTIONS: Final = ("routes", "tunnels")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something printed: what it is, and its figures as the board's file has them."""

    name: str
    figures: str = ""
    readings: tuple[str, ...] = ()  # what a box may have instead, to choose from
    pair: str = ""  # of routes: the pair of places that they join
    doubtful: bool = False  # whether those who read the board for its file disagreed


def route_facts(board: Board) -> Iterator[Fact]:
    """A fact for every two places that tracks join: the tracks, and all that is printed on them."""
    doubts = {reading.pair: reading for reading in board.undecided.tracks}
    for pair, tracks in board.pairs.items():
        others = [*_other_readings(tracks[0], doubts.get(pair)), *_nearest_lengths(board, tracks)]
        readings = tuple(dict.fromkeys(others))
        yield Fact(pair_name(board, pair), _tracks_in_words(board, tracks), readings, pair, pair in doubts)


def ticket_facts(board: Board, variant: str) -> Iterator[Fact]:
    """A fact for every ticket card of a variant; copies of a card are one fact."""
    for _card, copies in groupby(board.tickets_of(variant).values(), lambda ticket: ticket.card):
        tickets = list(copies)
        figures = [_worth(tickets[0])]
        if len(tickets) > 1:
            figures.append(f"× {len(tickets)}")
        if board.is_long(tickets[0], variant):
            figures.append(pgettext("ticket", "long"))
        doubtful = any(ticket.id in board.undecided.cards for ticket in tickets)
        yield Fact(ticket_name(board, tickets[0].id), " · ".join(figures), doubtful=doubtful)


def number_facts(board: Board, variant: str) -> Iterator[Fact]:
    """All that is neither a route nor a ticket, without what only other variants have."""
    only_variant = board.model_copy(update={"variants": {variant: board.variants[variant]}})
    yield from _counts(only_variant, variant)
    yield from _settings(only_variant, variant)
    yield from _groups(only_variant)
    yield from _rules(only_variant)


def _counts(board: Board, variant: str) -> Iterator[Fact]:
    """How many there are of everything in the box, and the points for routes by their length."""
    tickets = len(board.tickets_of(variant))
    if tickets:
        in_leaflet = board.undecided.tickets  # where the leaflet has another number
        readings = (counts.tickets(in_leaflet),) if in_leaflet else ()
        yield Fact(counts.tickets(tickets), "", readings, doubtful=bool(in_leaflet))
    yield from (Fact(text) for text in board_card(board).facts)
    yield Fact(_("Players"), listed([colour_name(color) for color in board.colors]))
    # Translators: the length of a route and its points, one of a list, such as: 4: 7
    each = _("{number}: {points}")
    points = [each.format(number=length, points=worth) for length, worth in point_lines(board)]
    yield Fact(_("Points for a route"), listed(points))


def _groups(board: Board) -> Iterator[Fact]:
    """The places that belong together by the board's print: those of a region, ports, capitals."""
    for region in dict.fromkeys(city.region for city in board.cities if city.region):
        yield Fact(_region(board, region), _places(board, (c.id for c in board.cities if c.region == region)))
    for tag, name in CITY_TAGS.items():
        if tagged := [city.id for city in board.cities if tag in city.tags]:
            yield Fact(_(name), _places(board, tagged))


def _rules(board: Board) -> Iterator[Fact]:
    """The rules that differ from board to board: whole sections, and single sentences that have a number."""
    for section in rulebook(board).sections:
        sentences = [rule.sentence for rule in section.rules]
        if section.id in WHOLE_SECTIONS:
            yield Fact(section.title, together(sentences))
        elif section.id not in TRACK_SECTIONS:
            with_numbers = (sentence for sentence in sentences if any(letter.isdigit() for letter in sentence))
            yield from (Fact(section.title, sentence) for sentence in with_numbers)


def _settings(board: Board, variant: str) -> Iterator[Fact]:
    """The numbers of rules that only some boards have: pieces of each kind, cards, tokens, and routes that cross."""
    for kind, supply in supplies(board).items():
        yield Fact(counts.pieces(kind, supply.most))
    for mechanic in mechanics_of(board):
        for text, n, thing in mechanic.in_the_box(board):
            yield Fact(marked(text, n).format(n=n, thing=thing_name(board, thing)))
        for one, other in mechanic.pairs_that_cross():
            yield Fact(
                _("{route} crosses {other}").format(route=pair_name(board, one), other=pair_name(board, other))
            )
    for thing, counter in counters_of(board, variant).items():
        if counter.most:
            yield Fact(thing_name(board, thing), f"× {counter.most}")


def _tracks_in_words(board: Board, tracks: Iterable[Route]) -> str:
    """All tracks between two places. Those next to each other that differ only in their colour share one entry."""

    def without_colour(track: Route) -> tuple[str, tuple[str, ...]]:
        return pieces_in_words(track.pieces, track.length), tuple(_printed_on(board, track))

    entries = []
    for (pieces, features), alike in groupby(tracks, without_colour):
        colours = " / ".join(colour_name(track.color) for track in alike)
        entries.append(" · ".join([pieces, colours, *features]))
    return "; ".join(entries)


def _printed_on(board: Board, track: Route) -> Iterator[str]:
    """What is printed on a track besides its coloured spaces."""
    yield from printed_features(track)
    for mark, n in track.marks.items():
        yield marked(MARKS[mark], n).format(n=n) if mark in MARKS else f"{mark} {n}"
    for tag in track.tags:
        yield _(TAGS[tag]) if tag in TAGS else thing_name(board, tag)


def _other_readings(track: Route, reading: Reading | None) -> Iterator[str]:
    """What another source says of a track, if one differs from the board's file."""
    if reading and reading.length:
        yield pieces_in_words(track.pieces, reading.length)
    if reading and reading.color:
        yield colour_name(reading.color)
    if reading and reading.single:
        yield _("only one track")


def _nearest_lengths(board: Board, tracks: Sequence[Route]) -> Iterator[str]:
    """One space fewer and one more than the tracks have: miscounting by one is the likeliest mistake."""
    first = tracks[0]
    for length in (first.length - 1, first.length + 1):
        if length in board.points_for:
            yield pieces_in_words(first.pieces, length)


def _worth(ticket: Ticket) -> str:
    """A ticket's points, such as "11 points".

    A ticket with a choice of destinations has a figure for each, such as "5 / 10 / 13"; a tour has its points in
    order, its points in any order and its penalty, such as "20 / 12 / −20".
    """
    figures = [str(goal.points) for goal in ticket.goals]
    if ticket.form == "tour":
        figures.append(f"−{ticket.penalty}")
    if len(figures) == 1:
        return counts.points(ticket.points)
    return " / ".join(figures)


def _region(board: Board, region: str) -> str:
    """A region as people know it: in the words of a bonus that is paid for it, else by its name."""
    for variant in board.variants.values():
        for bonus, worth in variant.bonuses.items():
            if isinstance(worth, Mapping) and region in worth:
                return reasons.part_name(board, bonus, region)
    return region[0].upper() + region[1:]


def _places(board: Board, places: Iterable[str]) -> str:
    """The names of places, as a list in words."""
    return listed([place_name(board, place) for place in places])
