"""The cast, the ways into the site, and the browser that all tests share."""

import gc
import os
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, transaction
from django.test import Client, TransactionTestCase
from django.utils import translation
from playwright.sync_api import expect

from accounts.models import Classroom, Membership, User
from accounts.services import card_codes, login_codes, logins
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.creation import create_assignment, hand_out
from puzzles.assignments.services.questions import Question
from puzzles.assignments.services.sources import Source
from puzzles.course.models import PredictionRound
from puzzles.engine import Position, search
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle
from puzzles.library.services.policies import EXAM, policy_with
from puzzles.play.game import marks_to_text
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.play import PACE
from tests.lengths import IS_LONG

# Playwright keeps an event loop in the test's thread, where Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A machine with much to do may be slow, and nothing is wrong with that. What comes sooner is not waited for.
expect.set_options(timeout=20_000)

# Ten thousand tests are objects that nobody frees. To look for others after every 700 new ones made the tests
# a tenth longer.
gc.set_threshold(20_000, 10, 10)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One process of tests more than there are processors for us: many wait for a browser or real time."""
    processors = yield
    return processors + 1


def pytest_collection_finish() -> None:
    """Look no more for what to free among the tests themselves."""
    gc.collect()
    gc.freeze()


# A busy machine may take its time over one example, and no law is broken by that. The examples are the same
# each time, so that nothing fails by chance; `LONG_TESTS=1` looks for others, as many as hypothesis does by
# itself.
hypothesis.settings.register_profile(
    "patient",
    deadline=None,
    max_examples=100 if IS_LONG else 40,
    derandomize=not IS_LONG,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("patient")

# The headless shell draws as Chromium does, and has no windows around its pages: half the work.
CHROMIUM_NAMES = [
    *filter(None, [os.environ.get("CHROMIUM")]),
    *["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
]
# The first two are pages of the address bar, which nobody sees here: they cost each window more than the site
# does. Chromium heeds the last such list only, so Playwright's own is said again.
UNWANTED_FEATURES = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    f"--disable-features={','.join(UNWANTED_FEATURES)}",
    "--host-resolver-rules=MAP school.test 127.0.0.1",
]
PASSWORD = "a grid of nine"

# The kinds of rows and the permissions are the same for all tests, and servers beside a test remember their
# numbers.
TABLES_THAT_STAY = {"django_content_type", "auth_permission"}


@pytest.fixture(scope="session", autouse=True)
def _quick_emptying() -> Iterator[None]:
    """After a test with transactions of its own, empty the tables and do no more.

    Django also makes the kinds of rows and all permissions anew: 25 ms where half a millisecond will do.
    """

    def empty_tables(test: Any) -> None:
        for alias in test._databases_names(include_mirrors=False):
            database = connections[alias]
            names = database.introspection.django_table_names(only_existing=True, include_views=False)
            tables = [name for name in names if name not in TABLES_THAT_STAY]
            database.ops.execute_sql_flush(database.ops.sql_flush(no_style(), tables))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """What a test asks for outside a request is told in English, whatever a request before left behind.

    A request takes its language from its visitor, so a test of pages says which it reads.
    """
    with translation.override("en"):
        yield


# The cast: a teacher with two students, and another teacher with one, who is a stranger to them.


@pytest.fixture(autouse=True)
def _rested() -> None:
    """What a process remembers of rates begins anew: tests have the same people and addresses."""
    for bucket in (
        logins.FIRST_ATTEMPTS,
        login_codes.FIRST_ATTEMPTS,
        card_codes.ATTEMPTS,
        card_codes.LOGGED_REFUSALS,
        PACE,
    ):
        bucket.clear()


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for grids made at random, however busy the machine is; tests of the limits set their own."""
    monkeypatch.setattr("puzzles.play.services.own_grids.MAKING_SECONDS", 60)
    monkeypatch.setattr("puzzles.assignments.services.renewal.RENEWING_SECONDS", 60)


def account(username: str, role: User.Role, **fields: Any) -> User:
    """An account of the cast; everybody's password is the fixture `password`."""
    return User.objects.create_user(username, PASSWORD, role=role, **fields)


@pytest.fixture
def password() -> str:
    """The password of everybody in the cast."""
    return PASSWORD


@pytest.fixture
def teacher(db: None) -> User:
    return account("mme.martin", User.Role.TEACHER)


@pytest.fixture
def classroom(teacher: User) -> Classroom:
    """The teacher's class."""
    classroom = Classroom.objects.create(name="6e B")
    classroom.teachers.add(teacher)
    return classroom


@pytest.fixture
def student(classroom: Classroom) -> User:
    """A student of the teacher."""
    return enrolled("lea", classroom, "PETIT Léa")


@pytest.fixture
def classmate(classroom: Classroom) -> User:
    """Another student of the same teacher."""
    return enrolled("tom", classroom, "ROUX Tom")


@pytest.fixture
def other_teacher(db: None) -> User:
    return account("m.durand", User.Role.TEACHER)


@pytest.fixture
def stranger(other_teacher: User) -> User:
    """A student of the other teacher."""
    classroom = Classroom.objects.create(name="5e A")
    classroom.teachers.add(other_teacher)
    return enrolled("zoe", classroom, "BLANC Zoé")


