"""The command line in the language that is asked for, before a command's name or after it, or by the environment."""

from __future__ import annotations

import json

import pytest

from companion import i18n, languages
from companion.cli import main
from companion.cli.language_option import help_of, in_requested_language
from tests.support.phones import a_record
from tests.support.tongues import forget, tongues, write

__all__ = ["tongues"]

HELP = "Score the game in a record, with a reason for every line. FILE can be - for standard input."
SAID = {
    "Longest path": "Längste Strecke",
    "There's no board called {board}. Choose one of {known}.": "Kein Spielplan {board}; wähle: {known}.",
    HELP: "Wertet eine Partie.",
    "Print the tally as JSON.": "Die Wertung als JSON.",
    "Show this message and exit.": "Diese Hilfe.",
}


@pytest.fixture(autouse=True)
def german(tongues, tmp_path, monkeypatch):
    """A language that knows a few of the words of the command line."""
    write(tmp_path / "other", "de", SAID)
    monkeypatch.setattr("companion.data.languages", lambda: tmp_path / "other")
    monkeypatch.delenv("COMPANION_LANGUAGE", raising=False)
    forget()


@pytest.fixture
def record(tmp_path):
    """A finished game as a file."""
    from companion.record.read import record_json

    file = tmp_path / "game.json"
    file.write_text(json.dumps(record_json(a_record(log=({"type": "finish"},)))))
    return str(file)


def test_a_checkout_that_is_not_set_up_is_told_what_to_type(tmp_path, capsys):
    (tmp_path / "other/de/LC_MESSAGES/trackside.po").touch()
    assert main(["boards"]) == 0
    (tmp_path / "other/de/LC_MESSAGES/trackside.mo").unlink()
    capsys.readouterr()
    assert main(["boards"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "The languages in this folder aren't compiled yet; type `make run` first.\n")


@pytest.mark.parametrize(
    ("args", "environment", "translated"),
    [
        (["score", "FILE"], None, False),
        (["--language", "de", "score", "FILE"], None, True),
        (["score", "FILE", "--language", "de"], None, True),
        (["score", "--language=de", "FILE"], None, True),
        (["score", "FILE"], "de", True),
        (["--language", "en", "score", "FILE"], "de", False),
        (["--language", "en", "score", "FILE", "--language", "de"], None, True),
    ],
)
def test_a_result_is_told_in_the_language_asked_for(args, environment, translated, record, monkeypatch, capsys):
    if environment:
        monkeypatch.setenv("COMPANION_LANGUAGE", environment)
    assert main([record if arg == "FILE" else arg for arg in args]) == 0
    told = capsys.readouterr().out
    assert ("Längste Strecke" in told, "Longest path" in told) == (translated, not translated)
    assert i18n.language() == "en", "only for the command"


def test_refusals_speak_it_too(capsys):
    assert main(["--language", "de", "boards", "atlantis"]) == 2
    assert capsys.readouterr().err.startswith("Kein Spielplan atlantis; wähle: ")


@pytest.mark.parametrize("language", ["xx", "", "deutsch"])
def test_a_language_that_is_not_there_is_refused_with_those_that_are(language, capsys):
    assert main(["score", "--language", language, "game.json"]) == 2
    assert "en" in capsys.readouterr().err


def test_help_is_translated_where_players_need_it(capsys):
    assert main(["--language", "de", "score", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(said in told for said in ("Wertet eine Partie.", "Die Wertung als JSON.", "Diese Hilfe."))
    assert main(["score", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert all(text in told for text in (HELP, "Print the tally as JSON.", "Usage: companion score", "Options:"))


def test_codes_and_members_for_programs_stay(record, capsys):
    told = []
    for language in ("en", "de"):
        assert main(["--language", language, "score", "--json", record]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0].keys() == told[1].keys()
    assert told[0]["players"][0].keys() == told[1]["players"][0].keys()
    assert told[0]["decided_by"] == told[1]["decided_by"]


def test_help_is_told_to_translators_a_paragraph_a_line():
    assert help_of("One\n    sentence.\n\n    Another\n    one.\n") == "One sentence.\n\nAnother one."
    assert help_of(None) is None


def test_nothing_asked_changes_nothing():
    with i18n.speaking(languages.catalogue("de")), in_requested_language(["score", "--language"]):
        assert i18n.language() == "de"
