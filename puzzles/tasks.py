"""What runs in the background. Callers enqueue; the unfinished rows are the true queue.

A task that a killed worker took with it is no loss: `sweep`, which every worker calls when it starts and
then again and again, enqueues whatever is unfinished and in nobody's hands.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django_tasks import DEFAULT_TASK_QUEUE_NAME, TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from accounts.privacy.retention import purge_daily
from accounts.services.logins import purge_old_rows

from .models import Attempt, Collection, PuzzleGeneration, PuzzleImport, StepSearch
from .services import grading, hints, library, review
from .services.assignments.ending import end_overdue

# A worker does one task of each queue at a time, and none of a less urgent queue for as long as there is
# something more urgent to do. First is the hint that somebody looks at a page for, last what takes long and
# only improves the library.
HINT_QUEUE = "hints"
LATER_QUEUE = "later"
# Within a queue: what a person waits for comes first (10), then what was just played (5), files and solution
# paths (0), and last what only improves the library (-10).
IMPORT_PRIORITY = 0
GRADING_PRIORITY = -10
# New grids come as files do, for somebody waits; those of a kind that takes so many tries come last.
GENERATION_PRIORITY = 0
LONG_TRIES = 2_000
REVIEW_PRIORITY = 5
HINT_PRIORITY = 10
KEPT_FOR = timedelta(days=1)
FAILED_KEPT_FOR = timedelta(days=14)
# An import works a few seconds at a time, so a task that runs for longer has lost its worker.
DEAD_AFTER = timedelta(minutes=10)
# Grading has no lease: by then a slice of it is surely over, or its worker dead.
GRADING_DEAD_AFTER = timedelta(seconds=30)


@task(priority=IMPORT_PRIORITY)
def import_puzzles(import_id: int) -> None:
    """Take in a slice of an uploaded file, and ask for the next one."""
    library.continue_import(import_id=import_id, is_awaited=are_others_waiting)
    wake_imports()
    wake_grading()


def are_others_waiting() -> bool:
    """Whether a task that is no less urgent than an import waits for a worker."""
    return DBTaskResult.objects.ready().filter(priority__gte=IMPORT_PRIORITY).exists()


@task(priority=GENERATION_PRIORITY)
def generate_puzzles(generation_id: int) -> None:
    """Make new grids for some seconds, and ask for the next slice."""
    if library.continue_generation(generation_id=generation_id):
        wake_generations()
        wake_grading()


@task(priority=GRADING_PRIORITY, queue_name=LATER_QUEUE)
def grade_puzzles() -> None:
    """Grade puzzles for some seconds, and ask for the next slice while there are others."""
    grading.grade_slice()
    if grading.has_ungraded() and not tasks_of(grade_puzzles.module_path, TaskResultStatus.READY).exists():
        grade_puzzles.enqueue()


@task(priority=REVIEW_PRIORITY)
def review_attempts() -> None:
    """Review finished attempts for some seconds, and ask for the next slice while there are others."""
    if review.review_slice():
        wake_reviews()


@task(priority=HINT_PRIORITY, queue_name=HINT_QUEUE)
def find_steps(search_id: int) -> None:
    """Look for the steps of a search for some seconds, and ask for the next slice."""
    if hints.continue_search(search_id=search_id):
        wake_searches()


@transaction.atomic
def start_import(
    *, owner: User, file: library.ByteSource, file_name: str, collection: Collection
) -> PuzzleImport:
    """Store a file and have it taken into a collection. Raises UploadError with a sentence."""
    puzzle_import = library.store_upload(owner=owner, collection=collection, file=file, file_name=file_name)
    import_puzzles.enqueue(puzzle_import.pk)
    return puzzle_import


@transaction.atomic
def begin_with_samples(*, teacher: User, **_rest: Any) -> None:
    """Have the sample grids taken in for the first teacher of a new site. There is one first teacher only."""
    import_puzzles.enqueue(library.import_samples(owner=teacher).pk)


@transaction.atomic
def start_imports(
    *, owner: User, files: Sequence[UploadedFile], collection: Collection | library.NewCollection
) -> list[PuzzleImport]:
    """Store files and have them taken in, all or none. Raises UploadError or CollectionNameError."""
    if isinstance(collection, library.NewCollection) and collection.name:
        collection = collection.open_for(owner=owner, file_name="")
    started = []
    for file in files:
        name = file.name or ""
        place = collection
        if isinstance(place, library.NewCollection):
            place = place.open_for(owner=owner, file_name=name)
        started.append(start_import(owner=owner, file=file, file_name=name, collection=place))
    return started


@transaction.atomic
def start_generation(
    *, owner: User, collection: Collection | library.NewCollection, kind: str = "", **wanted: Any
) -> PuzzleGeneration:
    """Order new grids, as `order_puzzles` takes it; a new collection may be named after their kind.

    Raises GenerationError or CollectionNameError.
    """
    if isinstance(collection, library.NewCollection):
        collection = collection.open_for(owner=owner, file_name=kind)
    generation = library.order_puzzles(collection=collection, **wanted)
    generate_puzzles.enqueue(generation.pk)
    return generation


def wake_generations() -> None:
    """Enqueue every unfinished order of grids that no worker holds and no task names yet."""
    waiting = tasks_of(generate_puzzles.module_path, TaskResultStatus.READY)
    named = {arguments["args"][0] for arguments in waiting.values_list("args_kwargs", flat=True)}
    unattended = PuzzleGeneration.objects.unattended().exclude(pk__in=named).order_by("pk")
    for generation_id, tries in unattended.values_list("pk", "tries"):
        if tries < LONG_TRIES:
            generate_puzzles.enqueue(generation_id)
        else:
            generate_puzzles.using(priority=GRADING_PRIORITY, queue_name=LATER_QUEUE).enqueue(generation_id)


def wake_imports() -> None:
    """Enqueue every unfinished import that no worker holds and no task names yet."""
    waiting = tasks_of(import_puzzles.module_path, TaskResultStatus.READY)
    named = {arguments["args"][0] for arguments in waiting.values_list("args_kwargs", flat=True)}
    unattended = PuzzleImport.objects.unattended().order_by("pk").values_list("pk", flat=True)
    for import_id in unattended:
        if import_id not in named:
            import_puzzles.enqueue(import_id)


def wake_grading() -> None:
    """Enqueue grading if there is something to grade and nobody at it."""
    running = tasks_of(grade_puzzles.module_path, TaskResultStatus.RUNNING)
    if tasks_of(grade_puzzles.module_path, TaskResultStatus.READY).exists():
        return
    if running.filter(started_at__gt=timezone.now() - GRADING_DEAD_AFTER).exists():
        return
    if grading.is_work_left():
        grade_puzzles.enqueue()


def wake_reviews() -> None:
    """Enqueue reviewing, unless it is waiting already; what was reviewed before comes behind all else."""
    task = review_attempts
    if not Attempt.objects.to_review().filter(reviewer=0).exists():
        task = review_attempts.using(priority=GRADING_PRIORITY, queue_name=LATER_QUEUE)
    waiting = tasks_of(review_attempts.module_path, TaskResultStatus.READY)
    if not waiting.filter(queue_name=task.queue_name).exists():
        task.enqueue()


def wake_searches() -> None:
    """Enqueue unfinished searches for steps that no worker holds and no task names yet.

    Paths are enqueued one at a time, first the one with the fewest slices: each gets its share, and a file
    waits for one slice of a path, not for one of each.
    """
    waiting = tasks_of(find_steps.module_path, TaskResultStatus.READY)
    named = {arguments["args"][0] for arguments in waiting.values_list("args_kwargs", flat=True)}
    unattended = StepSearch.objects.unattended().exclude(pk__in=named)
    for search_id in unattended.filter(is_path=False).order_by("pk").values_list("pk", flat=True):
        find_steps.enqueue(search_id)
    path = unattended.filter(is_path=True).order_by("slices", "pk").first()
    if path and not StepSearch.objects.filter(pk__in=named, is_path=True).exists():
        find_steps.using(priority=IMPORT_PRIORITY, queue_name=DEFAULT_TASK_QUEUE_NAME).enqueue(path.pk)


def tasks_of(path: str, status: TaskResultStatus) -> QuerySet[DBTaskResult]:
    """The tasks of a kind that are in this state."""
    return DBTaskResult.objects.filter(status=status, task_path=path)


def sweep() -> None:
    """Collect exams whose time is up, pick up what a killed worker left, forget tasks that are over."""
    end_overdue()
    wake_imports()
    wake_generations()
    wake_grading()
    hints.forget_searches()
    wake_searches()
    if Attempt.objects.to_review().exists():
        wake_reviews()
    purge_old_rows()
    purge_daily(after_days=settings.RETENTION_DAYS)
    now = timezone.now()
    tasks = DBTaskResult.objects
    tasks.successful().filter(finished_at__lt=now - KEPT_FOR).delete()
    tasks.failed().filter(finished_at__lt=now - FAILED_KEPT_FOR).delete()
    sliced = (import_puzzles, generate_puzzles, grade_puzzles, review_attempts, find_steps)
    tasks.running().filter(
        task_path__in=[each.module_path for each in sliced], started_at__lt=now - DEAD_AFTER
    ).delete()
