"""Who had stopped playing when the game was finished, and since when."""

from collections.abc import Iterator

from companion.i18n import gettext as _
from companion.play.view import View
from companion.prose.display_names import isolated


def stops(game: View) -> Iterator[str]:
    """A sentence for each of them."""
    for color, place in game.facts.stopped.items():
        early = _("{name} stopped playing before the first entry.")
        says = _("{name} stopped playing after entry {n}.") if place else early
        yield says.format(name=isolated(game.setup.name(color)), n=place)
