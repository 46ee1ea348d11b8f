"""A whole game in each language that is here: its catalogue says all it is asked for, and no English is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import i18n, languages
from companion.boards import files
from companion.boards.search import search
from companion.export.chat import chat_text
from companion.export.tally_text import tally_text
from companion.pages.shared import shelf
from companion.pages.shared.unsent import hints, table_words
from companion.prose.rulebook import rulebook
from companion.rules.mechanics import mechanics_of
from companion.sheet import blank_html, sheet_html
from tests.pages.visiting import FRAGMENT
from tests.prose.test_languages import COLORS, KEPT, PAGES, ada, asked_of, own, turned_down
from tests.secrecy.crawl import Answer, addresses, ask
from tests.support.doses import one_in
from tests.support.foreign import read_in
from tests.support.phones import Phone

__all__ = ["KEPT", "ada", "own"]

HERE = [tag for tag in languages.offered() if tag != i18n.ENGLISH]
# What stands in every language as it is: the railroads of Pennsylvania, and words that are put in whole.
RAILROADS = {
    railroad["name"] for railroad in files.boards()["pennsylvania"].mechanics["shares"]["railroads"].values()
}
AS_IT_IS = {*RAILROADS, "{name}", "{n}", "{trains}"}


class Unsaid(NullTranslations):
    """What a catalogue lacks, as it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return message

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self.gettext(singular if n == 1 else plural)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        return self.ngettext(singular, plural, n)


@pytest.fixture(params=HERE)
def unsaid(request: pytest.FixtureRequest) -> Iterator[Unsaid]:
    """The language is spoken, and what it cannot say is noted."""
    with (languages.LANGUAGES[request.param].folder / "trackside.mo").open("rb") as file:
        spoken = GNUTranslations(file)
    noted = Unsaid()
    spoken.add_fallback(noted)
    with i18n.speaking(spoken):
        yield noted


def sentences(tag: str) -> set[str]:
    """English texts of several words that this language says in another way."""
    said = vars(languages.catalogue(tag))["_catalog"]
    single = {text: told for text, told in said.items() if isinstance(text, str) and "\x04" not in text}
    return {text for text, told in single.items() if told != text and "{" not in text and text.count(" ") >= 2}


MOVED = range(300, 400)


def _kind(answer: Answer) -> str:
    return dict(answer.headers).get("Content-Type", "").partition(";")[0]


def read(pages: list[str]) -> set[str]:
    return {" ".join(piece.split()) for page in pages for piece in read_in(page)}


def pages_of(app: Flask, own: FlaskClient, phone: Phone, turn: int, of: int) -> list[str]:
    """The pages of a table, as people read them: each `of`th, beginning with that of the turn."""
    wanted = {*addresses(app, phone.table, [*COLORS[:1]], phone.game.version, 3), *asked_of(phone.table)}
    pages = [address for address in sorted(wanted) if not address.endswith((".pdf", "/events"))]
    answers = [ask(own, address) for address in pages[turn::of]]
    html = [answer for answer in answers if answer.status not in MOVED and _kind(answer) == "text/html"]
    assert len(html) >= 30 // of
    assert max(answer.status for answer in answers) < 500
    tag = i18n.language()
    assert all(f'<html lang="{tag}"' in page.body.decode() for page in html if b"<html" in page.body)
    return [answer.body.decode() for answer in html]


@pytest.mark.parametrize(
    "unsaid", [HERE[0], *(pytest.param(tag, marks=pytest.mark.soak) for tag in HERE[1:])], indirect=True
)
def test_a_whole_game(app, own, client, ada, unsaid):
    whole_game(app, own, client, ada, unsaid, 0, 1)


@pytest.mark.parametrize("unsaid", one_in(2, HERE[1:]), indirect=True)
def test_a_whole_game_of_which_each_language_has_its_share_of_the_pages(app, own, client, ada, unsaid):
    whole_game(app, own, client, ada, unsaid, HERE.index(i18n.language()) - 1, len(HERE) - 1)


def whole_game(app, own, client, ada, unsaid, turn, of):
    pages = pages_of(app, own, ada, turn, of)
    pages += [answer.text for answer in turned_down(client, own, ada) if answer.mimetype == "text/html"]
    table_words(ada.tables.on_table(ada.table, ada.device))
    hints()
    ada.confirms(*COLORS)
    ada.tells("finish")
    for step in range(len(ada.game.reveal)):
        ada.tables.reveal.step(ada.table, ada.device, step)
        pages.append(own.get(f"/t/{ada.table}/reveal", headers=FRAGMENT).text)
    pages += pages_of(app, own, ada, turn, of)
    pages += [own.get(page).text for page in PAGES]
    pages.append(sheet_html(ada.game.result, "a4", when=None, address=None))
    assert tally_text(ada.game.result)
    assert chat_text(ada.game.result)
    assert unsaid.texts - AS_IT_IS == set()
    assert read(pages) & sentences(i18n.language()) == set()


def test_every_board_with_its_rules_and_its_sheet(unsaid, boards):
    for board in boards.values():
        shown = shelf.board_card(board)
        assert shown.name
        assert all(variant.name and variant.about for variant in shown.variants)
        assert rulebook(board).sections
        if board.id in ("europe", "switzerland"):
            assert blank_html(board)
        assert mechanics_of(board) is not None
    places = {"Porto / Coimbra", *(city.name for board in boards.values() for city in board.cities)}
    assert unsaid.texts - AS_IT_IS - places == set()


@pytest.mark.parametrize("tag", HERE)
def test_dates_and_lists_are_put_together_in_it(tag):
    with i18n.speaking(languages.catalogue(tag)):
        told = i18n.and_joined(["Ada", "Bo", "Cy"])
    assert re.fullmatch(r"Ada, Bo,? \w+ Cy", told), told


def test_every_city_is_found_by_the_names_that_players_know():
    board = files.boards()["europe"]
    known = {"lodz": None, "wieden": "wien", "londyn": "london", "parigi": "paris", "munchen": "munchen"}
    known |= {"mosca": "moskva", "rim": "roma", "benatky": "venezia", "koln": None, "gdansk": "danzig"}
    known |= {"estocolmo": "stockholm", "kodan": "kobenhavn", "varsovie": "warszawa", "lissabon": "lisboa"}
    for typed, city in known.items():
        assert search(board, typed).cities == ((city,) if city else ()), typed
