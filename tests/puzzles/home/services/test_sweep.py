"""What waits for the worker, and who finds what a killed worker left."""

import io
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import release_exam, stop_and_collect
from puzzles.engine.techniques import example_of
from puzzles.home.services.sweep import sweep
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, Puzzle, PuzzleGeneration, PuzzleImport
from puzzles.library.services import difficulty, import_jobs
from puzzles.library.services.task_queues import (
    GRADING_PRIORITY,
    HINT_PRIORITY,
    IMPORT_PRIORITY,
    LATER_QUEUE,
)
from puzzles.library.services.tasks import (
    LONG_TRIES,
    are_others_waiting,
    generate_puzzles,
    grade_puzzles,
    import_puzzles,
    start_generation,
    start_import,
    start_imports,
    wake_generations,
    wake_imports,
)
from puzzles.play.models import Attempt, StepSearch
from puzzles.play.services import hints, review
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.hints.step_search import find_steps, key_of, search_fields, wake_searches
from puzzles.play.services.review import review_attempts, wake_reviews

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(teacher, grids) -> PuzzleImport:
    """An import that was handed in with its task."""
    return start_import(
        owner=teacher,
        file=io.BytesIO("\n".join(grids[:20]).encode()),
        file_name="sudoku.txt",
        collection=library.open_collection(owner=teacher, name="sudoku"),
    )


def waiting_tasks() -> list[list[int]]:
    ready = DBTaskResult.objects.filter(status=TaskResultStatus.READY).order_by("enqueued_at")
    return [arguments["args"] for arguments in ready.values_list("args_kwargs", flat=True)]


def test_a_task_knows_no_more_than_the_key_of_its_import(begun) -> None:
    assert DBTaskResult.objects.get().args_kwargs == {"args": [begun.pk], "kwargs": {}}


def test_the_worker_takes_in_what_was_handed_in(begun, run_tasks) -> None:
    run_tasks()
    begun.refresh_from_db()
    assert (begun.state, begun.accepted) == (PuzzleImport.State.DONE, 20)
    assert waiting_tasks() == []


def test_a_slice_asks_for_the_next_one(begun, run_tasks, monkeypatch) -> None:
    monkeypatch.setattr(import_jobs, "FIRST_BATCH_BYTES", 100)
    monkeypatch.setattr(import_jobs.BatchSource, "adapt", lambda self, *taken: None)
    monkeypatch.setitem(import_jobs.continue_import.__kwdefaults__, "seconds", 0)
    monkeypatch.setattr(import_jobs, "MAX_SLICE_SECONDS", 0)
    run_tasks()
    begun.refresh_from_db()
    assert begun.state == PuzzleImport.State.DONE
    slices = DBTaskResult.objects.successful().filter(task_path=import_puzzles.module_path)
    assert slices.count() == begun.batches > 10


def test_an_import_makes_way_for_other_files_and_hints_and_not_for_grades(begun) -> None:
    assert are_others_waiting()
    DBTaskResult.objects.all().delete()
    grade_puzzles.enqueue()
    assert not are_others_waiting()
    find_steps.enqueue(1)
    assert are_others_waiting()


def test_the_sweep_finds_an_import_without_a_task_once(begun) -> None:
    DBTaskResult.objects.all().delete()
    sweep()
    sweep()
    assert waiting_tasks() == [[begun.pk]]


def test_the_sweep_finds_what_a_killed_worker_left(begun, run_tasks) -> None:
    DBTaskResult.objects.get().claim("a worker that is killed now")
    import_jobs.claim_import(begun.pk)
    sweep()
    assert waiting_tasks() == []
    PuzzleImport.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    sweep()
    assert waiting_tasks() == [[begun.pk]]
    run_tasks()
    begun.refresh_from_db()
    assert (begun.state, begun.accepted, Entry.objects.count()) == (PuzzleImport.State.DONE, 20, 20)


def test_the_next_file_of_a_collection_follows_by_itself(begun, teacher, grids, run_tasks) -> None:
    second = start_import(
        owner=teacher,
        file=io.BytesIO("\n".join(grids[20:30]).encode()),
        file_name="more.txt",
        collection=begun.collection,
    )
    run_tasks()
    second.refresh_from_db()
    assert (second.state, second.number_offset, second.accepted) == (PuzzleImport.State.DONE, 20, 10)


