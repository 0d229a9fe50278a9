"""Fill a demo site with a class of thirty and five weeks of work, to look at its pages as a teacher has them.

.venv/bin/python -m tests.looks.full_class        with SUDOKUSITE_DATA of a site that has its demo accounts
"""

import os
import random
from datetime import datetime, timedelta
from typing import Any

# Names as long, as short and as accented as French lists have them.
NAMES = (
    "Adam Lefèvre",
    "Camille Durand",
    "Noé Petit",
    "Inès Moreau",
    "Jules Roux",
    "Manon Garcia",
    "Léo Faure",
    "Chloé Bonnet",
    "Hugo Lambert",
    "Zoé Fontaine",
    "Arthur Rousseau",
    "Lina Vincent",
    "Nathan Muller",
    "Jade Chevalier",
    "Tom Gauthier",
    "Emma Perrin",
    "Louis Robin",
    "Sarah Masson",
    "Gabriel Sanchez",
    "Anna Noël",
    "Paul Henry",
    "Lucie Marchand",
    "Maël Duval",
    "Marie-Antoinette de La Rochefoucauld-Montmorency",
    "Yanis Benali",
    "Alice Charpentier-Delacroix",
    "Sacha Aubert",
    "Nina Leroy",
    "Théo Marie-Joseph",
)
ANIMALS = ["tigre", "lynx", "renard", "loutre", "hibou", "castor", "panda", "koala", "orque", "faucon"]
MANNERS = ["lucide", "rapide", "calme"]
CLASS_NAME = "1re NSI 2"
WEEKS = 5
# The student who has a password, and so many games of hers.
PUPIL, PUPIL_NAME, PUPIL_GAMES = "lea", "Léa Martin", 40


def fill(now: datetime, rng: random.Random) -> None:
    """The class, its games, its assignments of each kind, its lessons and its rooms."""
    from accounts.models import Classroom, Membership, User
    from puzzles.library.models import Collection, Puzzle
    from puzzles.play.models import Attempt

    from .lessons import fill_lessons
    from .several import fill_several

    classroom = Classroom.objects.create(name=CLASS_NAME)
    classroom.teachers.add(User.objects.get(username="prof"))
    students = User.objects.bulk_create(
        User(username=f"{ANIMALS[index % 10]}-{MANNERS[index // 10]}") for index in range(len(NAMES))
    )
    students.append(User.objects.get(username=PUPIL))
    Membership.objects.bulk_create(
        Membership(classroom=classroom, student=student, real_name=name)
        for student, name in zip(students, (*NAMES, PUPIL_NAME), strict=True)
    )
    puzzles = list(Puzzle.objects.filter(tier__isnull=False))
    collection = Collection.objects.first()
    games = []
    for student in students:
        count = PUPIL_GAMES if student.username == PUPIL else rng.randint(3, 18)
        for puzzle in rng.sample(puzzles, count):
            began = now - timedelta(days=rng.random() * 7 * WEEKS, hours=rng.random() * 8)
            games.append(finished_game(rng, puzzle, began, player=student, collection=collection))
    Attempt.objects.bulk_create(games)
    for give in (give_homework, give_exam, give_exercises, leave_a_draft):
        give(classroom, now, rng)
    fill_lessons(classroom, now, rng)
    fill_several(classroom, now, rng)


def finished_game(rng: random.Random, puzzle: Any, began: datetime, **fields: Any) -> Any:
    """A game that ended, in a time and with help and mistakes as they occur."""
    from puzzles.library.models.policies import HelpPolicy
    from puzzles.play.models import Attempt

    milliseconds = int(60_000 * (2 + puzzle.tier * rng.uniform(1.5, 5)))
    ended = began + timedelta(milliseconds=milliseconds)
    return Attempt(
        puzzle=puzzle,
        digits=puzzle.solution or puzzle.givens,
        state=rng.choices(["solved", "helped", "shown"], [85, 10, 5])[0],
        policy=fields.pop("policy", None) or HelpPolicy.objects.order_by("pk").first(),
        started_at=began,
        last_move_at=ended,
        finished_at=ended,
        elapsed_ms=milliseconds,
        server_ms=milliseconds,
        move_count=60,
        mistakes=rng.choice([0, 0, 0, 1, 2, 4]),
        hints_nudge=rng.choice([0, 0, 0, 1, 3]),
        checks=rng.choice([0, 0, 1]),
        **fields,
    )


