"""A whole school in a database: classes, and what their students played in ninety days.

Rows are written as tuples: for two million of them objects would take too long.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

DAYS = 90
PUZZLES = 1_000
STUDENTS_IN_A_CLASS = 30
ATTEMPTS_EACH, MOVES_EACH, PLACEMENTS_EACH = 167, 10, 7
ASSIGNMENTS, GRIDS_IN_ONE = 6, 10
TECHNIQUES = ["full_house", "hidden_single", "naked_single", "pointing", "naked_pair", "x_wing"]
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@dataclass(frozen=True)
class School:
    """The keys of its classes, teachers and students; students stand class by class."""

    classes: list[int]
    teachers: list[int]
    students: list[int]
    now: datetime


def build(classes: int, now: datetime) -> School:
    """Fill the empty database with so many classes; everything comes from one seed."""
    from puzzles.models import HelpPolicy

    policy = HelpPolicy.objects.create().pk
    rng = random.Random(1)
    people = School(
        classes=list(range(1, classes + 1)),
        teachers=list(range(1, classes + 1)),
        students=list(range(1_001, 1_001 + classes * STUDENTS_IN_A_CLASS)),
        now=now,
    )
    put_people(people)
    put_puzzles(rng)
    allotted = put_assignments(people, policy)
    put_attempts(people, policy, allotted, rng)
    put_progress(people, rng)
    analyse()
    return people


def class_of(school: School, student: int) -> int:
    return school.classes[(student - school.students[0]) // STUDENTS_IN_A_CLASS]


def put_people(school: School) -> None:
    from accounts.models import Classroom, Membership, User

    teachers = [User(pk=pk, username=f"teacher-{pk}", role="teacher") for pk in school.teachers]
    students = [User(pk=pk, username=f"student-{pk}") for pk in school.students]
    User.objects.bulk_create([*teachers, *students])
    Classroom.objects.bulk_create(Classroom(pk=pk, name=f"class {pk}") for pk in school.classes)
    for classroom in Classroom.objects.all():
        classroom.teachers.add(classroom.pk)
    Membership.objects.bulk_create(
        Membership(classroom_id=class_of(school, pk), student_id=pk, real_name=f"Student Number {pk}")
        for pk in school.students
    )


def put_puzzles(rng: random.Random) -> None:
    from puzzles.models import Puzzle

    made = []
    for pk in range(1, PUZZLES + 1):
        names = str.maketrans("123456789", "".join(rng.sample("123456789", 9)))
        solution = SOLUTION.translate(names)
        given = set(rng.sample(range(81), 30))
        givens = "".join(digit if cell in given else "." for cell, digit in enumerate(solution))
        grade = {"tier": 1 + pk % 4, "score": pk, "rating": 3, "grader": 1, "hardest": TECHNIQUES[pk % 6]}
        solved = {"solution": solution, "solution_count": 1, "solving_class": "singles", "clue_count": 30}
        made.append(Puzzle(pk=pk, givens=givens, **solved, **grade))
    Puzzle.objects.bulk_create(made)


def put_assignments(school: School, policy: int) -> dict[int, list[int]]:
    """Work for every class; student -> the keys of their allotments, the last given first."""
    from puzzles.models import Allotment, Assignee, Assignment

    assignments, assignees, allotments = [], [], []
    allotted: dict[int, list[int]] = {student: [] for student in school.students}
    for classroom in school.classes:
        for place in range(ASSIGNMENTS):
            opened = school.now - timedelta(days=1 + place * DAYS // ASSIGNMENTS)
            assignment = Assignment(
                pk=len(assignments) + 1, classroom_id=classroom, policy_id=policy, name=f"Work {place}",
                opens_at=opened, due_at=opened + timedelta(days=14), handed_out_at=opened,
            )  # fmt: skip
            assignments.append(assignment)
            for student in (each for each in school.students if class_of(school, each) == classroom):
                assignees.append(Assignee(pk=len(assignees) + 1, assignment=assignment, student_id=student))
                for position in range(GRIDS_IN_ONE):
                    key, puzzle = len(allotments) + 1, 1 + (place * GRIDS_IN_ONE + position) % PUZZLES
                    allotments.append((key, len(assignees), puzzle, position + 1))
                    allotted[student].append(key)
    Assignment.objects.bulk_create(assignments)
    Assignee.objects.bulk_create(assignees, batch_size=2000)
    insert(Allotment, ("id", "assignee", "puzzle", "position"), allotments)
    return allotted


def put_attempts(school: School, policy: int, allotted: dict[int, list[int]], rng: random.Random) -> None:
    """The attempts with their moves and judged placements; each student's last one is open, and seen now."""
    from puzzles.models import Attempt, Move, Placement, Puzzle

    puzzles = dict(Puzzle.objects.values_list("pk", "givens"))
    solutions = dict(Puzzle.objects.values_list("pk", "solution"))
    attempts: list[tuple[Any, ...]] = []
    for student in school.students:
        for place in range(ATTEMPTS_EACH):
            puzzle = 1 + place % PUZZLES
            ended = school.now - timedelta(days=DAYS * place / ATTEMPTS_EACH, seconds=rng.random() * 200)
            is_open = place % 10 == 0
            digits = half_filled(puzzles[puzzle], solutions[puzzle], rng) if is_open else solutions[puzzle]
            hints = rng.choice([0, 0, 0, 1, 2])
            allotment = allotted[student][place] if place < len(allotted[student]) else None
            attempts.append((
                len(attempts) + 1, student, puzzle, policy, allotment, "open" if is_open else "solved",
                digits, "", MOVES_EACH, f"1-{MOVES_EACH}", "", rng.randrange(60_000, 1_200_000), ended, ended,
                None if is_open else ended, ended, None, ended, MOVES_EACH, hints, hints, hints, 0, 0, 0,
                rng.choice([0, 0, 1, 2]), None if is_open else ended, "", False,
            ))  # fmt: skip
    insert(Attempt, ATTEMPT_COLUMNS, attempts)
    insert(Move, MOVE_COLUMNS, (move for attempt in attempts for move in moves_of(attempt)))
    insert(Placement, PLACEMENT_COLUMNS, placements_of(attempts, rng))


