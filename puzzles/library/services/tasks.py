"""The library's background tasks: imports, new grids, grading; and the services that start them."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from puzzles.engine.files import SAMPLE_FILE

from ..models import Collection, PuzzleGeneration, PuzzleImport
from . import difficulty
from .collections import NewCollection, open_collection
from .generation import continue_generation, order_puzzles
from .import_jobs import continue_import
from .task_queues import (
    GENERATION_PRIORITY,
    GRADING_PRIORITY,
    IMPORT_PRIORITY,
    LATER_QUEUE,
    tasks_in,
    waiting_for,
)
from .uploads import ByteSource, store_upload

# After this many tries a kind is rare, and its order goes to the last queue.
LONG_TRIES = 2_000
# Grading has no lease: a slice that runs for longer has lost its worker.
GRADING_DEAD_AFTER = timedelta(seconds=30)


@task(priority=IMPORT_PRIORITY)
def import_puzzles(import_id: int) -> None:
    """Import a slice of an uploaded file, and enqueue the next one."""
    continue_import(import_id=import_id, is_awaited=are_others_waiting)
    wake_imports()
    wake_grading()


def are_others_waiting() -> bool:
    """Whether a task at least as urgent as an import waits."""
    return DBTaskResult.objects.ready().filter(priority__gte=IMPORT_PRIORITY).exists()


@task(priority=GENERATION_PRIORITY)
def generate_puzzles(generation_id: int) -> None:
    """Make new grids for some seconds, and enqueue the next slice."""
    if continue_generation(generation_id=generation_id):
        wake_generations()
        wake_grading()


@task(priority=GRADING_PRIORITY, queue_name=LATER_QUEUE)
def grade_puzzles() -> None:
    """Grade puzzles for some seconds, and enqueue the next slice if there are more."""
    difficulty.grade_slice()
    if difficulty.has_ungraded() and not tasks_in(TaskResultStatus.READY, grade_puzzles).exists():
        grade_puzzles.enqueue()


@transaction.atomic
def start_import(*, owner: User, file: ByteSource, file_name: str, collection: Collection) -> PuzzleImport:
    """Store a file and enqueue its import into a collection. Raises UploadError."""
    puzzle_import = store_upload(owner=owner, collection=collection, file=file, file_name=file_name)
    import_puzzles.enqueue(puzzle_import.pk)
    return puzzle_import


@transaction.atomic
def import_samples(*, owner: User) -> PuzzleImport:
    """Upload the sample grids, for everybody, as any file is uploaded; the worker's sweep finds them."""
    collection = open_collection(owner=owner, name=_("Sample grids"), audience=Collection.Audience.EVERYONE)
    with SAMPLE_FILE.open("rb") as stream:
        return store_upload(owner=owner, collection=collection, file=stream, file_name=SAMPLE_FILE.name)


@transaction.atomic
def begin_with_samples(*, teacher: User, **_signal: Any) -> None:
    """Import the sample grids for the first teacher of a new site."""
    import_puzzles.enqueue(import_samples(owner=teacher).pk)


@transaction.atomic
def start_imports(
    *, owner: User, files: Sequence[UploadedFile], collection: Collection | NewCollection
) -> list[PuzzleImport]:
    """Store files and enqueue their imports, all or none. Raises UploadError or CollectionNameError."""
    if isinstance(collection, NewCollection) and collection.name:
        collection = collection.open_for(owner=owner, file_name="")
    started = []
    for file in files:
        name = file.name or ""
        place = collection
        if isinstance(place, NewCollection):
            place = place.open_for(owner=owner, file_name=name)
        started.append(start_import(owner=owner, file=file, file_name=name, collection=place))
    return started


@transaction.atomic
def start_generation(
    *, owner: User, collection: Collection | NewCollection, kind: str = "", **wanted: Any
) -> PuzzleGeneration:
    """Order new grids (see `order_puzzles`); a new collection without a name is named after their kind.

    Raises GenerationError or CollectionNameError.
    """
    if isinstance(collection, NewCollection):
        collection = collection.open_for(owner=owner, file_name=kind)
    generation = order_puzzles(collection=collection, **wanted)
    generate_puzzles.enqueue(generation.pk)
    return generation


def wake_generations() -> None:
    """Enqueue every unfinished order that has neither a worker nor a task."""
    unattended = PuzzleGeneration.objects.unattended().order_by("pk")
    unattended = unattended.exclude(pk__in=waiting_for(generate_puzzles))
    for generation_id, tries in unattended.values_list("pk", "tries"):
        if tries < LONG_TRIES:
            generate_puzzles.enqueue(generation_id)
        else:
            generate_puzzles.using(priority=GRADING_PRIORITY, queue_name=LATER_QUEUE).enqueue(generation_id)


def wake_imports() -> None:
    """Enqueue every unfinished import that has neither a worker nor a task."""
    unattended = PuzzleImport.objects.unattended().exclude(pk__in=waiting_for(import_puzzles))
    for import_id in unattended.order_by("pk").values_list("pk", flat=True):
        import_puzzles.enqueue(import_id)


def wake_grading() -> None:
    """Enqueue grading if there is something to grade and no task for it."""
    running = tasks_in(TaskResultStatus.RUNNING, grade_puzzles)
    if tasks_in(TaskResultStatus.READY, grade_puzzles).exists():
        return
    if running.filter(started_at__gt=timezone.now() - GRADING_DEAD_AFTER).exists():
        return
    if difficulty.is_grading_left():
        grade_puzzles.enqueue()