def test_the_sweep_forgets_tasks_that_are_over(begun) -> None:
    now = timezone.now()
    task = DBTaskResult.objects.get()
    old = {
        TaskResultStatus.SUCCESSFUL: {"finished_at": now - timedelta(days=2)},
        TaskResultStatus.FAILED: {"finished_at": now - timedelta(days=15)},
        TaskResultStatus.RUNNING: {"started_at": now - timedelta(minutes=11)},
    }
    for status, times in old.items():
        for shift in (timedelta(0), timedelta(days=3)):
            task.pk = None
            task.status = status
            task.started_at = task.finished_at = now
            for name, time in times.items():
                setattr(task, name, time + shift)
            DBTaskResult.objects.bulk_create([DBTaskResult(**values_of(task))])
    assert DBTaskResult.objects.count() == 7
    sweep()
    assert DBTaskResult.objects.count() == 4


def values_of(task: DBTaskResult) -> dict:
    return {field.name: getattr(task, field.name) for field in task._meta.fields if not field.primary_key}


# Grading


def graded_count() -> int:
    return Puzzle.objects.filter(tier__isnull=False).count()


def test_imported_grids_are_graded_and_counted(begun, run_tasks) -> None:
    run_tasks()
    assert graded_count() == 20
    collection = Collection.objects.get()
    assert collection.graded_count == sum(collection.tier_counts.values()) == 20


def test_a_slice_of_grading_asks_for_the_next_one(begun, run_tasks, monkeypatch) -> None:
    monkeypatch.setattr(difficulty, "BATCH_PUZZLES", 3)
    monkeypatch.setitem(difficulty.grade_slice.__kwdefaults__, "seconds", 0)
    run_tasks()
    assert graded_count() == 20
    path = grade_puzzles.module_path
    assert DBTaskResult.objects.successful().filter(task_path=path).count() == 20


def test_files_come_before_grades(begun) -> None:
    library.continue_import(import_id=begun.pk)
    sweep()
    PuzzleImport.objects.update(state=PuzzleImport.State.WAITING, finished_at=None)
    sweep()
    ready = DBTaskResult.objects.ready().values_list("task_path", flat=True)
    assert list(ready) == [import_puzzles.module_path, grade_puzzles.module_path]


def test_the_sweep_asks_for_grades_once_and_not_while_a_worker_gives_them(begun, teacher) -> None:
    library.continue_import(import_id=begun.pk)
    DBTaskResult.objects.all().delete()
    sweep()
    sweep()
    grades = DBTaskResult.objects.filter(task_path=grade_puzzles.module_path)
    grades.get().claim("a worker that is killed now")
    sweep()
    assert grades.count() == 1
    grades.update(started_at=timezone.now() - timedelta(seconds=31))
    sweep()
    assert grades.filter(status=TaskResultStatus.READY).count() == 1


def test_the_sweep_asks_for_no_grades_when_all_are_given(begun, run_tasks) -> None:
    run_tasks()
    DBTaskResult.objects.all().delete()
    sweep()
    assert waiting_tasks() == []


# Reviews


@pytest.fixture
def finished(attempt_of, student) -> Attempt:
    """An attempt that has ended, of which nobody has told the worker."""
    attempt = attempt_of(student)
    hints.show_solution(player=student, attempt_id=attempt.pk)
    return attempt


def reviewing_tasks() -> int:
    return DBTaskResult.objects.ready().filter(task_path=review_attempts.module_path).count()


def test_the_sweep_has_finished_attempts_reviewed(finished, run_tasks) -> None:
    sweep()
    sweep()
    assert reviewing_tasks() == 1
    run_tasks()
    finished.refresh_from_db()
    assert finished.reviewed_at is not None
    sweep()
    assert reviewing_tasks() == 0


def test_repeated_reviews_are_queued_behind_everything_else(finished, run_tasks) -> None:
    run_tasks()
    Attempt.objects.update(reviewer=1)
    sweep()
    (waiting,) = DBTaskResult.objects.ready().filter(task_path=review_attempts.module_path)
    assert (waiting.queue_name, waiting.priority) == (LATER_QUEUE, GRADING_PRIORITY)
    Attempt.objects.update(reviewer=0)
    sweep()
    assert reviewing_tasks() == 2
    run_tasks()
    assert not Attempt.objects.to_review().exists()


def test_a_slice_of_reviews_asks_for_the_next(finished, run_tasks, monkeypatch) -> None:
    monkeypatch.setitem(review.review_slice.__kwdefaults__, "seconds", 0)
    wake_reviews()
    (waiting,) = DBTaskResult.objects.ready().filter(task_path=review_attempts.module_path)
    waiting.claim("this test")
    review_attempts.func()
    assert reviewing_tasks() == 1


