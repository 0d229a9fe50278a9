"""A whole school in a database: classes, and what their students played in ninety days.

Attempts are written as tuples, and moves made by the database: for millions of them objects would take too
long.
"""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from .grids import put_puzzles, spread
from .tables import insert, insert_for_each, settle

DAYS = 90
STUDENTS_IN_A_CLASS = 30
ASSIGNMENTS, GRIDS_IN_ONE = 6, 10
TECHNIQUES = ["full_house", "hidden_single", "naked_single", "pointing", "naked_pair", "x_wing"]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How large a school is: its classes, its puzzles, each student's attempts, each attempt's moves."""

    classes: int
    puzzles: int = 1_000
    attempts: int = 167
    moves: int = 10

    @property
    def placements(self) -> int:
        """Most moves place a digit, and are judged when the game is over."""
        return 7 * self.moves // 10


@dataclass(frozen=True)
class School:
    """The keys of its classes, teachers and students; students stand class by class."""

    plan: Plan
    now: datetime
    policy: int

    @cached_property
    def classes(self) -> list[int]:
        return list(range(1, self.plan.classes + 1))

    @cached_property
    def teachers(self) -> list[int]:
        return self.classes

    @cached_property
    def students(self) -> list[int]:
        return list(range(1_001, 1_001 + self.plan.classes * STUDENTS_IN_A_CLASS))


def build(plan: Plan, now: datetime) -> School:
    """Fill the empty database with a school; everything comes from one seed."""
    from puzzles.library.models import HelpPolicy

    school = School(plan, now, HelpPolicy.objects.create().pk)
    put_people(school)
    put_puzzles(plan.puzzles)
    put_attempts(school, put_assignments(school), random.Random(1))
    put_moves(plan.moves)
    put_placements(plan.placements)
    put_progress(school, random.Random(2))
    settle()
    return school


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


def put_assignments(school: School) -> dict[int, list[int]]:
    """Work for every class; student -> the keys of their assigned puzzles, the last given first."""
    from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment

    assignments, assignees, assigned_puzzles = [], [], []
    allotted: dict[int, list[int]] = {student: [] for student in school.students}
    for classroom in school.classes:
        for place in range(ASSIGNMENTS):
            opened = school.now - timedelta(days=1 + place * DAYS // ASSIGNMENTS)
            assignment = Assignment(
                pk=len(assignments) + 1,
                classroom_id=classroom,
                policy_id=school.policy,
                name=f"Work {place}",
                opens_at=opened,
                due_at=opened + timedelta(days=14),
                handed_out_at=opened,
            )
            assignments.append(assignment)
            for student in (each for each in school.students if class_of(school, each) == classroom):
                assignees.append(Assignee(pk=len(assignees) + 1, assignment=assignment, student_id=student))
                for position in range(GRIDS_IN_ONE):
                    key = len(assigned_puzzles) + 1
                    puzzle = spread(place * GRIDS_IN_ONE + position, school.plan.puzzles)
                    assigned_puzzles.append((key, len(assignees), puzzle, position + 1))
                    allotted[student].append(key)
    Assignment.objects.bulk_create(assignments)
    Assignee.objects.bulk_create(assignees, batch_size=2000)
    insert(AssignedPuzzle, ("id", "assignee", "puzzle", "position"), assigned_puzzles)
    return allotted


def put_attempts(school: School, allotted: dict[int, list[int]], rng: random.Random) -> None:
    """The attempts of each student, spread over the puzzles; the last one is open, and seen now."""
    from puzzles.library.models import Puzzle
    from puzzles.play.models import Attempt
    from puzzles.play.models.attempts import REVIEWER

    count, moves = school.plan.attempts, school.plan.moves
    keys = [spread(place, school.plan.puzzles) for place in range(count)]
    puzzles = Puzzle.objects.in_bulk(set(keys))
    attempts: list[tuple[Any, ...]] = []
    for student in school.students:
        for place, puzzle in enumerate(puzzles[key] for key in keys):
            ended = school.now - timedelta(days=DAYS * place / count, seconds=rng.random() * 200)
            is_open = place % 10 == 0
            digits = half_filled(puzzle.givens, puzzle.solution, rng) if is_open else puzzle.solution
            hints = rng.choice([0, 0, 0, 1, 2])
            assigned_puzzle = allotted[student][place] if place < len(allotted[student]) else None
            attempts.append((
                len(attempts) + 1, student, puzzle.pk, school.policy, assigned_puzzle,
                "open" if is_open else "solved", digits, "", moves, f"1-{moves}", "",
                rng.randrange(60_000, 1_200_000), ended, ended, None if is_open else ended, ended, None,
                ended, moves, hints, hints, hints, 0, 0, 0, rng.choice([0, 0, 1, 2]),
                None if is_open else ended, "", False, 0 if is_open else REVIEWER, "", 0, moves, "[]",
            ))  # fmt: skip
    insert(Attempt, ATTEMPT_COLUMNS, attempts)


ATTEMPT_COLUMNS = (
    "id", "player", "puzzle", "policy", "assigned_puzzle", "state", "digits", "marks", "version",
    "undo_stack", "redo_stack", "elapsed_ms", "started_at", "last_move_at", "finished_at", "progress_at",
    "last_help_at", "seen_at", "move_count", "hints_nudge", "hints_where", "hints_why", "hints_do",
    "cells_shown", "checks", "mistakes", "reviewed_at", "checkpoint", "is_practice", "reviewer",
    "assignment_name", "server_ms", "change_count", "corrected_cells",
)  # fmt: skip


def put_progress(school: School, rng: random.Random) -> None:
    from puzzles.play.models import TechniqueProgress

    rows = [(each, name, rng.randrange(4)) for each in school.students for name in TECHNIQUES]
    insert(TechniqueProgress, ("player", "technique", "progress"), rows)


def half_filled(givens: str, solution: str, rng: random.Random) -> str:
    """A grid with half of its empty cells filled, one of them wrongly."""
    both = zip(givens, solution, strict=True)
    digits = [right if given == "." and rng.random() < 0.5 else given for given, right in both]
    digits[givens.index(".")] = "9" if solution[givens.index(".")] != "9" else "8"
    return "".join(digits)


# The moves


def put_moves(moves: int) -> None:
    """So many moves for each attempt, all of one page; here and there a wrong digit."""
    from puzzles.play.models import Attempt, AttemptClient, Move

    page = {"attempt": "source.id", "name": "'page'", "last_seq": f"{moves}"}
    insert_for_each(Attempt, AttemptClient, page, turns=1, where="TRUE")
    values = {
        "attempt": "source.attempt_id",
        "number": "turn",
        "kind": "'d'",
        "cell": "turn % 81",
        "digit": "5",
        "effect": as_json("'[[' || (turn % 81) || ', 0, 5, 0, 0]]'"),
        "technique": "''",
        "rung": "0",
        "hint": as_json("'{}'"),
        "mistake": "(source.attempt_id + turn) % 25 = 0",
        "late": "FALSE",
        "elapsed_ms": "9000 * turn",
        "client": "source.id",
        "seq": "turn",
        "made_at": "(SELECT last_move_at FROM play_attempt WHERE id = source.attempt_id)",
    }
    insert_for_each(AttemptClient, Move, values, turns=moves, where="TRUE")


def as_json(text: str) -> str:
    """The SQL of what a column of JSON holds."""
    from django.db import connection

    return f"CAST({text} AS {'jsonb' if connection.vendor == 'postgresql' else 'text'})"


def put_placements(placements: int) -> None:
    """So many judged placements for each finished attempt."""
    from puzzles.play.models import Attempt, Placement

    names = " ".join(f"WHEN {number} THEN '{name}'" for number, name in enumerate(TECHNIQUES))
    technique = f"CASE (source.id * 31 + turn * 7) % {len(TECHNIQUES)} {names} END"
    values = {
        "attempt": "source.id",
        "number": "turn",
        "cell": "turn % 81",
        "digit": "5",
        "technique": technique,
        "easiest": technique,
        "is_right": "TRUE",
        "is_unaided": "(source.id + turn) % 10 <> 0",
        "made_at": "source.last_move_at",
    }
    insert_for_each(Attempt, Placement, values, turns=placements, where="source.state <> 'open'")
