"""The board's picture on a screen. Its colours are CSS variables, so day and night share one picture."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from companion.i18n import gettext as _
from companion.picture import LIGHT, Changes, Drawing, Palette, Scene, picture
from companion.picture.game_scene import looks_of, scene_of
from companion.picture.looks import Look
from companion.picture.palette import Tint
from companion.play.view import View
from companion.prose.display_names import board_name


def _css_palette() -> Palette:
    """A palette whose colours are CSS variables, such as `var(--b-sea)`."""
    plain: dict[str, Any] = {
        field.name: f"var(--b-{field.name.replace('_', '-')})"
        for field in fields(Palette)
        if field.name not in ("name", "quiet", "waves", "routes")
    }
    parts = [part.name for part in fields(Tint)]
    tints = {color: Tint(**{part: f"var(--b-{color}-{part})" for part in parts}) for color in LIGHT.routes}
    waves = ("var(--b-waves-1)", "var(--b-waves-2)", "var(--b-waves-3)")
    return replace(LIGHT, name="screen", waves=waves, routes=tints, **plain)


SCREEN: Final = _css_palette()

WORDS_ID: Final = "board-words"  # the element that says what the picture shows

# In pixels, larger than any screen: the style sheet makes it smaller, in the same shape.
WIDTH: Final = 7200
MOST_DRAWINGS: Final = 100  # that are kept


class BoardPictures:
    """Draws pictures of games. What stays the same is worked out once for each board and its players' looks."""

    def __init__(self) -> None:
        self._drawings: dict[tuple[object, ...], Drawing] = {}

    def picture(self, game: View) -> str:
        """The board as it stands. The element `WORDS_ID` of the page says in words what it shows."""
        scene, looks = scene_of(game.table), looks_of(game.table)
        return picture(game.board, scene, SCREEN, looks=looks, width=WIDTH, labelled_by=WORDS_ID)

    def of_scene(self, game: View, scene: Scene) -> str:
        """The board in any state, with a title that names it."""
        title = _("The {name} board").format(name=board_name(game.board))
        return picture(game.board, scene, SCREEN, looks=looks_of(game.table), width=WIDTH, title=title)

    def between(self, game: View, before: Scene, after: Scene) -> Changes:
        """The attributes to set so that the picture of one state becomes that of another."""
        return self._drawing(game).changes(before, after)

    def _drawing(self, game: View) -> Drawing:
        """The drawing of this board with these looks, which is made once."""
        looks: Mapping[str, Look] = looks_of(game.table)
        key = game.board.id, *looks.items()
        if key not in self._drawings:
            if len(self._drawings) > MOST_DRAWINGS:
                self._drawings.clear()
            self._drawings[key] = Drawing(game.board, SCREEN, looks=looks)
        return self._drawings[key]
