"""The review in words: what a placement is called, and which step was missed."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.engine import Board, solve_path
from puzzles.library.pages.difficulty import technique_name
from puzzles.play.models import Attempt, Placement
from puzzles.play.pages.review import (
    count_rows,
    gap,
    missed_step,
    placement_row,
    review_page,
)
from puzzles.play.services import hints


def placement(
    technique: str = "hidden_single", easiest: str = "hidden_single", *, right: bool = True, number: int = 1
) -> Placement:
    return Placement(
        number=number, cell=20, digit=5, technique=technique, easiest=easiest, is_right=right, is_unaided=True
    )


@pytest.mark.parametrize(
    ("found", "kind"),
    [(placement(), "proved"), (placement(""), "unshown"), (placement("", right=False), "mistake")],
)
def test_a_placement_is_proved_or_not_shown_or_a_mistake(found: Placement, kind: str) -> None:
    assert placement_row(found).kind == kind


def test_a_step_of_the_same_tier_is_not_passed_over() -> None:
    assert gap(placement("naked_single", "full_house")) == 0
    assert placement_row(placement("naked_single", "full_house")).passed_over == ""


def test_a_step_of_an_easier_tier_is_passed_over() -> None:
    assert gap(placement("x_wing", "naked_single")) > 0
    assert placement_row(placement("x_wing", "naked_single")).passed_over == "naked_single"


def test_the_gap_grows_with_the_tiers_and_with_how_easy_the_missed_step_was() -> None:
    gaps = [
        gap(placement("naked_pair", "hidden_single")),
        gap(placement("x_wing", "hidden_single")),
        gap(placement("x_wing", "full_house")),
        gap(placement("", "hidden_single")),
        gap(placement("", "full_house")),
    ]
    assert gaps == sorted(set(gaps))


def test_where_no_step_was_there_none_is_missed() -> None:
    assert gap(placement("", "")) == 0


def test_moves_from_help_are_marked_but_for_mistakes() -> None:
    helped, mistake = placement(), placement("", right=False)
    helped.is_unaided = mistake.is_unaided = False
    assert placement_row(helped).is_aided
    assert not placement_row(mistake).is_aided


def test_a_technique_that_is_no_longer_known_keeps_its_id() -> None:
    assert technique_name(placement("sixth_sense", "sixth_sense").technique) == "sixth_sense"


def test_techniques_of_both_paths_are_counted_side_by_side(attempt_of: Callable, student: User) -> None:
    steps = list(solve_path(Board.from_line(attempt_of(student).puzzle.givens)).steps)
    rows = count_rows(
        [placement("x_wing"), placement("x_wing"), placement(""), placement("", right=False)], steps
    )
    assert sum(row.engine for row in rows) == len(steps)
    assert {row.technique: row.own for row in rows if row.own} == {"x_wing": 2}
    assert [row.technique for row in rows][-1] == "x_wing"


def test_the_first_of_several_equal_misses_is_shown(attempt_of: Callable, student: User) -> None:
    attempt = attempt_of(student)
    missed = missed_step(attempt, [placement("", number=number) for number in (4, 2, 7)])
    assert missed is not None
    assert missed.placement.number == 4
    assert missed.sentence.count(".") >= 2


def test_nothing_is_missed_on_the_easiest_path(attempt_of: Callable, student: User) -> None:
    assert missed_step(attempt_of(student), [placement(), placement("full_house", "full_house")]) is None
    assert missed_step(attempt_of, []) is None


def test_a_grid_without_a_digit_by_hand_has_a_path_all_the_same(attempt_of: Callable, student: User) -> None:
    attempt = attempt_of(student)
    hints.show_solution(player=student, attempt_id=attempt.pk)
    attempt = Attempt.objects.for_history().defer(None).get(pk=attempt.pk)
    assert attempt.finished_at <= timezone.now()
    page = review_page(attempt, student)
    assert page["rows"] == []
    assert page["is_solved"]
    assert len(page["steps"]) == 51
