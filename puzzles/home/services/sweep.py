"""The sweep, every few seconds in each worker: pick up unfinished work, delete what has expired."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.privacy.retention import delete_daily
from accounts.services.logins import delete_old_rows
from puzzles.library.services.tasks import (
    generate_puzzles,
    grade_puzzles,
    import_puzzles,
    wake_generations,
    wake_grading,
    wake_imports,
)
from puzzles.play.models import Attempt
from puzzles.play.services.closing import collect_overdue
from puzzles.play.services.hints.step_search import find_steps, forget_searches, wake_searches
from puzzles.play.services.review import review_attempts, wake_reviews
from puzzles.training.services.bank import fill_bank, wake_bank

KEPT_FOR = timedelta(days=1)
FAILED_KEPT_FOR = timedelta(days=14)
# Tasks work in slices of a few seconds, so one that runs for longer has lost its worker.
DEAD_AFTER = timedelta(minutes=10)


def sweep() -> None:
    """Close exams whose time is up, enqueue unfinished work again, delete old rows and tasks."""
    collect_overdue()
    wake_imports()
    wake_generations()
    wake_grading()
    forget_searches()
    wake_searches()
    if Attempt.objects.to_review().exists():
        wake_reviews()
    wake_bank()
    delete_old_rows()
    delete_daily(after_days=settings.RETENTION_DAYS)
    now = timezone.now()
    tasks = DBTaskResult.objects
    tasks.successful().filter(finished_at__lt=now - KEPT_FOR).delete()
    tasks.failed().filter(finished_at__lt=now - FAILED_KEPT_FOR).delete()
    sliced = (import_puzzles, generate_puzzles, grade_puzzles, review_attempts, find_steps, fill_bank)
    tasks.running().filter(
        task_path__in=[each.module_path for each in sliced], started_at__lt=now - DEAD_AFTER
    ).delete()
