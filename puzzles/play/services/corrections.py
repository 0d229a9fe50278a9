"""After the results: which digits of a grid handed in are wrong, and the right digit on demand."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import CELLS

from ..models import Attempt
from .access import require_readable
from .hints.bounds import solution_refusal
from .watching import SOLVERS_REST, is_writing_exam


class CorrectionError(Refusal):
    """The right digit is not shown; the text is for the student."""


def is_corrected(attempt: Attempt) -> bool:
    """True for homework handed in and for released exams. The attempt comes from `with_assignment`."""
    assignee = attempt.assignee
    if attempt.state != Attempt.State.HANDED_IN or assignee is None:
        return False
    return not assignee.assignment.is_unreleased_exam


def right_digits_refusal(attempt: Attempt, now: datetime) -> str:
    """The reason not to show the right digits of a corrected attempt; "" if they are shown.

    Right digits of homework reveal its solution, so they are shown when its policy grants that. Wrong cells
    may be shown before. The attempt comes from `with_assignment`.
    """
    return "" if attempt.policy.is_exam else solution_refusal(attempt.solution_granted_at, now)


def wrong_cells(attempt: Attempt) -> list[int]:
    """The cells whose digit is not the solution's. Before the results, only a teacher may see them."""
    solution = attempt.puzzle.solution
    if not solution:
        return []
    return [cell for cell in CELLS if attempt.digits[cell] not in (".", solution[cell])]


@transaction.atomic
def show_right_digit(*, player: User, attempt_id: int, cell: int, now: datetime | None = None) -> Attempt:
    """Show the right digit of one more cell that is wrong or empty, and record it.

    Raises Attempt.DoesNotExist, LockedError where another assignment locks a grid with this solution, and
    CorrectionError, also while the player writes an exam or the policy does not grant the solution yet.
    """
    attempts = Attempt.objects.played_by(player).with_assignment().select_related("puzzle")
    attempt = attempts.select_for_update(of=("self",)).get(pk=attempt_id)
    attempt.player = player
    require_readable(reader=player, attempt=attempt)
    if is_writing_exam(player):
        raise CorrectionError(SOLVERS_REST)
    if not is_corrected(attempt):
        raise CorrectionError(_("The right digits are shown once the results are released."))
    if refusal := right_digits_refusal(attempt, now or timezone.now()):
        raise CorrectionError(refusal)
    if attempt.digits[cell] == attempt.puzzle.solution[cell]:
        raise CorrectionError(_("This digit is right."))
    if cell not in attempt.corrected_cells:
        attempt.corrected_cells = [*attempt.corrected_cells, cell]
        attempt.save(update_fields=["corrected_cells"])
    return attempt