def test_the_worker_is_notified_when_an_attempt_ends(
    attempt_of, student, client_of, django_capture_on_commit_callbacks
) -> None:
    attempt = attempt_of(student)
    client = client_of(student)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/play/{attempt.pk}/hint/", {"version": 0})
    assert reviewing_tasks() == 0
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/play/{attempt.pk}/solution/", {"version": 1})
    assert reviewing_tasks() == 1


def test_the_worker_is_notified_when_the_last_digit_is_placed(
    attempt_of, student, client_of, puzzle, django_capture_on_commit_callbacks
) -> None:
    attempt = attempt_of(student, digits=puzzle.solution[:2] + "." + puzzle.solution[3:])
    address, data = f"/play/{attempt.pk}/moves/", {"client": "a" * 16, "version": 0}
    client = client_of(student)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address, data | {"ops": f"1 1.2.d.{puzzle.solution[2]}"})
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SOLVED
    assert reviewing_tasks() == 1


# Several files


def test_several_files_come_in_all_or_none(teacher, grids) -> None:
    files = [
        SimpleUploadedFile("a.txt", grids[0].encode()),
        SimpleUploadedFile("b.txt", b"\x89PNG\r\n\x1a\n"),
    ]
    wanted = library.NewCollection(name="", audience="everyone", rules={})
    with pytest.raises(library.UploadError):
        start_imports(owner=teacher, files=files, collection=wanted)
    assert not Collection.objects.exists()
    assert not DBTaskResult.objects.exists()


@pytest.mark.parametrize(("name", "collections"), [("", ["a", "b"]), ("Easter", ["Easter"])])
def test_files_without_a_name_for_their_collection_open_one_each(teacher, grids, name, collections) -> None:
    files = [SimpleUploadedFile(f"{file}.txt", grids[0].encode()) for file in "ab"]
    wanted = library.NewCollection(name=name, audience="everyone", rules={})
    start_imports(owner=teacher, files=files, collection=wanted)
    assert list(Collection.objects.order_by("name").values_list("name", flat=True)) == collections
    assert PuzzleImport.objects.count() == 2


# New grids


@pytest.fixture
def ordered(teacher) -> PuzzleGeneration:
    """An order of new grids for a new collection, with its task."""
    wanted = library.NewCollection(name="New", audience="everyone", rules={})
    return start_generation(owner=teacher, collection=wanted, count=5, seed="s")


def test_the_worker_makes_what_was_ordered_slice_by_slice(ordered, run_tasks, monkeypatch) -> None:
    monkeypatch.setitem(library.continue_generation.__kwdefaults__, "seconds", 0)
    run_tasks()
    ordered.refresh_from_db()
    assert (ordered.state, ordered.made) == (PuzzleGeneration.State.DONE, 5)
    collection = ordered.collection
    assert (collection.graded_count, sum(collection.tier_counts.values())) == (5, 5)
    path = generate_puzzles.module_path
    assert DBTaskResult.objects.successful().filter(task_path=path).count() == 5
    assert waiting_tasks() == []


def test_the_sweep_finds_an_order_that_a_killed_worker_left(ordered, run_tasks) -> None:
    DBTaskResult.objects.get().claim("a worker that is killed now")
    PuzzleGeneration.objects.update(lease_until=timezone.now() + timedelta(seconds=9))
    sweep()
    assert waiting_tasks() == []
    PuzzleGeneration.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    sweep()
    sweep()
    assert waiting_tasks() == [[ordered.pk]]
    run_tasks()
    assert Entry.objects.count() == 5


def test_an_order_of_a_rare_kind_comes_after_files(ordered) -> None:
    DBTaskResult.objects.all().delete()
    PuzzleGeneration.objects.update(tries=LONG_TRIES)
    wake_generations()
    order = DBTaskResult.objects.get()
    assert (order.priority, order.queue_name) == (GRADING_PRIORITY, LATER_QUEUE)


def test_an_order_that_is_refused_leaves_no_collection(ordered, teacher) -> None:
    for _time in range(2):
        start_generation(owner=teacher, collection=ordered.collection, count=1)
    wanted = library.NewCollection(name="Refused", audience="everyone", rules={})
    with pytest.raises(library.GenerationError):
        start_generation(owner=teacher, collection=wanted, count=1)
    assert not Collection.objects.filter(name="Refused").exists()


