"""Who had stopped playing before the game was finished, and when."""

from collections.abc import Iterator

from companion.i18n import gettext as _
from companion.play.view import View
from companion.prose.display_names import isolated


def stops(game: View) -> Iterator[str]:
    """A sentence for each player who had stopped."""
    for color, place in game.facts.stopped.items():
        text = _("{name} stopped playing before the first entry.")
        if place:
            text = _("{name} stopped playing after entry {n}.")
        yield text.format(name=isolated(game.setup.name(color)), n=place)
