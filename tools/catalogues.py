"""Updates the catalogues of all languages: python -m tools.catalogues [words | new CODE]

Every `languages/<code>/LC_MESSAGES/trackside.po` gets the texts that are new in the code, loses those that are gone,
and is compiled into the `.mo` beside it, which git does not keep. Polish and Czech get their non-breaking spaces.
`words` only writes the template, into build/trackside.pot; `new da` also starts a new language.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from companion.languages import DOMAIN, LANGUAGES
from hatch_build import compile_catalogues

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "languages"
TEMPLATE: Final = ROOT / "build" / f"{DOMAIN}.pot"
PLACES: Final = ("companion", "templates", "maps")
# The functions that mark a text in the code, with the places of its context and its plural among their arguments; and
# how a comment for translators begins.
ALONE: Final = ("_", "gettext", "N_", "NP_:1c,2", "pgettext:1c,2")
COUNTED: Final = ("ngettext:1,2", "NN_:1,2", "npgettext:1c,2,3", "plural_forms:1,2")
NOTES: Final = ("Translators:",)
WIDTH: Final = 100
# In print these languages never leave a word of one letter at the end of a line.
ONE_LETTER_WORDS: Final = {"pl": "aiouwz", "cs": "aikosuvz"}


def template() -> Catalog:
    """A catalogue without translations of every text that the code, the pages and the boards have now."""
    with (ROOT / "tools/babel.ini").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = Catalog(project="Trackside", fuzzy=False)
    for place in PLACES:
        texts = extract_from_dir(
            str(ROOT / place), methods, options, parse_keywords((*ALONE, *COUNTED)), NOTES, strip_comment_tags=True
        )
        for name, line, text, notes, context in texts:
            found.add(text, None, [(f"{place}/{name}", line)], auto_comments=notes, context=context)
    return found


def read(file: Path) -> Catalog:
    """The catalogue in a `.po` file."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.parents[1].name)


def updated(catalogue: Catalog, newest: Catalog) -> Catalog:
    """The catalogue, changed to have the texts of the newest template; new ones have no translation yet."""
    catalogue.update(deepcopy(newest), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The content of a catalogue's file: without line numbers, which would change with every line of code."""
    out = io.BytesIO()
    write_po(out, catalogue, width=WIDTH, include_lineno=False)
    return out.getvalue()


def tied(text: str, code: str) -> str:
    """A text in which a word of one letter stays with the next word, and a number with its unit.

    A name that is filled in may be as long as a line, so nothing is tied to it.
    """
    if code not in ONE_LETTER_WORDS:
        return text
    text = re.sub(rf"(?<![^\s„(])([{ONE_LETTER_WORDS[code]}]) (?=[^\W_])", "\\1\u00a0", text, flags=re.IGNORECASE)
    return re.sub(r"(?<=[\d}]) (?=(px|KiB|MiB)\b)", "\u00a0", text)


def tie(catalogue: Catalog, code: str) -> None:
    """Ties the words of every translation in a catalogue, as `tied` does."""
    for message in texts(catalogue):
        form = message.string
        if not form:  # not translated yet
            continue
        message.string = tied(form, code) if isinstance(form, str) else tuple(tied(text, code) for text in form)


def files() -> list[Path]:
    """The `.po` files of all languages."""
    return sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def empty(message: Message) -> bool:
    """Whether a text, or one of its plural forms, has no translation yet."""
    return not message.string or (isinstance(message.string, tuple | list) and not all(message.string))


def texts(catalogue: Catalog) -> Iterator[Message]:
    """The messages of a catalogue, without the header of its file."""
    return (message for message in catalogue if message.id)


def begin(code: str, newest: Catalog) -> Path:
    """The catalogue file of a new language, made without translations if it doesn't exist yet."""
    if code.replace("_", "-") not in LANGUAGES:
        raise SystemExit(f"companion/languages.py doesn't name {code} yet: its own name, plurals and alphabet.")
    file = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_bytes(written(updated(Catalog(locale=code, project="Trackside", fuzzy=False), newest)))
    return file


def main(asked: list[str]) -> int:
    """Does what the command line asks for, and prints how many texts each language still lacks."""
    newest: Any = template()
    if asked[:1] == ["words"]:
        TEMPLATE.parent.mkdir(exist_ok=True)
        TEMPLATE.write_bytes(written(newest))
        print(f"{len(newest)} texts in {TEMPLATE.relative_to(ROOT)}")
        return 0
    if asked[:1] == ["new"] and len(asked) == 2:
        print(f"{begin(asked[1], newest).relative_to(ROOT)} can be translated")
    for file in files():
        catalogue = updated(read(file), newest)
        tie(catalogue, file.parents[1].name)
        file.write_bytes(written(catalogue))
        print(f"{file.parents[1].name}: {sum(map(empty, texts(catalogue)))} of {len(catalogue)} texts to do")
    compile_catalogues(FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
