"""The judge in a browser: mutants and references have the verdicts that they have in CPython."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from puzzles.engine.course.mutants import MUTANTS, Mutant
from puzzles.engine.judge.child import judge_in_child

from ..lengths import IS_LONG
from .test_sandbox import RUN, desk_in

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.in_process("it serves the frame from here"),
]
# One of each worksheet in a short run; LONG_TESTS=1 judges all.
CHOSEN: dict[str, tuple[Mutant, ...]] = {
    worksheet: mutants if IS_LONG else mutants[-1:] for worksheet, mutants in MUTANTS.items()
}


def verdicts_in_browser(page: Page, mutant: Mutant) -> list[dict[str, Any]]:
    job = {
        "task": "judge",
        "source": mutant.program(),
        "worksheet": mutant.worksheet,
        "exercises": [mutant.key],
        "language": "en",
    }
    told = page.evaluate(RUN, [job, []])
    assert told["reason"] == "finished"
    return [message for message in told["heard"] if message["kind"] == "verdict"]


def verdicts_in_cpython(mutant: Mutant) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    judge_in_child(mutant.program(), mutant.worksheet, [mutant.key], messages.append)
    return [message for message in messages if message["kind"] == "verdict"]


@pytest.mark.parametrize("worksheet", MUTANTS)
def test_a_mutant_has_the_same_verdict_in_both_places(
    page_of: Callable[..., Page], student: User, worksheet: str
) -> None:
    page = desk_in(page_of(student))
    differing = []
    for mutant in CHOSEN[worksheet]:
        began = perf_counter()
        (here,) = verdicts_in_cpython(mutant)
        between = perf_counter()
        (there,) = verdicts_in_browser(page, mutant)
        ended = perf_counter()
        print(
            f"{worksheet}\t{mutant.key}\t{mutant.name}\t{here['verdict']}\t{there['verdict']}"
            f"\t{here.get('digits')}\t{there.get('digits')}\t{between - began:.2f}\t{ended - between:.2f}"
        )
        assert here["verdict"] != "passed"
        if (here["verdict"], here.get("digits")) != (there["verdict"], there.get("digits")):
            differing.append((mutant.key, mutant.name, here["verdict"], there["verdict"]))
    assert differing == []
