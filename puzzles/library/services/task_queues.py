"""The queues of the background worker, and which task comes first.

Tasks are in the modules of their services, which enqueue them. The unfinished rows are the true queue: the
sweep enqueues the task of a killed worker again.
"""

from django.db.models import QuerySet
from django_tasks import TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

# A worker runs one task of each queue at a time, and none of a less urgent queue while a more urgent one has
# tasks. Hints come first because somebody waits; grading and rare kinds come last.
HINT_QUEUE = "hints"
LATER_QUEUE = "later"
# Within a queue: a waiting person (10), a game just played (5), files and solution paths (0), grading (-10).
IMPORT_PRIORITY = 0
GRADING_PRIORITY = -10
GENERATION_PRIORITY = 0
REVIEW_PRIORITY = 5
HINT_PRIORITY = 10


def tasks_in(status: TaskResultStatus, task: Task) -> QuerySet[DBTaskResult]:
    """The rows of this task in a status."""
    return DBTaskResult.objects.filter(status=status, task_path=task.module_path)


def waiting_for(task: Task) -> set[int]:
    """The keys of the rows that waiting tasks of this kind name as their first argument."""
    waiting = tasks_in(TaskResultStatus.READY, task)
    return {arguments["args"][0] for arguments in waiting.values_list("args_kwargs", flat=True)}
