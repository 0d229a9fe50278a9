"""Puzzles know which others have the same solution."""

import random

import pytest
from django.db import IntegrityError, transaction

from puzzles.engine import Board
from puzzles.engine.similarity import canonical_key, shuffled
from puzzles.library.models import Puzzle

pytestmark = pytest.mark.django_db


def made_of(givens: str, solution: str) -> Puzzle:
    clue_count = 81 - givens.count(".")
    return Puzzle.objects.create(
        givens=givens, clue_count=clue_count, solution_count=1, solution=solution, solving_class="simple"
    )


def test_a_puzzle_has_the_key_of_its_solution(puzzle: Puzzle) -> None:
    puzzle.refresh_from_db()
    assert puzzle.canonical_key == canonical_key(puzzle.solution)


@pytest.mark.parametrize(("count", "key"), [(1, None), (0, 7), (2, 7)])
def test_a_puzzle_has_a_key_exactly_when_it_has_one_solution(
    count: int, key: int | None, puzzle: Puzzle
) -> None:
    texts = {"solution": "", "solving_class": ""} if count != 1 else {}
    with pytest.raises(IntegrityError), transaction.atomic():
        Puzzle.objects.filter(pk=puzzle.pk).update(solution_count=count, canonical_key=key, **texts)


def test_puzzles_with_the_same_solution_are_found_however_they_are_shuffled(
    puzzle: Puzzle, course_grids: dict
) -> None:
    other = course_grids["insa figure 2"]
    made_of(other.line, other.solution)
    shuffles = []
    for seed in range(5):
        rng = random.Random(seed)
        solution = shuffled(Board.from_line(puzzle.solution), rng)
        shuffles.append(made_of(solution.clear(seed).clear(80).to_line(), solution.to_line()))
    found = Puzzle.objects.same_solution_as([puzzle.pk])
    assert set(found) == {puzzle, *shuffles}
    assert set(Puzzle.objects.same_solution_as([shuffles[0].pk])) == {puzzle, *shuffles}


def test_a_puzzle_without_one_solution_has_the_same_solution_as_none() -> None:
    givens = ["." * 81, "1" + "." * 80]
    several = [Puzzle.objects.create(givens=line, clue_count=0, solution_count=2) for line in givens]
    assert not Puzzle.objects.same_solution_as([each.pk for each in several]).exists()
