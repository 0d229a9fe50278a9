"""The judge in a browser: a mutant has the verdict that it has in CPython."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from puzzles.engine.judge.child_process import judge_in_child
from puzzles.engine.worksheets.mutants import MUTANTS, Mutant

from ..lengths import IS_LONG
from .test_sandbox import RUN, desk_in

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.in_process("it serves the frame from here"),
]
# One of each worksheet in a short run, whose cases cost little; LONG_TESTS=1 judges all.
CHOSEN = {
    ("projet_insa", "sudoku", "rows-shared"),
    ("n_valide", "n_valide", "row-and-column-swapped-in-the-box"),
    ("td_iteratif", "remplissage", "begins-at-one-again"),
    ("tutoriel", "is_valid", "box-forgotten"),
    ("mini_projet", "bloc", "row-and-column-swapped"),
}


def in_browser(page: Page, mutant: Mutant) -> dict[str, Any]:
    job = {
        "task": "judge",
        "source": mutant.program(),
        "worksheet": mutant.worksheet,
        "exercises": [mutant.key],
        "language": "en",
        # The judge itself gives an exercise ten seconds; only what never ends is ended by this.
        "limit_ms": 60_000,
    }
    answer = page.evaluate(RUN, [job, []])
    assert answer["reason"] == "finished"
    (verdict,) = [message for message in answer["heard"] if message["kind"] == "verdict"]
    return verdict


def in_cpython(mutant: Mutant) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    judge_in_child(mutant.program(), mutant.worksheet, [mutant.key], messages.append)
    (verdict,) = [message for message in messages if message["kind"] == "verdict"]
    return verdict


def compared(here: dict[str, Any], there: dict[str, Any]) -> tuple[Any, Any]:
    """What must be equal. After a first failure, time decides how many more cases are tried."""
    names = ["verdict"]
    if here["cases"] == there.get("cases"):
        names += ["call", "grid", "value", "expected", "digits"]
    return [here.get(name) for name in names], [there.get(name) for name in names]


@pytest.mark.parametrize("worksheet", MUTANTS)
def test_a_mutant_has_the_same_verdict_in_both_places(
    page_of: Callable[..., Page], student: User, worksheet: str
) -> None:
    page = desk_in(page_of(student))
    mutants = [
        mutant for mutant in MUTANTS[worksheet] if IS_LONG or (worksheet, mutant.key, mutant.name) in CHOSEN
    ]
    assert mutants
    for mutant in mutants:
        here, there = compared(in_cpython(mutant), in_browser(page, mutant))
        assert here[0] != "passed"
        assert (mutant.key, mutant.name, here) == (mutant.key, mutant.name, there)
