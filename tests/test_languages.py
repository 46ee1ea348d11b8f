"""Which languages there are, which of them somebody means, and the order of their letters."""

from __future__ import annotations

import random
from gettext import NullTranslations

import pytest

from companion import i18n, languages
from companion.i18n import ngettext, pgettext, plural_forms
from tests.support.tongues import tongues

__all__ = ["tongues"]


class Silent(NullTranslations):
    """A language whose catalogue says nothing but which it is."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self._info = {"language": tag.replace("-", "_")}


def in_order(tag: str, *names: str) -> list[str]:
    with i18n.speaking(Silent(tag)):
        return sorted(random.Random(7).sample(names, len(names)), key=languages.sort_key)


def test_english_is_always_there(tongues, tmp_path, monkeypatch):
    assert list(languages.offered()) == ["en", "de", "pl"]
    assert languages.offered()["pl"].name == "Polski"
    monkeypatch.setattr("companion.data.languages", lambda: tmp_path / "none")
    languages.offered.cache_clear()
    assert list(languages.offered()) == ["en"]


def test_a_catalogue_says_which_language_it_is(tongues):
    assert i18n.language() == "en"
    with i18n.speaking(languages.catalogue("de")):
        assert i18n.language() == "de"
        assert i18n.gettext("New game") == "Neues Spiel"
        assert pgettext("page", "New game") == "New game", "that one is not translated"
    with i18n.speaking(Silent("pt-BR")):
        assert i18n.language() == "pt-BR"


def test_it_is_read_once(tongues):
    assert languages.catalogue("de") is languages.catalogue("de")


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ([], None),
        (["de"], "de"),
        (["de-AT", "en"], "de"),
        (["DE_at"], "de"),
        (["fr", "pl-PL", "en"], "pl"),
        (["en-GB", "de"], "en"),
        (["*"], None),
        (["nowhere", "x" * 900], None),
    ],
)
def test_the_first_that_is_offered_is_spoken(tongues, wanted, spoken):
    assert languages.best(wanted) == spoken


def test_numbers_take_the_forms_of_the_language(tongues):
    with i18n.speaking(languages.catalogue("pl")):
        told = [ngettext("{n} point", "{n} points", n).format(n=n) for n in (0, 1, 2, 5, 12, 22, 112)]
        assert told == ["0 punktów", "1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty", "112 punktów"]
        assert plural_forms("{n} point", "{n} points") == {
            "forms": ["{n} punktów", "{n} punkt", "{n} punkty"],
            "of": "012220000000000000000",
        }


@pytest.mark.parametrize(
    ("tag", "names"),
    [
        ("en", ("Århus", "Ärla", "Berlin", "Łódź", "Lublin", "Zürich")),
        ("de", ("Aachen", "Århus", "Ärla", "Zürich")),
        ("sv", ("Arboga", "Zürich", "Århus", "Ärla", "Örebro")),
        ("pl", ("Lublin", "Lwów", "Łódź", "Zamość", "Źrebce", "Żory")),
        ("cs", ("Děčín", "Hradec", "Cheb", "Ivančice", "Zlín", "Žatec")),
        ("es", ("Numancia", "Ñora", "Oviedo")),
        ("fr", ("Évry", "Gand", "Zürich")),
        ("de", ("Bad Elster", "Bad-Elster", "Badenweiler")),
        ("en", ("2 Bo", "Ada", "Ωmega")),
    ],
)
def test_names_stand_in_the_order_of_the_language(tag, names):
    assert in_order(tag, *names) == list(names)


def test_what_differs_only_in_marks_stands_together_and_always_the_same_way():
    assert in_order("de", "Rosa", "Rösa", "Rosb") == ["Rosa", "Rösa", "Rosb"]


@pytest.mark.parametrize(
    ("typed", "plain"),
    [("Łódź", "lodz"), ("Göteborg", "goteborg"), ("Groß", "gross"), ("Œuvre", "oeuvre"), ("ŘÍČANY", "ricany")],
)
def test_names_are_found_without_their_marks(typed, plain):
    assert languages.plain(typed) == plain


def test_every_language_has_its_letters_once():
    for tag, language in languages.LANGUAGES.items():
        letters = language.alphabet.split()
        assert len(letters) == len({*letters}) >= 26, tag
        assert language.name == language.name.strip() != ""
    assert len({language.name for language in languages.LANGUAGES.values()}) == 10


class Spanish(Silent):
    """The two words that a list ends with."""

    def __init__(self) -> None:
        super().__init__("es")

    def gettext(self, message: str) -> str:
        return {"{others} and {last}": "{others} y {last}", "{others} or {last}": "{others} o {last}"}.get(
            message, message
        )


def test_spanish_lists_heed_the_sound_that_follows():
    with i18n.speaking(Spanish()):
        assert i18n.and_joined(["Ada", "Bo"]) == "Ada y Bo"
        assert i18n.and_joined(["Ada", "Bo", "Inés"]) == "Ada, Bo e Inés"
        assert i18n.and_joined(["Ada", "Hilda"]) == "Ada e Hilda"
        assert i18n.and_joined(["agua", "hielo"]) == "agua y hielo"
        assert i18n.or_joined(["plata", "oro"]) == "plata u oro"
        assert i18n.or_joined(["rojo", "azul"]) == "rojo o azul"
