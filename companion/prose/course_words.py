"""How a game went, in sentences: what turned it, who blocked whom, what stayed unused."""

from __future__ import annotations

from collections.abc import Iterator

from companion.i18n import gettext as _
from companion.i18n import listed, ngettext
from companion.prose.display_names import isolated, pair_name, pieces_in_words, ticket_name
from companion.rules.course import Block, Course, Moment
from companion.rules.tally import Tally


def turning_words(result: Tally, course: Course) -> str | None:
    """From which claim on the winner led; None where several won, or where the order of the claims is unknown."""
    if not course.ordered or not course.moments or len(result.winners) != 1:
        return None
    name = isolated(result.table.setup.name(result.winners[0]))
    number = course.turning
    if number is None:
        return _("{name} wasn't ahead after the last claim. The final count decided the game.").format(name=name)
    if number == 1:
        return _("{name} led from the very first claim.").format(name=name)
    route = pair_name(result.table.board, course.moments[number - 1].made.claim.route)
    # Translators: the claim after which the winner led until the end
    return _("The turning point was claim {n}, {route}: from then on {name} led.").format(
        n=number, route=route, name=name
    )


def block_words(result: Tally, block: Block) -> str:
    """Who was in the way of whose ticket, and by how much."""
    board, setup, claim = result.table.board, result.table.setup, block.made.claim
    words = {
        "player": isolated(setup.name(claim.player)),
        "route": pair_name(board, claim.route),
        "other": isolated(setup.name(block.player)),
        "ticket": ticket_name(board, block.ticket),
    }
    if block.more is None:
        return _("{player} claimed {route} and cut off the last way to complete {other}'s ticket {ticket}.").format(
            **words
        )
    trains = pieces_in_words(board.route[claim.route].pieces, block.more)
    text = _("{player} claimed {route} and blocked {other}'s ticket {ticket}: going round took {trains} more.")
    return text.format(trains=trains, **words)


def idle_words(result: Tally, course: Course) -> str | None:
    """A sentence on who had how many pieces left at the end; None where nobody had any."""
    board, setup = result.table.board, result.table.setup
    # Pieces of several kinds are counted together; `pieces_left` is None where there is only one kind.
    has_several_kinds = any(result.table.pieces_left(color) for color in course.idle)
    kind = "piece" if has_several_kinds else board.piece_name
    # Translators: a player and what they have, such as: Ada: 3 trains
    each = [
        _("{name}: {trains}").format(name=isolated(setup.name(color)), trains=pieces_in_words(kind, n))
        for color, n in course.idle.items()
        if n
    ]
    return _("Unused at the end: {each}.").format(each=listed(each)) if each else None


def completed_words(result: Tally, moment: Moment) -> Iterator[str]:
    """A sentence for each ticket that a claim completed."""
    for color, ticket, points in moment.completed:
        text = ngettext(
            "That completed {name}'s ticket {ticket}, {n} point.",
            "That completed {name}'s ticket {ticket}, {n} points.",
            points,
        )
        name = isolated(result.table.setup.name(color))
        yield text.format(name=name, ticket=ticket_name(result.table.board, ticket), n=points)
