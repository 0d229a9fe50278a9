"""The solution explained: each step with its position, to the end or as far as the techniques go."""

from puzzles.engine import verify
from puzzles.play.models import Attempt, Preferences
from puzzles.play.services.hints import Explanation, explain
from puzzles.play.services.techniques import techniques_for


def explained(attempt: Attempt) -> Explanation:
    return explain(attempt.puzzle.givens, techniques_for(attempt.player_id))


def test_the_steps_lead_from_the_givens_to_the_solution(attempt: Attempt) -> None:
    path = explained(attempt)
    first, _step = path.steps[0]
    assert first.board.to_line() == attempt.puzzle.givens
    assert all(verify(step, position) for position, step in path.steps)
    assert path.is_whole
    assert path.end.board.to_line() == attempt.puzzle.solution


def test_a_path_may_end_before_the_grid_is_full(stuck_attempt: Attempt) -> None:
    path = explained(stuck_attempt)
    assert path.steps
    assert not path.is_whole


def test_the_path_keeps_to_the_techniques_its_player_has_switched_on(attempt: Attempt) -> None:
    Preferences.objects.create(player=attempt.player, techniques_off=["hidden_single", "full_house"])
    used = {step.technique for _position, step in explained(attempt).steps}
    assert "naked_single" in used
    assert used.isdisjoint({"hidden_single", "full_house"})
