"""Help in words and highlights: each rung, the rules, and the remaining help."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.engine import Board, next_hint
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.pages.hints import HelpView, check_view, help_rules, hint_view, left_words
from puzzles.play.services.hints import RevealedHint
from puzzles.play.services.techniques import switch_techniques

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def attempt_under(**rules: Any) -> Attempt:
    """An attempt that began a hundred seconds ago, never stored."""
    now = timezone.now()
    puzzle = Puzzle(givens="." * 81)
    policy = HelpPolicy(**rules)
    return Attempt(
        player=User(), puzzle=puzzle, policy=policy, digits="." * 81, started_at=now - timedelta(seconds=100)
    )


def hint_at(rung: int, *, is_deepest: bool = False) -> RevealedHint:
    board = Board.from_line(SOLUTION).clear(40).clear(41)
    return RevealedHint(next_hint(board, solution=Board.from_line(SOLUTION)), rung, is_deepest)


@pytest.mark.parametrize(
    ("rung", "deeper", "parts"),
    [
        (1, "Where?", set()),
        (2, "Why?", {"area"}),
        (3, "Do it", {"area", "target"}),
        (4, "Next hint", {"area", "target"}),
    ],
)
def test_each_rung_names_the_next_and_lights_no_more_than_its_own(
    rung: int, deeper: str, parts: set[str]
) -> None:
    view = hint_view(attempt_under(), hint_at(rung, is_deepest=rung == 4))
    assert (view.deeper, set(view.lit)) == (deeper, parts)
    assert view.rungs == tuple(reached <= rung for reached in (1, 2, 3, 4))


def test_at_the_policys_last_rung_no_button_is_shown_but_the_reason() -> None:
    view = hint_view(attempt_under(hint_rung=2), hint_at(2, is_deepest=True))
    assert (view.deeper, view.rungs) == ("", (True, True))
    assert view.news.endswith(" On this grid a hint goes no further.")


def test_a_cell_has_the_classes_of_every_part_it_plays() -> None:
    view = HelpView("", "", {"area": (1, 2), "target": (2,)})
    assert [view.parts(cell) for cell in (0, 1, 2)] == ["", "hint-area", "hint-area hint-target"]


def test_wrong_digits_are_named_with_their_cells() -> None:
    assert check_view((2,)).text == "1 digit is wrong: r1c3."
    assert check_view((2, 40)).text == "2 digits are wrong: r1c3, r5c5."
    assert check_view(()).lit == {"wrong": ()}


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({}, "A hint says what to look for, then where, then why, then makes the step."),
        ({"hint_rung": 3}, "A hint says what to look for, then where, then why."),
        ({"hint_rung": 2}, "A hint says what to look for, then where."),
        ({"hint_rung": 1}, "A hint says what to look for."),
        ({"hint_rung": 0}, "There are no hints."),
        ({"hint_budget": 0}, "There are no hints."),
        ({"hint_budget": 1}, "1 hint for the grid."),
        ({"hint_budget": 5}, "5 hints for the grid."),
        ({}, "You can check the grid for mistakes, and your deductions too."),
        ({"hint_rung": 0, "checking": False}, "You cannot check the grid for mistakes."),
        ({}, "You can fill in all notes at once."),
        ({"auto_notes": False}, "You write the notes yourself."),
        ({"partial_cells": 0}, "You cannot have cells filled in."),
        ({"partial_cells": 8}, "You can have cells filled in."),
        ({"partial_cells": 8, "solution": "never"}, "Help fills 8 cells at most."),
        (
            {"partial_cells": 1, "solution": "after_minutes", "solution_minutes": 9},
            "Help fills 1 cell at most.",
        ),
        ({"solution": "never"}, "The solution is not shown."),
        (
            {"solution": "after_minutes", "solution_minutes": 1},
            "The solution can be shown after 1 minute; the grid then counts as shown, not as solved.",
        ),
        ({}, "The solution can be shown at any time; the grid then counts as shown, not as solved."),
    ],
)
def test_every_rule_has_its_sentence(rules: dict[str, Any], told: str) -> None:
    assert told in help_rules(HelpPolicy(**rules))


def test_a_rule_without_a_limit_is_not_shown() -> None:
    assert help_rules(HelpPolicy(hint_rung=0, checking=False, hint_budget=5)) == [
        "There are no hints.",
        "You cannot check the grid for mistakes.",
        "You can fill in all notes at once.",
        "You can have cells filled in.",
        "The solution can be shown at any time; the grid then counts as shown, not as solved.",
    ]


@pytest.mark.parametrize(
    ("rules", "used", "left"),
    [
        ({}, {}, []),
        ({"hint_budget": 3}, {"hints_nudge": 2}, ["1 hint left"]),
        ({"hint_budget": 3, "hint_rung": 0}, {}, []),
        ({"solution": "never"}, {"cells_shown": 5}, ["15 cells left to fill"]),
        ({"solution": "never", "partial_cells": 0}, {}, []),
        (
            {"solution": "after_minutes", "solution_minutes": 10},
            {},
            ["20 cells left to fill", "solution in 9 minutes"],
        ),
        ({"solution": "after_minutes", "solution_minutes": 1}, {}, []),
    ],
)
def test_the_remaining_help_is_shown_where_it_is_limited(
    rules: dict[str, Any], used: dict[str, int], left: list[str]
) -> None:
    attempt = attempt_under(**rules)
    for counter, count in used.items():
        setattr(attempt, counter, count)
    assert left_words(attempt) == left


def test_a_long_wait_for_the_solution_is_shown_with_its_date() -> None:
    attempt = attempt_under(solution="after_minutes", solution_minutes=1440)
    attempt.started_at = datetime(2026, 11, 29, 13, 59, tzinfo=ZoneInfo("Europe/Paris"))
    hour = timedelta(hours=1)
    assert left_words(attempt, attempt.started_at)[-1] == "solution from Monday 30 November, 13:59"
    assert left_words(attempt, attempt.started_at + 22 * hour)[-1] == "solution in 120 minutes"
    rule = "The solution can be shown after 24 h 00 min; the grid then counts as shown, not as solved."
    assert rule in help_rules(attempt.policy)


def test_where_nothing_is_known_no_cell_is_lit(student: User) -> None:
    attempt = attempt_under()
    attempt.player = student
    view = hint_view(attempt, RevealedHint(None, 0, is_deepest=True))
    assert (view.lit, view.rungs, view.deeper, view.chooses) == ({}, (), "", False)
    assert not view.drawing


def test_switched_off_techniques_are_mentioned_with_a_link_to_the_setting(student: User) -> None:
    switch_techniques(player=student, on=[])
    attempt = attempt_under()
    attempt.player = student
    view = hint_view(attempt, RevealedHint(None, 0, is_deepest=True))
    assert view.chooses
    assert view.news.endswith("Some techniques are switched off for your hints.")
