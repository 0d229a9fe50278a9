"""The queues of the background worker, and which task comes first.

Tasks lie beside their services, which start them. The unfinished rows are the true queue: a task that a
killed worker took with it is enqueued again by `sweep`.
"""

from django.db.models import QuerySet
from django_tasks import TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

# A worker does one task of each queue at a time, and none of a less urgent queue for as long as there is
# something more urgent to do. First is the hint that somebody looks at a page for, last what takes long and
# only improves the library.
HINT_QUEUE = "hints"
LATER_QUEUE = "later"
# Within a queue: what a person waits for comes first (10), then what was just played (5), files and solution
# paths (0), and last what only improves the library (-10).
IMPORT_PRIORITY = 0
GRADING_PRIORITY = -10
GENERATION_PRIORITY = 0
REVIEW_PRIORITY = 5
HINT_PRIORITY = 10


def tasks_in(status: TaskResultStatus, task: Task) -> QuerySet[DBTaskResult]:
    """The rows of this task in a status."""
    return DBTaskResult.objects.filter(status=status, task_path=task.module_path)


def waiting_for(task: Task) -> set[int]:
    """The keys of the rows for which a task of this kind waits: each names one."""
    waiting = tasks_in(TaskResultStatus.READY, task)
    return {arguments["args"][0] for arguments in waiting.values_list("args_kwargs", flat=True)}
