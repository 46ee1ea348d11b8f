"""Words are in the language in use, wherever they are said."""

from __future__ import annotations

import subprocess
import sys
import threading
from gettext import NullTranslations

import pytest

from companion.i18n import N_, _, gettext, ngettext, pgettext, speaking


class German(NullTranslations):
    """A catalogue of three messages."""

    def gettext(self, message):
        return {"route": "Strecke"}.get(message, message)

    def ngettext(self, singular, plural, n):
        return "Zug" if n == 1 else "Züge"


def test_without_a_language_words_are_as_written():
    assert _("route") == "route"
    assert [ngettext("train", "trains", n) for n in (0, 1, 2)] == ["trains", "train", "trains"]


def test_inside_the_block_and_only_there_they_are_translated():
    with speaking(German()):
        assert gettext("route") == _("route") == "Strecke"
        assert ngettext("train", "trains", 2) == "Züge"
        with speaking(NullTranslations()):
            assert _("route") == "route"
        assert _("route") == "Strecke"
    assert _("route") == "route"


def test_a_fault_inside_the_block_ends_it_too():
    with pytest.raises(ZeroDivisionError), speaking(German()):
        _ = 1 / 0
    assert gettext("route") == "route"


def test_marking_changes_nothing():
    with speaking(German()):
        assert N_("route") == "route"


def test_two_phones_do_not_hear_each_other():
    heard = []
    with speaking(German()):
        other = threading.Thread(target=lambda: heard.append(_("route")))
        other.start()
        other.join()
    assert heard == ["route"]


def test_it_needs_nothing_but_the_standard_library_and_reads_nothing():
    script = (
        "import sys, gettext, contextvars, contextlib, collections.abc, companion\n"
        "before = {*sys.modules, '__future__'}\n"
        "opened = []; sys.addaudithook(lambda name, args: name == 'open' and opened.append(args[0]))\n"
        "import companion.i18n\n"
        "assert set(sys.modules) - before == {'companion.i18n'}, set(sys.modules) - before\n"
        "assert not [f for f in opened if str(f).endswith(('.mo', '.po', '.pot'))], opened\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=30)


class Said(NullTranslations):
    """A catalogue of one language, in which a text says itself."""

    def __init__(self, tag):
        super().__init__()
        self._info = {"language": tag}


@pytest.mark.parametrize(
    ("tag", "text", "told"),
    [
        (
            "fr",
            "la place de {name}",
            ["d’Ada", "de Bo", "d’Élodie", "d’Yves", "de Yann", "d’Henri", "de Hans", "de Ω"],
        ),
        (
            "fr",
            "plus que {name}",
            ["qu’Ada", "que Bo", "qu’Élodie", "qu’Yves", "que Yann", "qu’Henri", "que Hans", "que Ω"],
        ),
        ("sv", "{name}s mobil", ["Adas", "Bos", "Élodies", "Yves", "Yanns", "Henris", "Hans", "Ω:s"]),
        ("de", "de {name}s", ["Adas", "Bos", "Élodies", "Yvess", "Yanns", "Henris", "Hanss", "Ωs"]),
    ],
)
def test_a_text_bends_around_a_name(tag, text, told):
    names = ("Ada", "Bo", "Élodie", "Yves", "Yann", "Henri", "Hans", "Ω")
    with speaking(Said(tag)):
        for name, part in zip(names, told, strict=True):
            assert part in _(text).format(name=name)
            assert _(text).format(name=name) == pgettext("any", text).format(name=name)


def test_below_zero_the_size_of_the_number_chooses_the_form():
    assert [ngettext("point", "points", n) for n in (-2, -1, 0)] == ["points", "point", "points"]
