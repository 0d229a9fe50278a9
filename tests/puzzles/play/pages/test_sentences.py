"""Sentences of hints as HTML: all of it is escaped but the marks of cells and houses."""

import re
from html import unescape

import pytest
from django.utils import translation

from puzzles.engine import CATALOGUE, HOUSES, RUNGS, Candidate, Step
from puzzles.engine.techniques import example_of
from puzzles.engine.techniques.step import by_role
from puzzles.play.pages.sentences import cell_frame, house_frame, step_sentence

MARK = re.compile(r'<span class="ref" data-frame="(\d) (\d) (\d) (\d)">([^<]*)</span>')


def cells_in(frame: str) -> tuple[int, ...]:
    left, top, width, height = map(int, frame.split())
    return tuple(9 * row + column for row in range(top, top + height) for column in range(left, left + width))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("technique", [each.id for each in CATALOGUE])
def test_without_its_marks_a_sentence_is_its_text(technique: str, language: str) -> None:
    step = example_of(technique).step
    with translation.override(language):
        for rung in RUNGS:
            sentence = step_sentence(step, rung)
            plain = MARK.sub(r"\5", sentence.marked)
            assert "<" not in plain
            assert unescape(plain) == sentence


def test_a_cell_and_a_house_are_marked_in_the_language_of_the_reader() -> None:
    houses, digits = by_role(house=[1]), by_role(pattern=[5])
    step = Step("hidden_single", placements=(Candidate(12, 5),), houses=houses, digits=digits)
    with translation.override("fr"):
        marked = step_sentence(step, "do").marked
    assert '<span class="ref" data-frame="3 1 1 1">L2C4</span>' in marked
    assert 'data-frame="0 1 9 1">' in marked


def test_the_text_of_the_catalogue_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzles.play.pages.sentences._", lambda message: f"<b>{message}</b>")
    marked = step_sentence(example_of("naked_single").step, "do").marked
    assert "<b>" not in marked
    assert "&lt;b&gt;" in marked


def test_the_frame_of_a_house_holds_its_cells() -> None:
    assert [cells_in(house_frame(house)) for house in range(27)] == [tuple(cells) for cells in HOUSES]
    assert [cells_in(cell_frame(cell)) for cell in (0, 12, 80)] == [(0,), (12,), (80,)]


def test_two_rungs_make_one_text() -> None:
    step = example_of("x_wing").step
    both = step_sentence(step, "why", "do")
    assert both == f"{step_sentence(step, 'why')} {step_sentence(step, 'do')}"
    assert both.marked.startswith(step_sentence(step, "why").marked)
