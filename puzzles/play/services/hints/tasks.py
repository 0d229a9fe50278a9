"""The search for steps in the background, and how it is started."""

from django_tasks import DEFAULT_TASK_QUEUE_NAME, task

from puzzles.library.services.task_queues import HINT_PRIORITY, HINT_QUEUE, IMPORT_PRIORITY, waiting_for

from ...models import StepSearch
from .search_jobs import continue_search


@task(priority=HINT_PRIORITY, queue_name=HINT_QUEUE)
def find_steps(search_id: int) -> None:
    """Look for the steps of a search for some seconds, and ask for the next slice."""
    if continue_search(search_id=search_id):
        wake_searches()


def wake_searches() -> None:
    """Enqueue unfinished searches for steps that no worker holds and no task names yet.

    Paths are enqueued one at a time, first the one with the fewest slices: each gets its share, and a file
    waits for one slice of a path, not for one of each.
    """
    named = waiting_for(find_steps)
    unattended = StepSearch.objects.unattended().exclude(pk__in=named)
    for search_id in unattended.filter(is_path=False).order_by("pk").values_list("pk", flat=True):
        find_steps.enqueue(search_id)
    path = unattended.filter(is_path=True).order_by("slices", "pk").first()
    if path and not StepSearch.objects.filter(pk__in=named, is_path=True).exists():
        find_steps.using(priority=IMPORT_PRIORITY, queue_name=DEFAULT_TASK_QUEUE_NAME).enqueue(path.pk)
