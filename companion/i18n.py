"""Every text a person reads goes through here: on the web, on paper and on the command line.

We do not use Flask-Babel, because its language depends on a request, and the same texts are needed without one (a
tally printed by `companion score`, a sheet made by another process). So this uses the standard library's gettext,
and the language in use is a context variable, set for a request, a command or a printed page alike. Nothing is read
from disk here; callers load a catalogue and pass it to `speaking`.

Placeholders are `{name}` everywhere. A word that stands alone, or means two things, has a context (`pgettext`);
a text with a number has its plural (`ngettext`, `npgettext`), and one with two numbers is put together from pieces
that each have theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce
from gettext import NullTranslations

# A text marked for translation, with names in braces where something is filled in; one in which the number {n}
# stands is marked in both forms of its plural.
Text = str | tuple[str, str]

# French: “de” and “que” lose their e before a vowel or a mute h: la place d’Ada, plus d’Hugo.
ELIDED = re.compile(r"\b([dD]|[qQ]u)e \{(\w+)\}")
VOWEL = re.compile(
    r"[aàáâãäåæeèéêëiìíîïoòóôõöøœuùúûü]|y(?![aeiou])|h(é|e[cnlr]|il|ip|onor|or|u[bg]|y)", re.IGNORECASE
)
# Other languages write a genitive as {name}s, and change its ending to fit the name.
GENITIVE = re.compile(r"\{(\w+)\}s\b")
WORD = re.compile(r"[^\W\d_]*[a-zà-öø-ÿāăąćčďēęěğīłńňőœřśşšťūůűźżž]")  # a name in Latin letters; not an initial

# Before these a Spanish “y” is an “e”, and an “o” a “u”: Ada e Inés, plata u oro.
I_SOUND = re.compile(r"h?[ií](?!e)", re.IGNORECASE)
O_SOUND = re.compile(r"h?[oó]", re.IGNORECASE)

ENGLISH = "en"  # what the texts in the code are
FORMS_UP_TO = 20  # up to here every plural form occurs, except for fractions and millions


class French(str):
    """A French text: its “de” and “que” become “d’” and “qu’” before a filled-in value that begins with a vowel."""

    def format(self, *args: object, **values: object) -> str:
        """The text with its values filled in."""

        def elided(found: re.Match[str]) -> str:
            start, placeholder = found.groups()
            if not VOWEL.match(str(values.get(placeholder, ""))):
                return found[0]
            return f"{start}’{{{placeholder}}}"

        return ELIDED.sub(elided, self).format(*args, **values)


class Swedish(str):
    """A Swedish text: the genitive “s” after a filled-in name is left out after s, x or z (Max), and follows a colon
    where the name doesn't end with a word (A.:s).
    """

    def format(self, *args: object, **values: object) -> str:
        """The text with its values filled in."""

        def with_ending(found: re.Match[str]) -> str:
            name = str(values.get(found[1], ""))
            last_word = name.split(" ")[-1]
            if name[-1:].lower() in SIBILANTS:
                ending = ""
            elif WORD.fullmatch(last_word):
                ending = "s"
            else:
                ending = ":s"
            return f"{{{found[1]}}}{ending}"

        return GENITIVE.sub(with_ending, self).format(*args, **values)


SIBILANTS = ("s", "x", "z")
# The languages whose words change with the names filled in: what to look for in a text, and the class that adapts it.
ADAPTED_TO_NAMES = {"fr": (ELIDED, French), "sv": (GENITIVE, Swedish)}

_AS_WRITTEN = NullTranslations()
_in_use: ContextVar[NullTranslations] = ContextVar("translations", default=_AS_WRITTEN)


def gettext(message: str) -> str:
    """The message in the language in use."""
    return _adapting(_in_use.get().gettext(message))


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the message that fits the number, in the language in use; -4 takes the form of 4."""
    return _adapting(_in_use.get().ngettext(singular, plural, abs(n)))


def pgettext(context: str, message: str) -> str:
    """The message in the sense that the context gives it, in the language in use."""
    return _adapting(_in_use.get().pgettext(context, message))


def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    """The form that fits the number, of a message in the sense that the context gives it."""
    return _adapting(_in_use.get().npgettext(context, singular, plural, abs(n)))


def _adapting(text: str) -> str:
    """The text; in French or Swedish, if it needs that, as one that adapts to the names filled in."""
    if language() not in ADAPTED_TO_NAMES:
        return text
    adaptable, kind = ADAPTED_TO_NAMES[language()]
    return kind(text) if adaptable.search(text) else text


