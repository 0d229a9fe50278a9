"""A small school beside a library of some size, and everything that is asked of it to see what grows."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from . import school
from .grids import CLUES, RARE_EVERY, put_collections, spread
from .school import School
from .tables import settle

CLASSES, ATTEMPTS = 2, 60
# So many entries of the collection are never drawn: an import's report tells of them, one by one.
NOT_DRAWN = 20
DRAWS_AT_ONCE = 5

Ask = Callable[[], Any]


@dataclass(frozen=True)
class Library:
    """A school whose students played some grids of so many, which stand in two collections."""

    school: School
    collections: list[int]
    grids: int
    equal_work: int
    puzzle_import: int


def build(grids: int) -> Library:
    """Fill the empty database: the school is always the same, the grids are as many as asked for."""
    from django.utils import timezone

    from accounts.models import User

    plan = school.Plan(classes=CLASSES, puzzles=grids, attempts=ATTEMPTS)
    built = school.build(plan, timezone.now())
    User.objects.create_superuser(pk=9_000, username="administrator")
    collections = put_collections(built.teachers[0], built.policy, grids, NOT_DRAWN)
    puzzle_import = put_import(built, collections[0], grids)
    settle()
    put_exam(built, grids)
    return Library(built, collections, grids, create_equally_hard_draft(built), puzzle_import)


def put_import(built: School, collection: int, grids: int) -> int:
    """The file that the first collection came from, with a page of lines that were rejected."""
    from puzzles.library.models import PuzzleImport, RejectedLine

    row = PuzzleImport.objects.create(
        collection_id=collection, owner_id=built.teachers[0], file_name="grids.txt", size=82 * grids,
        bytes_read=82 * grids, state="done", finished_at=built.now, grid_count=grids, accepted=grids,
        rejected=NOT_DRAWN,
    )  # fmt: skip
    RejectedLine.objects.bulk_create(
        RejectedLine(puzzle_import=row, line=line, column=80, number=line, reason="search_limit", excerpt="1")
        for line in range(1, NOT_DRAWN + 1)
    )
    return row.pk


def put_exam(built: School, grids: int) -> None:
    """An exam of the other class: its grids are nobody's to draw."""
    from puzzles.assignments.services.sources import Source
    from puzzles.library.models import HelpPolicy

    rules = {"hint_rung": 0, "checking": False, "partial_cells": 0, "solution": "never"}
    policy = HelpPolicy.objects.create(is_exam=True, auto_notes=False, **rules)
    puzzles = tuple(spread(place, grids) for place in range(ATTEMPTS, ATTEMPTS + 5))
    make(built, built.classes[1], policy, Source(puzzles=puzzles))


def create_equally_hard_draft(built: School) -> int:
    """A draft for the first class: five grids for everybody, others for each, of equal work."""
    from puzzles.assignments.services.sources import Source
    from puzzles.library.models import HelpPolicy

    policy = HelpPolicy.objects.get(pk=built.policy)
    return make(built, built.classes[0], policy, Source(count=5, band=60)).pk


def make(built: School, classroom: int, policy: Any, source: Any) -> Any:
    from accounts.models import Classroom, User
    from puzzles.assignments.services.creation import create_assignment

    return create_assignment(
        author=User.objects.get(pk=built.teachers[0]),
        classroom=Classroom.objects.get(pk=classroom),
        name="given",
        source=source,
        policy=policy,
        rng=random.Random(3),
        opens_at=built.now - timedelta(days=1),
    )


# What is asked


def asks(library: Library) -> Iterator[tuple[str, Ask]]:
    """Everything that is measured, with its name: draws, histories, reports, lists."""
    yield from draws(library)
    yield from pages(library, library.school.students[3], student_pages(library))
    yield from pages(library, library.school.teachers[0], teacher_pages(library))
    yield from pages(library, 9_000, [("all grids, in the admin", "/admin/library/entry/")])


def draws(library: Library) -> Iterator[tuple[str, Ask]]:
    from accounts.models import User
    from puzzles.library.models import Collection
    from puzzles.play.services.draws import Criteria, draw_puzzle, take_puzzle

    rng = random.Random(4)
    players = iter(User.objects.filter(pk__in=library.school.students[10:20]).order_by("pk"))
    every = Collection.objects.get(pk=library.collections[0])

    def by(count: int, function: Callable[..., Any], **what: Any) -> Ask:
        player = next(players)
        return lambda: [
            function(
                player=player, **{name: value() if callable(value) else value for name, value in what.items()}
            )
            for _draw in range(count)
        ]

    yield "a draw from all collections", by(DRAWS_AT_ONCE, draw_puzzle, rng=rng)
    yield "a draw from one collection", by(DRAWS_AT_ONCE, draw_puzzle, collection=every, rng=rng)
    yield "a draw of one tier", by(DRAWS_AT_ONCE, draw_puzzle, criteria=Criteria(tier=2), rng=rng)
    # Those before were played, or are kept for the exam.
    free = iter(range(2 * ATTEMPTS, library.grids))
    yield (
        "a grid by its number",
        by(DRAWS_AT_ONCE, take_puzzle, collection=every, number=lambda: spread(next(free), library.grids)),
    )


