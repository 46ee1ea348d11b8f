"""`--language`: the language of a command's output and help; for `serve`, of requests that ask for none."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from inspect import cleandoc
from typing import Any, Final, TypeVar

import click

from companion import i18n, languages
from companion.i18n import N_, listed, pgettext
from companion.i18n import gettext as _

Command = TypeVar("Command", bound=Callable[..., Any])
VARIABLE: Final = "COMPANION_LANGUAGE"
OPTION: Final = "--language"
WORDS: Final = (N_("Show this message and exit."), N_("Show the version and exit."))


def language(envvar: str | None = None) -> Callable[[Command], Command]:
    """The option `--language CODE`, before or after a command's name. Here it is only checked: `main` applies it."""
    return click.option(
        OPTION,
        metavar="CODE",
        envvar=envvar,
        callback=_offered,
        expose_value=False,
        help="The language to answer in.",
    )


def _offered(_ctx: click.Context, _option: click.Parameter, tag: str | None) -> None:
    """Refuses a language that there is no catalogue of."""
    if tag is not None and tag not in languages.offered():
        text = _("There's no language called {language}. Choose one of {known}.")
        raise click.BadParameter(text.format(language=tag, known=listed([*languages.offered()])))


def in_requested_language(args: Sequence[str]) -> AbstractContextManager[None]:
    """Applies the language given on the command line, else in the environment; without either, nothing changes."""
    wanted = [*reversed(list(_requested_tags(args))), os.environ.get(VARIABLE)]  # the last one given comes first
    tag = languages.best(filter(None, wanted))
    return i18n.speaking(languages.catalogue(tag)) if tag else nullcontext()


def _requested_tags(args: Sequence[str]) -> Iterator[str]:
    """The languages that `--language` names on a command line."""
    for place, arg in enumerate(args):
        if arg == OPTION:
            yield from args[place + 1 : place + 2]
        elif arg.startswith(f"{OPTION}="):
            yield arg.partition("=")[2]


def help_of(text: str | None) -> str | None:
    """The help of a command or option as it is in the catalogues: each paragraph on one line."""
    if text is None:
        return None
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n"))


C = TypeVar("C", bound=click.Command)


def with_translated_help(command: C) -> C:
    """A copy of the command with its help in the current language."""
    same = copy.copy(command)
    same.help = _help(command.help)
    same.params = [copy.copy(param) for param in command.params]
    for param in same.params:
        if isinstance(param, click.Option):
            param.help = _help(param.help)
    return same


def _help(text: str | None) -> str | None:
    """The help of a command or option in the current language."""
    plain = help_of(text)
    return _(plain) if plain else plain


class Formatter(click.HelpFormatter):
    """Translates the words that click itself adds to a help text."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        # Translators: before how a command is typed
        super().write_usage(prog, args, prefix or pgettext("help", "Usage: "))

    def write_heading(self, heading: str) -> None:
        called = {"Options": pgettext("help", "Options"), "Commands": pgettext("help", "Commands")}
        super().write_heading(called.get(heading, heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], *more: Any, **rest: Any) -> None:
        super().write_dl([(name, _(text) if text in WORDS else text) for name, text in rows], *more, **rest)
