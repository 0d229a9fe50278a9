"""A grid as a class met it."""

from collections.abc import Callable

from accounts.models import Classroom, User
from puzzles.assignments.pages.puzzle_view import puzzle_page
from puzzles.play.models import Attempt
from puzzles.play.services.game_ends import start_over
from puzzles.play.services.hints import give_hint, show_cell


def test_help_of_a_game_that_is_started_over_counts_once(
    student: User, classroom: Classroom, attempt_of: Callable[..., Attempt]
) -> None:
    game = attempt_of(student, partial_cells=5, hint_rung=1)
    give_hint(player=student, attempt_id=game.pk, seen_version=0)
    show_cell(player=student, attempt_id=game.pk, cell=2)
    start_over(player=student, attempt_id=game.pk)
    page = puzzle_page(classroom, game.puzzle_id)
    assert sorted(line.status.sign for line in page.attempts) == sorted("…↺")
    assert (page.cells, sum(count for _rung, count in page.hints)) == (1, 1)