@pytest.fixture
def administrator(db: None) -> User:
    return User.objects.create_superuser("admin", PASSWORD)


def enrolled(username: str, classroom: Classroom, real_name: str) -> User:
    """A student account with its place in a class."""
    student = account(username, User.Role.STUDENT)
    Membership.objects.create(classroom=classroom, student=student, real_name=real_name)
    return student


# A grid to play


@pytest.fixture
def puzzle(db: None) -> Puzzle:
    """The grid of the course's fourth worksheet; the simple method solves it."""
    return Puzzle.objects.create(
        givens="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        clue_count=30,
        solution_count=1,
        solution="534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        solving_class=Puzzle.SolvingClass.SIMPLE,
    )


@pytest.fixture
def attempt_of(puzzle: Puzzle) -> Callable[..., Attempt]:
    """`attempt_of(user, digits=..., **rules of help)`: this user's open attempt on the fixture `puzzle`."""

    def start(user: User, digits: str = "", **rules: Any) -> Attempt:
        policy, _created = HelpPolicy.objects.get_or_create(**rules)
        return Attempt.objects.create(
            player=user, puzzle=puzzle, policy=policy, digits=digits or puzzle.givens
        )

    return start


@pytest.fixture
def attempt_at(db: None) -> Callable[..., Attempt]:
    """`attempt_at(position, user, **rules)`: this user's attempt that stands there, notes and all."""

    def start(position: Position, user: User, **rules: Any) -> Attempt:
        givens = position.puzzle.to_line()
        solution = search(position.board).solution
        assert solution is not None
        puzzle = Puzzle.objects.create(
            givens=givens,
            clue_count=81 - givens.count("."),
            solution_count=1,
            solution=solution.to_line(),
            solving_class=Puzzle.SolvingClass.HARDER,
        )
        policy, _created = HelpPolicy.objects.get_or_create(**rules)
        return Attempt.objects.create(
            player=user,
            puzzle=puzzle,
            policy=policy,
            digits=position.board.to_line(),
            marks=marks_to_text(position.masks),
        )

    return start


@pytest.fixture
def assignment_of(teacher: User, classroom: Classroom, puzzle: Puzzle) -> Callable[..., Assignment]:
    """`assignment_of(puzzles, is_exam=, is_draft=, dates and other fields, rules={...})`: work for the class.

    Without puzzles it is the fixture `puzzle`. It is handed out at once to those who are in the class by
    then: name the students in the test before. `rules` are rules of help; an exam has none.
    """

    def make(
        puzzles: Iterable[Puzzle] = (), *, is_exam: bool = False, is_draft: bool = False, **fields: Any
    ) -> Assignment:
        rules = EXAM if is_exam else fields.pop("rules", {})
        given = {"author": teacher, "classroom": classroom, "name": "Monday's grids"} | fields
        source = Source(puzzles=tuple(each.pk for each in puzzles) or (puzzle.pk,))
        draft = create_assignment(source=source, policy=policy_with(**rules), **given)
        return draft if is_draft else hand_out(assignment=draft)

    return make


QUESTIONS: list[dict[str, Any]] = [
    {"kind": "choice", "text": "How many rows?", "choices": ["8", "9", "10"], "right": ["1"]},
    {"kind": "choice", "text": "Which are houses?", "choices": ["row", "cell", "box"], "right": ["0", "2"]},
    {
        "kind": "number",
        "text": "How many peers has a cell?",
        "right": ["20"],
        "explanation": "8 + 8 + 4, counted once.",
    },
    {"kind": "text", "text": "The wing with three cells?", "right": ["XY-Wing", "aile XY"]},
    {"kind": "text", "text": "Why is a naked pair sound?"},
]


@pytest.fixture
def questions_of(teacher: User, classroom: Classroom) -> Callable[..., Assignment]:
    """`questions_of(count, is_draft=, fields)`: the first of QUESTIONS, handed out to those in the class."""

    def make(count: int = 5, *, is_draft: bool = False, **fields: Any) -> Assignment:
        given = {
            "name": "Rows and boxes",
            "questions": [Question(**each).to_json() for each in QUESTIONS[:count]],
        }
        draft = create_assignment(
            author=teacher, classroom=classroom, source=Source(), policy=policy_with(), **given | fields
        )
        return draft if is_draft else hand_out(assignment=draft)

    return make


@pytest.fixture
def round_of() -> Callable[..., PredictionRound]:
    """`round_of(assignment, student, asked, **fields)`: the student's round on an assignment's only run."""

    def make(assignment: Assignment, student: User, asked: int, **fields: Any) -> PredictionRound:
        assigned_puzzle = assignment.assignees.get(student=student).assigned_puzzles.get()
        usual = {"token": f"assigned_puzzle-{assigned_puzzle.pk}", "wanted": assignment.predictions}
        run = {
            "algorithm": assignment.algorithm,
            "grid": assigned_puzzle.puzzle.givens,
            "assigned_puzzle": assigned_puzzle,
        }
        return PredictionRound.objects.create(player=student, asked=asked, **run, **{**usual, **fields})

    return make


