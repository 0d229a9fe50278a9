"""The explained solution in words: its lines, its places, and its end."""

import re

import pytest
from django.template.loader import render_to_string

from accounts.models import User
from puzzles.engine import CATALOGUE, Candidate
from puzzles.play.models import Attempt
from puzzles.play.pages.solution_path import path_lines, path_page, path_place, path_sum
from puzzles.play.services.hints import Explanation, explain
from puzzles.play.services.techniques import switch_techniques, techniques_for

BEYOND = "..9....546.......3...5..8......7....8.3.........8..692..1..52..2..76..4.3....1..7"


@pytest.fixture
def beyond(attempt: Attempt, student: User) -> Explanation:
    """The path of a puzzle that the techniques its reader has left on leave open."""
    attempt.puzzle.givens = BEYOND
    switch_techniques(player=student, on=[technique.id for technique in CATALOGUE if technique.tier < 4])
    return explain(BEYOND, techniques_for(student.pk))


def words_of(explanation: Explanation, number: int) -> str:
    """What the page says of a place."""
    page = render_to_string("play/_path.html", path_page(explanation, number, BEYOND, may_order=True))
    (told,) = re.findall(r'role="status">(.*)</div>\s*</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", told).split())


def test_each_line_describes_a_step_with_its_rating(attempt: Attempt) -> None:
    lines = path_lines(explain(attempt.puzzle.givens))
    first = lines[0]
    assert [line.number for line in lines] == list(range(1, 52))
    assert (first.title, first.words, first.rating) == (
        "Hidden single",
        "Place 1 in r9c7, the only cell left for it in box 9.",
        1.2,
    )
    assert (first.placements, first.eliminations) == ((Candidate(cell=78, digit=1),), ())


def test_a_place_explains_and_draws_the_step(attempt: Attempt) -> None:
    place = path_place(explain(attempt.puzzle.givens), 1, attempt.puzzle.givens)
    assert place.why.startswith("In box 9, every empty cell but r9c7")
    assert (place.number, place.back, place.on, place.last) == (1, 1, 2, 52)
    assert place.count == "1\u202f/\u202f51"
    assert place.board is not None
    assert place.board.placed.text == "1"
    assert place.board.notes.text == ""


def test_candidates_are_drawn_once_they_matter(beyond: Explanation) -> None:
    place = path_place(beyond, 1, BEYOND)
    assert place.board is not None
    assert place.board.notes.text
    assert place.board.drawing.removed


def test_the_end_is_the_solved_grid(attempt: Attempt) -> None:
    explanation = explain(attempt.puzzle.givens)
    place = path_place(explanation, 99, attempt.puzzle.givens)
    assert (place.step, place.board) == (None, None)
    assert words_of(explanation, 99) == "Solved Every cell is filled."
    assert place.end_board is not None
    assert len(place.end_board.entered.text) == 51


def test_a_path_that_ends_early_says_so(attempt: Attempt, beyond: Explanation) -> None:
    place = path_place(beyond, len(beyond.steps) + 1, BEYOND)
    assert words_of(beyond, 99) == (
        "As far as it goes From here on, no technique that is known here and switched on goes further."
    )
    assert place.end_board is not None
    assert place.end_board.notes.text


def test_the_sum_names_the_hardest_step(attempt: Attempt, beyond: Explanation) -> None:
    assert path_sum(beyond) == "5 steps; the hardest: Naked pair."
    assert path_page(beyond, 1, BEYOND, may_order=True)["sum"] == path_sum(beyond)
