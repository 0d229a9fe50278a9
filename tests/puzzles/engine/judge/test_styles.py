"""Whole programs in other styles pass: recursive, iterative, with sets, arrays, copies or a class."""

from pathlib import Path

import pytest

from puzzles.engine.worksheets import source_of

from .judging import verdicts

FOLDER = Path(__file__).with_name("styles")
WORKSHEETS = ("td_iteratif", "tutoriel", "mini_projet")
PROGRAMS = sorted(
    f"{worksheet}/{path.stem}" for worksheet in WORKSHEETS for path in (FOLDER / worksheet).glob("*.py")
)


def failures(source: str, worksheet: str) -> dict[str, str]:
    return {
        key: found["verdict"]
        for key, found in verdicts(source, worksheet).items()
        if found["verdict"] != "passed"
    }


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_right_program_passes_whatever_its_style(program: str) -> None:
    source = (FOLDER / f"{program}.py").read_text("utf-8")
    assert failures(source, program.split("/")[0]) == {}


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_the_courses_own_text_passes(worksheet: str) -> None:
    assert failures(source_of(worksheet), worksheet) == {}


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_a_solver_is_written_in_five_ways_at_least(worksheet: str) -> None:
    assert len([program for program in PROGRAMS if program.startswith(worksheet)]) >= 5