def give(classroom: Any, now: datetime, *, name: str, is_exam: bool = False, **fields: Any) -> Any:
    """An assignment of four easy and moderate grids, handed out."""
    from puzzles.assignments.services.creation import create_assignment, hand_out
    from puzzles.assignments.services.sources import Source
    from puzzles.library.models import Puzzle
    from puzzles.library.models.policies import HelpPolicy

    puzzles = Puzzle.objects.filter(tier__lte=2).order_by("pk").values_list("pk", flat=True)[:4]
    rules = {"hint_rung": 0, "checking": False, "partial_cells": 0, "solution": "never"} if is_exam else {}
    policy, _created = HelpPolicy.objects.get_or_create(is_exam=is_exam, **rules)
    assignment = create_assignment(
        author=classroom.teachers.get(),
        classroom=classroom,
        name=name,
        source=Source(puzzles=tuple(puzzles)),
        policy=policy,
        **fields,
    )
    return hand_out(assignment=assignment, now=fields.get("opens_at", now))


def play_assigned(assignment: Any, now: datetime, rng: random.Random, *, share: float, ends: bool) -> None:
    """Games of the students with their grids: `share` says how likely each is, `ends` that they handed in."""
    from puzzles.play.models import Attempt

    games = []
    for assignee in assignment.assignees.select_related("student"):
        for assigned in assignee.assigned_puzzles.select_related("puzzle"):
            if rng.random() < share:
                began = now - timedelta(hours=rng.uniform(2, 40))
                games.append(
                    finished_game(
                        rng,
                        assigned.puzzle,
                        began,
                        player=assignee.student,
                        assigned_puzzle=assigned,
                        assignment_name=assignment.name,
                        policy=assignment.policy,
                    )
                )
                assignee.began_at = began
        if ends:
            assignee.handed_in_at = now - timedelta(hours=1)
        assignee.save()
    Attempt.objects.bulk_create(games)


def give_homework(classroom: Any, now: datetime, rng: random.Random) -> None:
    opened, due = now - timedelta(days=2), now + timedelta(days=2)
    homework = give(classroom, now, name="Devoir : candidats verrouillés", opens_at=opened, due_at=due)
    play_assigned(homework, now, rng, share=0.5, ends=False)


def give_exam(classroom: Any, now: datetime, rng: random.Random) -> None:
    from puzzles.assignments.services.lifecycle import release_exam

    opened, due = now - timedelta(days=9), now - timedelta(days=8)
    exam = give(classroom, now, name="Contrôle nº 1", is_exam=True, opens_at=opened, due_at=due, minutes=50)
    play_assigned(exam, due, rng, share=0.8, ends=True)
    release_exam(assignment=exam, end_all=True, now=due)


def give_exercises(classroom: Any, now: datetime, rng: random.Random) -> None:
    from puzzles.assignments.models import Assignment
    from puzzles.assignments.services.creation import hand_out
    from puzzles.library.models.policies import HelpPolicy

    assignment = Assignment.objects.create(
        classroom=classroom,
        author=classroom.teachers.get(),
        name="Écrire is_valid et solve",
        policy=HelpPolicy.objects.order_by("pk").first(),
        worksheet="tutoriel",
        exercises=["is_valid", "solve"],
        due_at=now + timedelta(days=6),
    )
    hand_out(assignment=assignment, now=now)


def leave_a_draft(classroom: Any, now: datetime, rng: random.Random) -> None:
    from puzzles.assignments.models import Assignment

    drafted = give(classroom, now, name="Échauffement : singletons", opens_at=now + timedelta(days=1))
    Assignment.objects.filter(pk=drafted.pk).update(handed_out_at=None)


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    from django.utils import timezone

    fill(timezone.now(), random.Random(5))


if __name__ == "__main__":
    main()
