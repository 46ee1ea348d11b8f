"""Small catalogues of a few messages, in the place of those in `languages/`: what is tried is who hears which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion import data, languages

SAID: dict[str, Mapping[str, str | tuple[str, ...]]] = {
    "de": {
        "New game": "Neues Spiel",
        "{day} {month} {year}": "{day}. {month} {year}",
        "{n} point": ("Punkt", "Punkte"),
    },
    "pl": {"New game": "Nowa gra", "{n} point": ("{n} punkt", "{n} punkty", "{n} punktów")},
}
PLURALS = {"{n} point": "{n} points"}


def write(folder: Path, tag: str, said: Mapping[str, str | tuple[str, ...]]) -> None:
    """A compiled catalogue of a language."""
    catalogue = Catalog(locale=tag.replace("-", "_"), fuzzy=False)
    for text, told in said.items():
        catalogue.add((text, PLURALS[text]) if text in PLURALS else text, told)
    place = folder / tag.replace("-", "_") / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "trackside.mo").open("wb") as file:
        write_mo(file, catalogue)


def forget() -> None:
    """Whatever a process keeps of its languages."""
    for kept in (languages.offered, languages.catalogue, languages.digest):
        kept.cache_clear()


@pytest.fixture
def tongues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """German and Polish beside English, whatever this checkout has."""
    for tag, said in SAID.items():
        write(tmp_path / "languages", tag, said)
    monkeypatch.setattr(data, "languages", lambda: tmp_path / "languages")
    forget()
    yield tmp_path / "languages"
    forget()