def N_(message: str) -> str:
    """Marks a text for translation and returns it unchanged; it is translated where it is shown."""
    return message


def NP_(context: str, message: str) -> tuple[str, str]:
    """Marks a text with its context, to be translated where it is shown: `pgettext(*marked)`."""
    return context, message


def marked(text: Text, n: int = 0) -> str:
    """The translation of a text that was marked with `N_` or `NN_`; if it has a plural, the form for `n`."""
    return gettext(text) if isinstance(text, str) else ngettext(*text, n)


def for_templates() -> dict[str, Callable[..., str]]:
    """These functions for templates, which pass the values of placeholders along.

    They return plain text, which the template escapes, so that no translation can break a page. Without values the
    placeholders stay in, for a script to fill. `{n}` of a plural is its number.
    """

    def filled(message: str, values: dict[str, object]) -> str:
        return message.format(**values) if values else message

    def in_template(message: str, /, **values: object) -> str:
        return filled(gettext(message), values)

    def in_template_n(singular: str, plural: str, n: int, /, **values: object) -> str:
        return filled(ngettext(singular, plural, n), {"n": n, **values})

    def in_template_p(context: str, message: str, /, **values: object) -> str:
        return filled(pgettext(context, message), values)

    def in_template_np(context: str, singular: str, plural: str, n: int, /, **values: object) -> str:
        return filled(npgettext(context, singular, plural, n), {"n": n, **values})

    return {
        "_": in_template,
        "gettext": in_template,
        "ngettext": in_template_n,
        "pgettext": in_template_p,
        "npgettext": in_template_np,
        "quoted": quoted,
    }


def quoted(button: str) -> str:
    """The name of a button inside a sentence. Pass the button's own text, so that the two can't differ."""
    # Translators: how the name of a button is marked inside a sentence
    return pgettext("button in a sentence", "“{button}”").format(button=button)


def plural_forms(singular: str, plural: str) -> dict[str, object]:
    """A plural text for a script, which has no catalogue: its forms, and the index of the form for each of 0, 1, 2, …

    For a greater number the script uses the plural rules of the page's language to find a smaller one like it.
    """
    return forms_of(lambda n: ngettext(singular, plural, n))


def forms_of(worded: Callable[[int], str]) -> dict[str, object]:
    """What `plural_forms` gives, for any function that makes a text from a number.

    `forms` are its different texts; digit n of `of` is the index in `forms` of the text for n.
    """
    texts = [worded(n) for n in range(FORMS_UP_TO + 1)]
    forms = list(dict.fromkeys(texts))
    return {"forms": forms, "of": "".join(str(forms.index(text)) for text in texts)}


def listed(words: Sequence[str]) -> str:
    """Words one after another, without a word before the last: Ada, Bo, Cy."""
    # Translators: what stands between the words of a list
    pair = pgettext("list", "{before}, {next}")
    return reduce(lambda before, word: pair.format(before=before, next=word), words) if words else ""


def and_joined(words: Sequence[str]) -> str:
    """One, two or more words as people list them: Ada, Bo and Cy."""
    if len(words) < 2:
        return "".join(words)
    text = gettext("{others} and {last}")
    if language() == "es" and I_SOUND.match(words[-1]):
        text = text.replace(" y ", " e ")
    return text.format(others=listed(words[:-1]), last=words[-1])


def or_joined(words: Sequence[str]) -> str:
    """Two or more words of which one is chosen: red, green or blue."""
    if len(words) < 2:
        return "".join(words)
    text = gettext("{others} or {last}")
    if language() == "es" and O_SOUND.match(words[-1]):
        text = text.replace(" o ", " u ")
    return text.format(others=listed(words[:-1]), last=words[-1])


def language() -> str:
    """The tag of the language in use, as browsers write it, such as `pt-BR`; it is read from the catalogue in use."""
    return _in_use.get().info().get("language", ENGLISH).replace("_", "-")


@contextmanager
def speaking(translations: NullTranslations) -> Iterator[None]:
    """Sets the language in use inside the block."""
    token = _in_use.set(translations)
    try:
        yield
    finally:
        _in_use.reset(token)


def NN_(singular: str, plural: str) -> tuple[str, str]:
    """Marks both forms of a text with a number, as `N_` marks a text."""
    return singular, plural


_ = gettext
