"""A data folder with a small school in it: `python -m tests.faults.school`, where SUDOKUSITE_DATA says.

Tables, collected files, a teacher, students who all have the same password, and a collection of grids to
draw: the grid of the course's fourth worksheet with its digits exchanged.
"""

import os
import random

PASSWORD = "nine times nine"
TEACHER, ADMINISTRATOR = "mme.martin", "admin"
STUDENTS = [f"s{number}" for number in range(1, 9)]
GRIDS = 200
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def found_school() -> None:
    """Fill an empty data folder."""
    from sudokusite.serving.preparation import collect_static_files, migrate

    migrate()
    collect_static_files()
    fill_tables()


def fill_tables() -> None:
    """The people and the grids."""
    from django.contrib.auth.hashers import make_password
    from django.db import transaction

    from accounts.models import Classroom, Membership, User

    password = make_password(PASSWORD)
    with transaction.atomic():
        teacher = User.objects.create(username=TEACHER, role="teacher", password=password)
        User.objects.create(username=ADMINISTRATOR, role="teacher", is_superuser=True, password=password)
        classroom = Classroom.objects.create(name="6e B")
        classroom.teachers.add(teacher)
        for name in STUDENTS:
            student = User.objects.create(username=name, password=password)
            Membership.objects.create(classroom=classroom, student=student, real_name=name.title())
        add_collection(teacher)


def add_collection(owner: object) -> None:
    """The collection everybody draws from; its grids are graded, so that the worker has nothing to do."""
    from puzzles.engine.grading import GRADER_VERSION
    from puzzles.engine.similarity import canonical_key
    from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle

    rng = random.Random(1)
    grade = {"tier": 1, "score": 100, "rating": 1, "grader": GRADER_VERSION, "hardest": "naked_single"}
    known = {"solution_count": 1, "clue_count": 30, "solving_class": "simple"}
    known["canonical_key"] = canonical_key(SOLUTION)
    puzzles = []
    for _ in range(GRIDS):
        digits = str.maketrans("123456789", "".join(rng.sample("123456789", 9)))
        grid = {"givens": GIVENS.translate(digits), "solution": SOLUTION.translate(digits)}
        puzzles.append(Puzzle(**grid, **known, **grade))
    puzzles = Puzzle.objects.bulk_create(puzzles)
    collection = Collection.objects.create(
        name="Warm-up",
        owner=owner,
        policy=HelpPolicy.objects.create(),
        entry_count=GRIDS,
        drawable_count=GRIDS,
        graded_count=GRIDS,
        tier_counts={"1": GRIDS},
    )
    Entry.objects.bulk_create(
        Entry(collection=collection, puzzle=puzzle, number=number, line=number, position=number)
        for number, puzzle in enumerate(puzzles, 1)
    )


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    found_school()