ATTEMPT_COLUMNS = (
    "id", "player", "puzzle", "policy", "allotment", "state", "digits", "marks", "version", "undo_stack",
    "redo_stack", "elapsed_ms", "started_at", "last_move_at", "finished_at", "progress_at", "last_help_at",
    "seen_at", "move_count", "hints_nudge", "hints_where", "hints_why", "hints_do", "cells_shown", "checks",
    "slips", "reviewed_at", "point", "is_practice",
)  # fmt: skip
MOVE_COLUMNS = (
    "attempt", "number", "kind", "cell", "digit", "effect", "technique", "rung", "hint", "slip", "late",
    "elapsed_ms", "seq", "made_at",
)  # fmt: skip
PLACEMENT_COLUMNS = (
    "attempt", "player", "number", "cell", "digit", "technique", "easiest", "is_right", "is_unaided",
    "made_at",
)  # fmt: skip


def put_progress(school: School, rng: random.Random) -> None:
    from puzzles.models import TechniqueProgress

    rows = [(each, name, rng.randrange(4)) for each in school.students for name in TECHNIQUES]
    insert(TechniqueProgress, ("player", "technique", "progress"), rows)


def half_filled(givens: str, solution: str, rng: random.Random) -> str:
    """A grid with half of its empty cells filled, one of them wrongly."""
    both = zip(givens, solution, strict=True)
    digits = [right if given == "." and rng.random() < 0.5 else given for given, right in both]
    digits[givens.index(".")] = "9" if solution[givens.index(".")] != "9" else "8"
    return "".join(digits)


def moves_of(attempt: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    key, ended = attempt[0], attempt[13]
    for number in range(1, MOVES_EACH + 1):
        effect = f"[[{number}, 0, 5, 0, 0]]"
        yield (key, number, "d", number, 5, effect, "", 0, "{}", False, False, 9_000 * number, None, ended)


def placements_of(attempts: Iterable[tuple[Any, ...]], rng: random.Random) -> Iterator[tuple[Any, ...]]:
    for attempt in attempts:
        if attempt[5] != "open":
            for number in range(1, PLACEMENTS_EACH + 1):
                technique = TECHNIQUES[rng.randrange(len(TECHNIQUES))]
                yield (
                    attempt[0], attempt[1], number, number, 5, technique, technique, True, rng.random() < 0.9,
                    attempt[13],
                )  # fmt: skip


def insert(model: Any, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Write rows, in one transaction; columns that are not named are left empty."""
    from django.db import connection, transaction

    fields = [model._meta.get_field("id" if name == "id" else name) for name in names]
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    marks = ", ".join("%s" for _ in names)
    table = connection.ops.quote_name(model._meta.db_table)
    remaining = iter(rows)
    with transaction.atomic(), connection.cursor() as cursor:
        while some := list(islice(remaining, 20_000)):
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", some)


def analyse() -> None:
    """Let the database look at its tables, as a long life would have."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