def rare_draws(library: Library) -> Iterator[tuple[str, Ask]]:
    """Draws of what is rare, by players who begin with some grids played."""
    from accounts.models import User
    from puzzles.play.services.draws import Criteria, draw_puzzle

    rare = [
        ("its hardest technique", Criteria(hardest="x_wing")),
        ("a technique on its path", Criteria(technique="x_wing")),
        ("its score", Criteria(score_from=1_000)),
        ("its given digits", Criteria(clues_from=CLUES + 1)),
    ]
    players = User.objects.filter(pk__in=library.school.students[20:30]).order_by("pk")
    for player, (name, criteria) in zip(players, rare, strict=False):
        yield (
            f"a draw by {name} (one in {RARE_EVERY:,})",
            lambda player=player, criteria=criteria: draw_puzzle(
                player=player, criteria=criteria, rng=random.Random(6)
            ),
        )


def student_pages(library: Library) -> list[tuple[str, str]]:
    from puzzles.library.models import Puzzle
    from puzzles.play.models import Attempt

    first = f"/collections/{library.collections[0]}/"
    student = library.school.students[3]
    solved = Attempt.objects.filter(player=student, state="solved").order_by("pk")[7]
    board = Puzzle.objects.get(pk=spread(ATTEMPTS + 9, library.grids)).givens.replace(".", "0")
    return [
        ("a student's front page", "/"),
        ("a student's history", "/history/"),
        ("a replay", f"/history/{solved.pk}/"),
        ("a collection, first page", first),
        ("a collection, last page", f"{first}?page=999999999"),
        ("a page of work given to a class", f"/given/{library.school.classes[0]}/"),
        ("a grid by its digits", f"/grids/{board}/"),
    ]


def teacher_pages(library: Library) -> list[tuple[str, str]]:
    from puzzles.library.models import Puzzle
    from puzzles.play.models import Attempt

    classroom, student = f"/classes/{library.school.classes[0]}", library.school.students[3]
    played = Attempt.objects.filter(player=student).order_by("pk")[9].puzzle_id
    entries = f"/library/{library.collections[0]}/"
    some = library.grids // 2
    sheets = f"/sheets/?collection={library.collections[0]}&count=12&on_page=4"
    return [
        ("a teacher's front page", "/"),
        ("the table of a class", f"{classroom}/table/?days=90"),
        ("the live board of a class", f"{classroom}/live/"),
        ("the techniques of a class", f"{classroom}/techniques/"),
        ("a student's history, for the teacher", f"/students/student-{student}/"),
        ("a grid as a class met it", f"{classroom}/puzzles/{played}/"),
        ("results of an assignment", "/assignments/1/"),
        ("results of an assignment, as a file", "/assignments/1/results/"),
        ("equal work, with its fairness", f"/assignments/{library.equal_work}/"),
        ("the form of a new assignment", f"{classroom}/assignments/new/"),
        ("sheets of the first grids", f"{sheets}&order=first"),
        ("sheets of some grids of a tier", f"{sheets}&order=random&seed=5&tier=2"),
        ("collections", "/library/"),
        ("grids of a collection", entries),
        ("grids of a collection, page 15", f"{entries}?page=15"),
        ("grids of a collection, last page", f"{entries}?page={(library.grids - 1) // 50 + 1}"),
        ("grids of a tier", f"{entries}?tier=2"),
        ("grids that wait for a tier", f"{entries}?tier=none"),
        ("a grid of a collection by its number", f"{entries}?q={some}"),
        ("a grid of a collection by its digits", f"{entries}?q={Puzzle.objects.get(pk=some).givens}"),
        ("a grid of a collection", f"{entries}grids/{some}/"),
        ("imports", "/library/imports/"),
        ("an import", f"/library/imports/{library.puzzle_import}/"),
        ("an import's report, as a file", f"/library/imports/{library.puzzle_import}/report.csv"),
    ]


def pages(library: Library, user: int, addresses: list[tuple[str, str]]) -> Iterator[tuple[str, Ask]]:
    """Requests of one person; what is streamed is read to its end."""
    from .bench_classes import client_of

    client = client_of(user)
    for name, address in addresses:
        yield name, lambda address=address: answer(client, address)


def answer(client: Any, address: str) -> bytes:
    found = client.get(address)
    if found.status_code != 200:
        raise AssertionError(f"{address} answered {found.status_code}")
    return b"".join(found.streaming_content) if found.streaming else found.content
