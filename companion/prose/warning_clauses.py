"""Warnings in words: a clause for each notice of the rules that the table must settle."""

from companion.i18n import and_joined, ngettext
from companion.i18n import gettext as _
from companion.prose.display_names import pair_name, thing_name, ticket_name
from companion.rules.notices import Notice
from companion.rules.table import Table


def clause(table: Table, notice: Notice) -> str:
    """A notice as a clause, in the language in use now."""
    names = and_joined([table.setup.name(player) for player in notice.players])
    variant = table.board.variants[table.setup.variant]
    match notice.code:
        case "ticket-held-twice":
            text = _("{names} have the same ticket {ticket}; there's only one, so one of them is a mistake")
            return text.format(names=names, ticket=ticket_name(table.board, notice.tickets[0]))
        case "too-few-tickets":
            text = ngettext(
                "{names} kept no tickets; is one missing?",
                "{names} kept fewer than {least} tickets; is one missing?",
                variant.keep,
            )
            return text.format(names=names, least=variant.keep)
        case "too-many-long-tickets":
            text = ngettext(
                "{names} kept more than {most} long ticket; is one a mistake?",
                "{names} kept more than {most} long tickets; is one a mistake?",
                variant.most_long,
            )
            return text.format(names=names, most=variant.most_long)
        case "counted-too-many":
            thing, most = notice.things[0], table.counters[notice.things[0]].most
            text = ngettext(
                "{thing}: entered for {names}, but there's only one; is it a mistake?",
                "{thing}: {names} entered more than the {most} in the box; is one a mistake?",
                int(most or 0),
            )
            return text.format(thing=thing_name(table.board, thing), names=names, most=most)
    if notice.wording:
        routes = and_joined([pair_name(table.board, route) for route in notice.routes])
        things = and_joined([thing_name(table.board, thing) for thing in notice.things])
        return _(notice.wording).format(name=names, names=names, routes=routes, things=things)
    # What is left is "turn-too-many".
    text = _("entry {entry} is a turn {name} took after their last turn; it still counts")
    return text.format(name=names, entry=notice.entry)


def question(table: Table, notice: Notice) -> str:
    """The question to ask before an entry that would cause this notice."""
    names = and_joined([table.setup.name(player) for player in notice.players])
    things = and_joined([thing_name(table.board, thing) for thing in notice.things])
    return _(notice.asks).format(name=names, names=names, things=things)


def and_more(count: int) -> str:
    """How many warnings there are beside those that are shown."""
    return ngettext("and {count} more of this kind", "and {count} more of this kind", count).format(count=count)
