"""What becomes of a class's work when the class is deleted, and what keeps a former student's account."""

from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from puzzles.play.models import Attempt

from ..models import Assignee, Assignment


def unreleased_work_reason(*, student: User, **_rest: Any) -> str | Promise | None:
    """Why the account of a student in no class stays: what they did in an exam is not marked yet."""
    parts = Assignee.objects.filter(student=student, began_at__isnull=False)
    if not parts.filter(assignment__in=Assignment.objects.unreleased_exams()).exists():
        return None
    return _("The student has written an exam whose results are not released yet.")


def detach_attempts(*, classroom: Classroom, **_rest: Any) -> None:
    """End the class's open attempts as they are, and keep with each the title of its work.

    An open attempt without its assigned puzzle would be a second free one of its player and puzzle.
    """
    attempts = Attempt.objects.filter(assigned_puzzle__assignee__assignment__classroom=classroom)
    name = Assignment.objects.filter(assignees__assigned_puzzles=OuterRef("assigned_puzzle")).values("name")[
        :1
    ]
    # Their players may be at a move: it comes before, or finds the class gone.
    list(attempts.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    attempts.update(assignment_name=Subquery(name))
    attempts.unfinished().update(state=Attempt.State.HANDED_IN, finished_at=timezone.now())
