"""The picture on a screen: colours by name, and the attributes that lead from one version to another."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from companion import data
from companion.pages.shared.board_picture import SCREEN, BoardPictures
from companion.picture import DARK, LIGHT
from companion.picture.game_scene import scene_of
from companion.picture.palette import Palette, Tint
from companion.play.game import Viewer


@pytest.fixture
def game(game):
    """What was told as anybody sees it."""
    return lambda *told, **more: game(*told, **more).seen_by(Viewer("watcher"))


CLAIM = ("blue", {"type": "claim", "player": "blue", "route": "denver--omaha"})


def flat(palette: Palette) -> list[str]:
    """All colours of a palette in one order."""
    several = [
        palette.waves,
        *([getattr(tint, part.name) for part in fields(Tint)] for tint in palette.routes.values()),
    ]
    single = [field.name for field in fields(Palette) if field.name not in ("name", "quiet", "waves", "routes")]
    return [*(getattr(palette, name) for name in single), *(colour for colours in several for colour in colours)]


def colours(palette: Palette) -> dict[str, str]:
    """Every colour of a palette by the name of the variable that stands for it on a screen."""
    names = [variable.removeprefix("var(").removesuffix(")") for variable in flat(SCREEN)]
    assert list(palette.routes) == list(SCREEN.routes)
    return dict(zip(names, flat(palette), strict=True))


def test_the_style_sheet_has_the_colours_of_the_palettes():
    text = (data.static() / "css" / "board-colours.css").read_text()
    day, night = text.split("prefers-color-scheme")
    for palette, said in ((LIGHT, day), (DARK, night)):
        assert dict(re.findall(r"(--b-[\w-]+): (#\w+);", said)) == colours(palette)


def test_the_picture_has_no_colour_of_its_own_but_the_players(game):
    svg = BoardPictures().picture(game(CLAIM))
    used = set(re.findall(r"#[0-9A-Fa-f]{6}", svg))
    assert used
    assert not used & (set(colours(LIGHT).values()) - {"#FFFFFF", "#111111"})
    assert set(re.findall(r"var\((--[\w-]+)\)", svg)) <= set(colours(LIGHT))


def test_a_drawing_is_made_once_for_a_board_and_its_players(game):
    pictures = BoardPictures()
    others = [{"color": "blue", "name": "A", "shape": "star"}, {"color": "red", "name": "B"}]
    for table in (game(CLAIM), game(CLAIM), game(players=others)):
        scene = scene_of(table.table)
        pictures.between(table, scene, scene)
    assert len(pictures._drawings) == 2
    assert SCREEN.quiet == LIGHT.quiet
