"""Every verdict and note has its sentence in both languages."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.judge import wording
from puzzles.engine.worksheets import source_of

WRONG = {
    "verdict": "wrong",
    "name": "bloc",
    "call": "bloc(S, 3, 4)",
    "value": "[6, 9]",
    "expected": "[6, 9, 1, 5, 8]",
    "grid": "." * 81,
    "digits": 0,
}


def test_a_wrong_value_is_shown_with_the_expected_one() -> None:
    assert wording.sentence(WRONG, "en") == "`bloc(S, 3, 4)` gave `[6, 9]`, expected `[6, 9, 1, 5, 8]`."
    assert wording.sentence(WRONG, "fr") == "`bloc(S, 3, 4)` a donné `[6, 9]`, attendu `[6, 9, 1, 5, 8]`."


def test_a_different_name_is_reported() -> None:
    verdict = {"verdict": "not_defined", "reason": "other_name", "name": "bloc", "near": "Bloc"}
    told = "No function `bloc` in the file: there is `Bloc`, the worksheet writes `bloc`."
    assert wording.sentence(verdict, "en") == told
    assert "fichier\N{NO-BREAK SPACE}: il y a `Bloc`" in wording.sentence(verdict, "fr")


@pytest.mark.parametrize(("digits", "told"), [(0, "empty"), (1, "single"), (12, "12 digits")])
def test_the_size_of_a_grid_is_reported(digits: int, told: str) -> None:
    assert told in wording.grid_size({**WRONG, "digits": digits}, "en")
    assert wording.grid_size({"digits": 0, "grid": None}, "en") == ""


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    "verdict", ["passed", "wrong", "raised", "printed_wrong", "changed", "not_defined", "too_slow", "stopped"]
)
def test_every_verdict_has_a_sentence_even_without_details(verdict: str, language: str) -> None:
    sentence = wording.sentence(
        {"verdict": verdict, "cases": 3, "name": "f", "call": "f(1)", "error": "E: e"}, language
    )
    assert sentence.endswith(".")
    assert "None" not in sentence


@pytest.mark.parametrize("code", sorted(wording._NOTES))
def test_every_note_has_two_sentences(code: str) -> None:
    message = {"code": code, "line": 7, "text": "x = 1"}
    assert wording.note(message, "fr") != wording.note(message, "en")


def test_printing_instead_of_returning_is_reported(judged: Callable[..., Any]) -> None:
    found = judged("def ligne(S, i): print([x for x in S[i] if x])", "ligne").verdicts["ligne"]
    assert found["detail"] == "printed_instead"
    assert "return" in wording.sentence(found, "fr")


def test_an_example_that_fails_in_the_same_words_is_reported_once() -> None:
    grid, example_grid = "." * 81, "1" + "." * 80
    same = {name: WRONG[name] for name in ("call", "value", "expected")}
    twice = {**WRONG, "grid": grid, "example": {**same, "grid": example_grid}}
    assert "The worksheet’s example" not in wording.sentence(twice, "en")
    other = {**twice, "example": {**same, "value": "[]", "grid": example_grid}}
    assert "The worksheet’s example" in wording.sentence(other, "en")


# A text in the place of the 1 is as wrong, but then the search of the solver takes twenty seconds.
@pytest.mark.parametrize(("number", "digit"), [(1, "True"), (1, "1.0"), (8, "'x'")])
def test_a_grid_filled_with_what_is_no_digit_is_wrong_and_says_so(
    judged: Callable[..., Any], number: int, digit: str
) -> None:
    solver = source_of("tutoriel").replace("[col] = num", f"[col] = num if num != {number} else {digit}")
    found = judged(solver, "solve", worksheet="tutoriel").verdicts["solve"]
    assert found["verdict"] == "wrong"
    assert "something else than whole numbers from 0 to 9" in wording.sentence(found, "en")


@pytest.mark.parametrize("empty", ["False", "0.0"])
def test_a_cell_emptied_with_a_non_digit_is_reported(judged: Callable[..., Any], empty: str) -> None:
    solver = source_of("tutoriel").replace("[col] = 0", f"[col] = {empty}")
    found = judged(solver, "solve", worksheet="tutoriel").verdicts["solve"]
    assert found["verdict"] == "changed"
    assert "entiers de 0 à 9" in wording.sentence(found, "fr")


@pytest.mark.parametrize(("one", "zero"), [("1.0", "0.0"), ("True", "False")])
def test_a_number_of_another_type_is_shown_with_the_expected_one(
    judged: Callable[..., Any], one: str, zero: str
) -> None:
    source = source_of("projet_insa").replace("return 1\n", f"return {one}\n")
    found = judged(source.replace("return 0\n", f"return {zero}\n"), "est_valide", worksheet="projet_insa")
    words = f"`est_valide()` gave `{zero}`, expected `0`: the type is not the same."
    assert words in wording.sentence(found.verdicts["est_valide"], "en")


@pytest.mark.parametrize(
    ("text", "french"),
    [
        ("invalid syntax", "syntaxe incorrecte"),
        ("expected ':'", "il manque deux-points"),
        ("'(' was never closed", "« ( » n’est jamais refermé"),
        ("unterminated string literal (detected at line 3)", "une chaîne n’est pas fermée"),
        ("something rare", "something rare"),
    ],
)
def test_pythons_common_messages_are_in_french_too(text: str, french: str) -> None:
    message = {"code": "syntax_error", "line": 3, "text": text}
    assert f"({french})" in wording.note(message, "fr")
    assert f"({text})" in wording.note(message, "en")


def test_slow_code_is_not_called_long_in_french() -> None:
    slow = wording.note({"code": "slow", "line": 1, "text": "while True:"}, "fr")
    assert slow.startswith("La ligne 1 met trop de temps")
    for call in ("bloc(S, 3, 4)", ""):
        assert "met trop de temps" in wording.sentence({"verdict": "too_slow", "call": call}, "fr")


def test_a_pass_says_in_how_many_cases_the_program_was_right() -> None:
    passed = {"verdict": "passed", "cases": 122}
    assert wording.sentence(passed, "en") == "Passed: right in 122 cases."
    assert wording.sentence(passed, "fr").endswith(" juste sur 122 cas.")