@pytest.fixture
def exam(student: User, assignment_of: Callable[..., Assignment]) -> Assignment:
    """An exam of thirty minutes on the fixture `puzzle`, given to the student."""
    return assignment_of(is_exam=True, minutes=30)


@pytest.fixture
def exam_attempt(exam: Assignment, student: User) -> Attempt:
    """The student's grid of the exam, right but for one empty cell, r1c3."""
    begin(student=student, assignment_id=exam.pk)
    attempt = open_grid(student=student, assignment_id=exam.pk, position=1)
    solution = attempt.puzzle.solution
    attempt.digits = f"{solution[:2]}.{solution[3:]}"
    attempt.save(update_fields=["digits"])
    return attempt


@pytest.fixture
def collection_of(db: None) -> Callable[..., Collection]:
    """`collection_of(owner, grids, **fields)`: a collection of made-up puzzles, one for each number given.

    A number stands for the same puzzle in every collection. No solver has seen these puzzles: they are for
    tests that only hand grids out and list them.
    """

    def make(owner: User, grids: Iterable[int], **fields: Any) -> Collection:
        wanted = {made_up_givens(grid): grid for grid in grids}
        made_up = {"clue_count": 6, "solution_count": 1, "solving_class": "singles"}
        Puzzle.objects.bulk_create(
            (
                Puzzle(givens=givens, solution=givens.replace(".", "1"), canonical_key=grid, **made_up)
                for givens, grid in wanted.items()
            ),
            ignore_conflicts=True,
        )
        puzzles = Puzzle.objects.filter(givens__in=wanted)
        fields = {
            "name": "Warm-up",
            "audience": Collection.Audience.EVERYONE,
            "entry_count": len(wanted),
            "drawable_count": len(wanted),
        } | fields
        policy, _created = HelpPolicy.objects.get_or_create(**fields.pop("rules", {}))
        collection = Collection.objects.create(owner=owner, policy=policy, **fields)
        Entry.objects.bulk_create(
            Entry(collection=collection, puzzle=puzzle, number=place, line=place, position=place)
            for place, puzzle in enumerate(sorted(puzzles, key=lambda puzzle: wanted[puzzle.givens]), 1)
        )
        return collection

    return make


def made_up_givens(grid: int) -> str:
    """Givens that are different for each number up to 9 ** 6: the number in base 9."""
    return "".join(str(grid // 9**place % 9 + 1) for place in range(6)) + "." * 75


# Ways into the site


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """`client_of(user)`: a test client that this user is logged in to."""

    def make(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return make


@pytest.fixture
def commits_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The transaction of a test is never committed: what waits for that is done at once."""
    monkeypatch.setattr(transaction, "on_commit", lambda act, **_options: act())


@pytest.fixture
def run_tasks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`run_tasks()`: do all that waits for the background worker, here and now; `run_tasks(until=...)` ends
    as soon as that is answered with yes, between two tasks.

    The worker's signal handlers stay away, and so does its closing of connections, which would end the
    transaction that a test runs in.
    """
    worker = "django_tasks_db.management.commands.db_worker"
    monkeypatch.setattr(f"{worker}.Worker.configure_signals", lambda _: None)
    monkeypatch.setattr(f"{worker}.close_old_connections", lambda: None)

    def run_worker(**how_long: Any) -> None:
        call_command(
            "db_worker",
            queue_name="*",
            interval=0,
            startup_delay=False,
            reload=False,
            verbosity=0,
            **how_long,
        )

    def run(until: Callable[[], bool] | None = None) -> None:
        if until is None:
            run_worker(batch=True)
            return
        while not until():
            run_worker(batch=True, max_tasks=1)

    return run


# The browser


def chromium_path() -> str | None:
    """Where Chromium is installed; None when it is not."""
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium, kept from calling anywhere. One is started per test process."""
    path = chromium_path()
    if path is None:
        pytest.skip("Chromium is not installed (make browser)")
    return {**browser_type_launch_args, "executable_path": path, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A French browser in Paris, on a screen of a usual size."""
    return {
        **browser_context_args,
        "locale": "fr-FR",
        "timezone_id": "Europe/Paris",
        "viewport": {"width": 1280, "height": 900},
    }


@pytest.fixture
def page_of(new_context: Any, live_server: Any, client_of: Callable[[User], Client]) -> Callable[..., Any]:
    """`page_of(user, **context_options)`: a page of a new browser window in which this user is logged in.

    Addresses are relative to the live server: `page.goto("/")`. With user None nobody is logged in. The
    browser is French; `language="en"` is somebody who has switched the site to English. Its service worker
    would ask for things by itself, which routes do not see: there is one with `is_app=True`.
    """

    def make(user: User | None, *, language: str = "", is_app: bool = False, **options: Any) -> Any:
        base_url = options.pop("base_url", live_server.url)
        context = new_context(base_url=base_url, **options)
        if not is_app:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        if language:
            chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": base_url}
            context.add_cookies([chosen])
        if user is not None:
            session = client_of(user).cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": base_url, "httpOnly": True}]
            )
        return context.new_page()

    return make
