"""Whether a deduction is sound: proved or not by what is known, and never whether it is true."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from puzzles.engine import PEERS, parse_cell
from puzzles.engine.grading import GRADER_VERSION
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt, Move, Preferences
from puzzles.play.pages.step_list import verdict_view
from puzzles.play.services import hints
from puzzles.play.services.hints import Claim, DeductionResult, HelpError

Play = Callable[..., None]
StartAttempt = Callable[..., Attempt]


def judge(
    attempt: Attempt, cell: int, digit: int, *, is_placement: bool = True, cells: Any = ()
) -> DeductionResult:
    claim = Claim(cell, digit, is_placement, frozenset(cells))
    _game, verdict = hints.judge_deduction(player=attempt.player, attempt_id=attempt.pk, claim=claim)
    attempt.refresh_from_db()
    return verdict


def technique(verdict: DeductionResult) -> str | None:
    return verdict.justification.technique if verdict.justification else None


def with_another_solution(attempt: Attempt) -> None:
    """Store a solution that differs in every empty cell, as if the truth were another."""
    puzzle = attempt.puzzle
    puzzle.solution = "".join(
        digit if held != "." else str(int(digit) % 9 + 1)
        for digit, held in zip(puzzle.solution, attempt.digits, strict=True)
    )
    puzzle.save()


def test_a_placement_is_proved_by_its_easiest_technique(attempt: Attempt) -> None:
    assert technique(judge(attempt, parse_cell("r5c5"), 5)) == "naked_single"


def test_an_elimination_is_proved(elimination_attempt: StartAttempt) -> None:
    verdict = judge(elimination_attempt(), parse_cell("r4c4"), 3, is_placement=False)
    assert technique(verdict) == "pointing"


def test_a_false_placement_is_not_proved(attempt: Attempt) -> None:
    assert technique(judge(attempt, parse_cell("r1c3"), 1)) is None


def test_true_and_false_are_answered_alike_where_nothing_is_proved(stuck_attempt: Attempt) -> None:
    """The same answers, moves and counters come from another solution: so it is not looked at."""

    def answers() -> list[object]:
        told: list[object] = []
        for cell in [cell for cell, held in enumerate(stuck_attempt.digits) if held == "."][:12]:
            for digit in range(1, 10):
                for is_placement in (True, False):
                    verdict = judge(stuck_attempt, cell, digit, is_placement=is_placement)
                    move = stuck_attempt.moves.latest("number")
                    told.append((verdict_view(verdict), move.technique, move.effect, move.rung, move.hint))
        return told

    first, checks = answers(), stuck_attempt.checks
    with_another_solution(stuck_attempt)
    assert answers() == first
    assert stuck_attempt.checks == 2 * checks


def test_the_words_for_an_unproved_claim_do_not_reveal_the_truth(stuck_attempt: Attempt) -> None:
    cell = stuck_attempt.digits.index(".")
    true = int(stuck_attempt.puzzle.solution[cell])
    verdict = judge(stuck_attempt, cell, true)
    false = next(digit for digit in verdict.position.candidates(cell) if digit != true)
    texts = [verdict_view(judge(stuck_attempt, cell, digit)).text for digit in (true, false)]
    openings = {
        text.split(".")[0].replace(str(digit), "?", 1)
        for text, digit in zip(texts, (true, false), strict=True)
    }
    assert len(openings) == 1
    assert all("may be true or not" in text for text in texts)


def test_with_a_mistake_on_the_grid_only_the_mistake_is_reported(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.1")
    for digit in (5, 6):
        verdict = judge(attempt, parse_cell("r5c5"), digit)
        assert (verdict.wrong, verdict.justification) == ((2,), None)


def test_wrong_notes_are_not_judged(attempt: Attempt, move: Play) -> None:
    before = judge(attempt, parse_cell("r5c5"), 5)
    move(attempt, "40.n.7", "2.n.5")
    after = judge(attempt, parse_cell("r5c5"), 5)
    assert after.justification == before.justification
    assert after.wrong == ()


def test_it_is_recorded_and_counts_as_a_check(attempt: Attempt) -> None:
    judge(attempt, 40, 5, cells=[39, 41])
    judge(attempt, 2, 4, is_placement=False)
    rows = attempt.moves.order_by("number").values_list("kind", "cell", "digit", "technique", "hint")
    assert list(rows) == [
        (Move.Kind.DEDUCTION, 40, 5, "naked_single", {"places": True, "cells": [39, 41]}),
        (
            Move.Kind.DEDUCTION,
            2,
            4,
            "",
            {"places": False, "cells": [], "opposite": "naked_single", "filled": [5, 7, 8, 62]},
        ),
    ]
    assert (attempt.checks, attempt.hints_nudge, attempt.cells_shown) == (2, 0, 0)


def test_a_second_press_returns_the_same_and_costs_nothing_more(attempt: Attempt, move: Play) -> None:
    first = judge(attempt, 40, 5, cells=[39])
    assert judge(attempt, 40, 5, cells=[39]) == first
    assert (attempt.checks, attempt.version) == (1, 1)
    judge(attempt, 40, 5)
    judge(attempt, 40, 5, is_placement=False)
    assert attempt.checks == 3
    move(attempt, "2.n.4")
    judge(attempt, 40, 5, is_placement=False)
    assert (attempt.checks, attempt.version) == (4, 5)


def test_no_proof_is_shown_where_hints_are_limited(attempt_of: StartAttempt, student: User) -> None:
    view = verdict_view(judge(attempt_of(student, hint_budget=3), 40, 5))
    assert (view.text, view.lit) == ("Yes, it follows: Naked single.", {"target": (40,)})


def test_a_digit_excluded_by_a_peer_needs_no_technique(attempt: Attempt) -> None:
    seen = judge(attempt, parse_cell("r1c3"), 5, is_placement=False)
    assert seen.justification is not None
    assert seen.justification.steps == ()
    assert verdict_view(seen).text == "Yes: r1c3 sees a 5 already."
    assert verdict_view(judge(attempt, parse_cell("r1c3"), 5)).text == "No: r1c3 sees a 5 already."


def test_named_cells_that_do_not_suffice_are_completed(attempt: Attempt) -> None:
    alone = judge(attempt, 40, 5)
    assert set(alone.rests_on) <= set(PEERS[40])
    enough = judge(attempt, 40, 5, cells=alone.rests_on)
    assert "The cells you named are enough." in verdict_view(enough).text
    fewer = judge(attempt, 40, 5, cells=alone.rests_on[1:])
    assert "Besides the cells you named, it depends on" in verdict_view(fewer).text


@pytest.mark.parametrize(("rung", "told"), [(0, False), (2, False), (3, True)])
def test_the_proof_is_shown_as_far_as_the_policy_allows(
    attempt_of: StartAttempt, student: User, rung: int, told: bool
) -> None:
    view = verdict_view(judge(attempt_of(student, hint_rung=rung), 40, 5))
    assert view.text.startswith("Yes, it follows: Naked single.")
    assert (len(view.text) > len("Yes, it follows: Naked single.")) is told
    assert ("cause" in view.lit) is told


@pytest.mark.parametrize(("rung", "removes"), [(3, False), (4, True)])
def test_a_longer_proof_is_a_list_of_its_steps(
    student: User, hard_attempt: Attempt, rung: int, removes: bool
) -> None:
    attempt = Attempt.objects.get(pk=hard_attempt.pk)
    attempt.policy, _created = HelpPolicy.objects.get_or_create(hint_rung=rung)
    attempt.save()
    view = verdict_view(judge(attempt, parse_cell("r3c1"), 6))
    assert view.groups
    assert view.text.startswith("Yes, it follows, in 2 steps; the hardest is: Locked candidates (pointing).")
    assert [title for title, _steps in view.groups] == ["Locked candidates (pointing)", "Naked single"]
    assert ("Remove " in view.groups[0][1][0].text) is removes


def test_other_cells_may_be_filled_on_the_way(hard_attempt: Attempt) -> None:
    """After the pointing, r3c1 is a naked single, and it leaves r1c3 only one digit."""
    verdict = judge(hard_attempt, parse_cell("r1c3"), 5)
    assert verdict.justification is not None
    assert [step.technique for step in verdict.justification.steps] == [
        "pointing",
        "naked_single",
        "naked_single",
    ]
    filled = verdict.justification.steps[1].placements[0].cell
    assert hard_attempt.moves.latest("number").hint == {"places": True, "cells": [], "filled": [filled]}
    assert filled in verdict.rests_on


def test_the_proof_is_no_harder_than_the_grid(hard_attempt: Attempt) -> None:
    """The pointing is of tier 2: where the grid is of tier 1, it is no answer."""
    graded = {
        "score": 500,
        "rating": 3,
        "technique_counts": {},
        "grader": GRADER_VERSION,
        "hardest": "pointing",
    }
    ungraded = judge(Attempt.objects.get(pk=hard_attempt.pk), parse_cell("r3c1"), 6)
    assert technique(ungraded) == "pointing"
    for tier, expected in ((1, None), (2, "pointing")):
        Puzzle.objects.update(tier=tier, **graded)
        attempt = Attempt.objects.get(pk=hard_attempt.pk)
        assert technique(judge(attempt, parse_cell("r3c1"), 6)) == expected


def test_a_refutation_by_one_step_is_reported_and_recorded(attempt: Attempt) -> None:
    verdict = judge(attempt, parse_cell("r5c5"), 5, is_placement=False)
    assert verdict.opposite is not None
    text = verdict_view(verdict).text
    assert text.startswith("No: the opposite follows from one step: Naked single.")
    move = attempt.moves.latest("number")
    assert (move.technique, move.hint["opposite"]) == ("", "naked_single")


def test_a_refutation_by_several_steps_is_found_with_its_steps(hard_attempt: Attempt) -> None:
    """Both ways to ask of a digit in a cell get an answer, and the same proof."""
    cell = parse_cell("r1c3")
    proof = judge(hard_attempt, cell, 5).justification
    verdict = judge(hard_attempt, cell, 5, is_placement=False)
    assert proof is not None
    assert (verdict.justification, verdict.opposite) == (None, proof)
    recorded = hard_attempt.moves.latest("number").hint
    assert (recorded["opposite"], len(recorded["filled"])) == ("pointing", 1)
    view = verdict_view(verdict)
    assert view.groups
    assert view.text == "No: the opposite follows, in 3 steps; the hardest is: Locked candidates (pointing)."


def test_the_steps_of_a_proof_are_all_open_and_grouped_by_kind(hard_attempt: Attempt) -> None:
    view = verdict_view(judge(hard_attempt, parse_cell("r1c3"), 5))
    assert view.groups
    groups = [(title, len(steps)) for title, steps in view.groups]
    assert groups == [("Locked candidates (pointing)", 1), ("Naked single", 2)]
    assert view.are_groups_open
    assert [line.text for line in view.groups[1][1] if "r3c1" in line.text or "r1c3" in line.text] == [
        line.text for line in view.groups[1][1]
    ]


@pytest.mark.parametrize("rung", [2, 3])
def test_the_opposite_is_explained_as_far_as_hints_go(
    attempt_of: StartAttempt, student: User, rung: int
) -> None:
    view = verdict_view(judge(attempt_of(student, hint_rung=rung), 40, 5, is_placement=False))
    opening = "No: the opposite follows from one step: Naked single."
    assert view.text.startswith(opening)
    assert (len(view.text) > len(opening)) is (rung == 3)


def test_named_cells_that_the_proof_does_not_need_are_reported(attempt: Attempt) -> None:
    needed = judge(attempt, 40, 5).rests_on
    text = verdict_view(judge(attempt, 40, 5, cells=[*needed, 0])).text
    assert "The cells you named are enough. r1c1 is not needed." in text


def test_techniques_that_are_switched_off_prove_nothing(attempt: Attempt) -> None:
    Preferences.objects.create(
        player=attempt.player, techniques_off=["naked_single", "hidden_single", "full_house"]
    )
    assert technique(judge(attempt, 40, 5)) is None


def test_without_checking_nothing_is_judged(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, checking=False, hint_rung=0)
    with pytest.raises(HelpError, match="not allowed"):
        judge(attempt, 40, 5)
    attempt.refresh_from_db()
    assert attempt.version == 0


def test_a_filled_cell_is_not_judged(attempt: Attempt) -> None:
    with pytest.raises(HelpError, match="already has a digit"):
        judge(attempt, 0, 5)


def test_nobody_asks_on_the_grid_of_another_player(attempt: Attempt, classmate: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        hints.judge_deduction(player=classmate, attempt_id=attempt.pk, claim=Claim(40, 5, is_placement=True))
