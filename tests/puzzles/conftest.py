"""The grids of the course, grids as files bring them, and the way they come in."""

import io
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import create_assignment, hand_out
from puzzles.assignments.services.sources import Source
from puzzles.assignments.services.submissions import submit
from puzzles.course.models import ReferenceRule, Submission
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.engine.techniques import example_of
from puzzles.library import services as library
from puzzles.library.models import Collection, PuzzleImport
from puzzles.library.services.policies import policy_with
from puzzles.training.models import TrainingPosition
from puzzles.training.services.bank import disguised

SAMPLES = Path(__file__).parents[2] / "puzzles" / "samples" / "sudoku.txt"


@dataclass(frozen=True)
class CourseGrid:
    """A grid of the worksheets: name, givens, solution, and how many cells the simple method leaves empty."""

    name: str
    line: str
    solution: str
    left_by_simple: int


COURSE_GRIDS = [
    CourseGrid(
        "insa line",
        "790304108000006000000080059030000497000000000217000030470010000000700000302609071",
        "795324168821956743643187259538261497964573812217498635479815326156732984382649571",
        53,
    ),
    CourseGrid(
        "insa figure 1",
        ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6.",
        "426571398857293146139468275971385624543726819682149753794632581265814937318957462",
        50,
    ),
    CourseGrid(
        "insa figure 2",
        "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
        "984236715265197483137854692758429136491673258326581974849765321672318549513942867",
        0,
    ),
    CourseGrid(
        "td iteratif",
        "000120000700000502200047009840500201000000000507006084100380005903000007000052000",
        "639125478714938562285647139846573291321894756597216384172389645953461827468752913",
        53,
    ),
    CourseGrid(
        "tutoriel",
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        0,
    ),
    CourseGrid(
        "mini-projet",
        "010078000080040900005600010100060005040915072067080400000300100070890023000004000",
        "916578234783142956425639718192467385348915672567283491859326147674891523231754869",
        35,
    ),
]


@pytest.fixture
def tab(client_of: Callable[[User], Client], student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture(params=COURSE_GRIDS, ids=lambda grid: grid.name)
def course_grid(request: pytest.FixtureRequest) -> CourseGrid:
    """Each grid of the worksheets in turn."""
    return request.param


@pytest.fixture
def course_grids() -> dict[str, CourseGrid]:
    """The grids of the worksheets by name, in the order of the worksheets."""
    return {grid.name: grid for grid in COURSE_GRIDS}


@pytest.fixture(scope="session")
def grids() -> list[str]:
    """Grids with exactly one solution, `.` for an empty cell."""
    lines = SAMPLES.read_text().splitlines()
    return [line.replace("0", ".") for line in lines if len(line) == 81]


@pytest.fixture
def empty_grid() -> str:
    """A grid with more solutions than anybody has counted one by one."""
    return "." * 81


@pytest.fixture
def dead_grid() -> str:
    """A grid without a repeated digit and without a solution: r1c9 needs the 9 that stands below it."""
    return "12345678." + "." * 35 + "9" + "." * 36


@pytest.fixture
def bring_in(teacher: User) -> Callable[..., PuzzleImport]:
    """`bring_in(lines or bytes, collection=, owner=, name=)`: the finished import of a file."""

    def run(
        content: Iterable[str] | bytes,
        *,
        collection: Collection | None = None,
        owner: User = teacher,
        name: str = "sudoku",
    ) -> PuzzleImport:
        data = content if isinstance(content, bytes) else "".join(f"{line}\n" for line in content).encode()
        place = collection or library.open_collection(owner=owner, name=name)
        begun = library.store_upload(
            owner=owner, collection=place, file=io.BytesIO(data), file_name=f"{name}.txt"
        )
        while not begun.is_finished:
            assert library.continue_import(import_id=begun.pk)
            begun.refresh_from_db()
        return begun

    return run


# Exercises for the cast: an assignment of the fifth worksheet, and programs for it

PROGRAM = "def bloc(S, i, j):\n    return []\n"


@pytest.fixture
def x_wings(db: None) -> list[TrainingPosition]:
    """Four positions in which an X-Wing is the easiest step: the example and disguises of it."""
    example = example_of("x_wing").position
    positions = [example, *(disguised(example, random.Random(seed)) for seed in range(3))]
    rows = [TrainingPosition.of(each, "x_wing", TrainingPosition.Origin.EXAMPLE) for each in positions]
    return TrainingPosition.objects.bulk_create(rows)


@pytest.fixture
def drills_of(
    teacher: User, classroom: Classroom, x_wings: list[TrainingPosition]
) -> Callable[..., Assignment]:
    """`drills_of(count, is_draft=, fields)`: X-Wings to find, handed out to those in the class by then."""

    def make(count: int = 3, *, is_draft: bool = False, **fields: Any) -> Assignment:
        given = {"name": "X-Wing", "technique": "x_wing", "positions": [row.pk for row in x_wings[:count]]}
        draft = create_assignment(
            author=teacher, classroom=classroom, source=Source(), policy=policy_with(), **given | fields
        )
        return draft if is_draft else hand_out(assignment=draft)

    return make


@pytest.fixture
def exercises_of(teacher: User, classroom: Classroom) -> Callable[..., Assignment]:
    """`exercises_of(*keys, is_draft=, fields...)`: an assignment of the fifth worksheet for the class.

    It is handed out at once to those who are in the class by then: name the students in the test before.
    """

    def make(*keys: str, is_draft: bool = False, **fields: Any) -> Assignment:
        given = {
            "author": teacher,
            "classroom": classroom,
            "name": "Monday's functions",
            "worksheet": "mini_projet",
            "exercises": list(keys or ("bloc", "possibles")),
            **fields,
        }
        draft = create_assignment(source=Source(), policy=policy_with(), **given)
        return draft if is_draft else hand_out(assignment=draft)

    return make


@pytest.fixture
def submission_of() -> Callable[..., Submission]:
    """`submission_of(student, assignment, source=, **verdicts)`: a version with such verdicts.

    The verdicts go by exercise.
    """

    def make(student: User, assignment: Assignment, source: str = PROGRAM, **verdicts: str) -> Submission:
        return submit(
            student=student,
            worksheet=assignment.worksheet,
            source=source,
            assignment_id=assignment.pk,
            verdicts=[ReportedVerdict(key, verdict) for key, verdict in verdicts.items()],
        )

    return make


@pytest.fixture
def rule_of() -> Callable[..., ReferenceRule]:
    """`rule_of(classroom, opens, opens_at=None)`: when the class may read the reference solutions."""

    def make(classroom: Classroom, opens: str, opens_at: Any = None) -> ReferenceRule:
        ReferenceRule.objects.filter(classroom=classroom).delete()
        return ReferenceRule.objects.create(classroom=classroom, opens=opens, opens_at=opens_at)

    return make