def test_the_sweep_collects_exams_whose_time_is_up(student, assignment_of) -> None:
    exam = assignment_of(is_exam=True, minutes=20)
    begin(student=student, assignment_id=exam.pk)
    attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
    sweep()
    attempt.refresh_from_db()
    assert attempt.is_open
    exam.assignees.update(began_at=timezone.now() - timedelta(minutes=21))
    sweep()
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.HANDED_IN


def test_an_exam_is_reviewed_once_its_results_are_released(student, assignment_of) -> None:
    exam = assignment_of(is_exam=True)
    begin(student=student, assignment_id=exam.pk)
    open_grid(student=student, assignment_id=exam.pk, position=1)
    stop_and_collect(exam)
    assert not Attempt.objects.to_review().exists()
    exam.refresh_from_db()
    release_exam(assignment=exam)
    assert Attempt.objects.to_review().exists()


# Searches for steps

SLICES = [("worked on", 5), ("just begun", 1)]


@pytest.fixture
def waiting_search() -> StepSearch:
    position = example_of("nested_trial").position
    return StepSearch.objects.create(key=key_of(position, None), **search_fields(position, None))


def test_the_worker_finds_the_step_of_a_search(waiting_search, run_tasks) -> None:
    wake_searches()
    wake_searches()
    assert waiting_tasks() == [[waiting_search.pk]]
    run_tasks()
    waiting_search.refresh_from_db()
    assert [step["technique"] for step in waiting_search.steps] == ["nested_trial"]
    assert waiting_search.found_at is not None


def test_a_search_that_is_running_or_over_is_not_queued_again(waiting_search) -> None:
    StepSearch.objects.update(lease_until=timezone.now() + StepSearch.LEASE)
    wake_searches()
    StepSearch.objects.update(lease_until=None, found_at=timezone.now())
    wake_searches()
    assert waiting_tasks() == []


def test_a_hint_is_most_urgent_and_grades_are_least(begun, waiting_search) -> None:
    library.continue_import(import_id=begun.pk)
    sweep()
    ready = DBTaskResult.objects.ready().values_list("task_path", "queue_name")
    hint, file, grades = settings.TASKS["default"]["QUEUES"]
    assert dict(ready) == {
        find_steps.module_path: hint,
        import_puzzles.module_path: file,
        grade_puzzles.module_path: grades,
    }


def test_searches_for_hints_come_before_those_for_paths(waiting_search) -> None:
    start = example_of("trial").position
    StepSearch.objects.create(
        key=key_of(start, None, is_path=True), **search_fields(start, None, is_path=True)
    )
    sweep()
    found = DBTaskResult.objects.filter(task_path=find_steps.module_path).order_by("-priority")
    first, second = found
    assert (first.args_kwargs["args"], first.priority) == ([waiting_search.pk], HINT_PRIORITY)
    # A path is no more urgent than a file, or files would wait for all paths to their end.
    assert second.priority == IMPORT_PRIORITY
    assert [first.queue_name, second.queue_name] == settings.TASKS["default"]["QUEUES"][:2]


def test_paths_are_enqueued_one_at_a_time_the_least_worked_on_first(begun) -> None:
    start = example_of("trial").position
    fields = search_fields(start, None, is_path=True)
    older, newer = [StepSearch.objects.create(key=name, slices=slices, **fields) for name, slices in SLICES]
    wake_imports()
    for _again in range(2):
        wake_searches()
    assert waiting_tasks()[1:] == [[newer.pk]]
    DBTaskResult.objects.filter(task_path=find_steps.module_path).delete()
    StepSearch.objects.filter(pk=newer.pk).update(slices=9)
    wake_searches()
    assert waiting_tasks()[1:] == [[older.pk]]
    # The file was there first, and is taken first.
    ready = DBTaskResult.objects.ready().filter(queue_name="default").values_list("task_path", flat=True)
    assert list(ready) == [import_puzzles.module_path, find_steps.module_path]


def test_a_path_goes_on_slice_by_slice(run_tasks, monkeypatch) -> None:
    start = example_of("trial").position
    path = StepSearch.objects.create(
        key=key_of(start, None, is_path=True), **search_fields(start, None, is_path=True)
    )
    monkeypatch.setitem(hints.continue_search.__kwdefaults__, "seconds", 0)
    wake_searches()
    run_tasks()
    path.refresh_from_db()
    assert path.found_at is not None
    slices = DBTaskResult.objects.successful().filter(task_path=find_steps.module_path)
    assert slices.count() == len(path.steps) > 5
