"""The command line, in the reader's language."""

import gettext
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine.terminal.arguments import VERBS, preferred_language
from tests.puzzles.engine.notation import TUTORIAL

PREFIX = "python -m puzzles.engine: "
NAMES = ["show", "check", "simple", "solve", "trace", "grade", "steps", "path", "generate", "play", "judge"]


def test_the_verbs_are_those_of_the_course() -> None:
    assert [verb.name for verb in VERBS] == NAMES


@pytest.mark.parametrize(
    ("arguments", "english", "french_sentence"),
    [
        (
            [],
            f"which verb? {', '.join(NAMES)} (--help describes each)",
            f"quel verbe ? {', '.join(NAMES)} (--help dit ce que fait chacun)",
        ),
        (["show"], "the following arguments are required: GRID", "il manque : GRILLE"),
        (["show", TUTORIAL, "--nope"], "unrecognized arguments: --nope", "arguments inconnus : --nope"),
        (
            ["show", TUTORIAL, "--line"],
            "argument --line: expected one argument",
            "argument --line : une valeur est attendue",
        ),
    ],
)
def test_a_wrong_command_line_is_reported_in_one_line(
    terminal: Callable[..., Any],
    french: Callable[[str], str],
    arguments: list[str],
    english: str,
    french_sentence: str,
) -> None:
    assert terminal(*arguments) == (2, "", f"{PREFIX}{english}\n")
    assert terminal(*arguments, language="fr") == (2, "", french(f"{PREFIX}{french_sentence}\n"))


def test_dashes_stay_in_what_is_no_grid_that_begins_with_one(
    terminal: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dated = tmp_path / "2024-11-05-00-00-00-1234"
    dated.write_text(TUTORIAL)
    monkeypatch.chdir(tmp_path)
    assert terminal("show", dated.name) == terminal("show", TUTORIAL)
    seeds = ("2024-11-05-00-00-00-1234", "2024.11.05.00.00.00.1234")
    first, second = (terminal("generate", "--seed", seed).out for seed in seeds)
    assert first != second


def test_options_may_come_before_or_after_the_verb(terminal: Callable[..., Any]) -> None:
    before = terminal("--json", "--lang", "en", "check", TUTORIAL, language="fr")
    after = terminal("check", TUTORIAL, "--json", "--lang=en", language="fr")
    assert before == after
    assert before.out.startswith("{")


@pytest.mark.parametrize("verb", ["show", "check", "simple", "solve"])
def test_the_option_of_the_language_wins_over_the_environment(
    terminal: Callable[..., Any], verb: str
) -> None:
    assert terminal(verb, TUTORIAL, "--lang", "en", language="fr") == terminal(verb, TUTORIAL, language="en")
    assert terminal(verb, TUTORIAL, "--lang", "fr", language="en") == terminal(verb, TUTORIAL, language="fr")


def test_an_unknown_language_is_refused(terminal: Callable[..., Any]) -> None:
    answer = terminal("show", TUTORIAL, "--lang", "de")
    assert (answer.code, answer.out) == (2, "")
    assert "'de'" in answer.err
    assert answer.err.count("\n") == 1


def test_the_language_is_known_before_the_rest_is_read() -> None:
    assert preferred_language(["show", "--lang", "en", "--nope"]) == "en"
    assert preferred_language(["--lang=fr"]) == "fr"
    assert preferred_language(["--lang"]) is None
    assert preferred_language(["--lang", "de"]) is None
    assert preferred_language(["show"]) is None


def test_help_speaks_french(
    terminal: Callable[..., Any], capsys: pytest.CaptureFixture[str], french: Callable[[str], str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        terminal("--help", language="fr")
    assert caught.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith(french("utilisation : python -m puzzles.engine [-h] [--lang {fr,en}] [--json]"))
    assert "    check         dit si une grille est complète et valide\n" in text
    assert "  -h, --help      affiche cette aide et s’arrête\n" in text


@pytest.mark.parametrize("verb", [verb.name for verb in VERBS])
def test_every_verb_has_its_help_in_both_languages(
    terminal: Callable[..., Any], capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    texts = []
    for language in ("en", "fr"):
        with pytest.raises(SystemExit):
            terminal(verb, "--help", language=language)
        texts.append(capsys.readouterr().out)
    assert texts[0].startswith(f"usage: python -m puzzles.engine {verb} ")
    assert "JSON" in texts[0]
    assert texts[1].startswith("utilisation")


@pytest.mark.parametrize("preset", [None, "de"])
def test_reading_a_command_line_leaves_the_process_as_it_was(
    terminal: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, preset: str | None
) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    if preset:
        monkeypatch.setenv("LANGUAGE", preset)
    before = (gettext.textdomain(), dict(os.environ))
    terminal("show", TUTORIAL, language="fr")
    terminal("show", language="fr")
    assert (gettext.textdomain(), dict(os.environ)) == before
