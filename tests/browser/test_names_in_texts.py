"""A phone bends a text around a name as the server does."""

from __future__ import annotations

import pytest

from companion.i18n import gettext, speaking
from tests.browser.test_two_engines import engine
from tests.test_i18n import Said

__all__ = ["engine"]

NAMES = [
    "Ada",
    "Bo",
    "Élodie",
    "Yves",
    "Yann",
    "Henri",
    "Hans",
    "Hugo",
    "Houston",
    "Alex",
    "A",
    "Ada B",
    "ADA",
    "Ω",
    "42",
]
FILLED = """async ([text, names, lang]) => {
  const { filled } = await import("/js/paint.js");
  return names.map((name) => filled(text, { name, city: name }, lang));
}"""


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("fr", "La place de {name}, plus que {name} à {city}"),
        ("sv", "{name}s mobil, {city}"),
        ("en", "{name}'s seat"),
    ],
)
def test_a_text_bends_around_a_name_as_on_the_server(engine, lang, text):
    with speaking(Said(lang)):
        assert engine.evaluate(FILLED, [text, NAMES, lang]) == [gettext(text).format(name=n, city=n) for n in NAMES]
