"""What a full class has beside its games: lessons, a room, drills, competences, a goal, daily grids."""

import random
from datetime import datetime, timedelta
from typing import Any

TECHNIQUE, COUNT = "hidden_single", 6
# How many of the thirty are in the room, and how many of them have answered.
PRESENT, ANSWERED = 26, 22


def fill_lessons(classroom: Any, now: datetime, rng: random.Random) -> None:
    for give in (give_drills, give_lessons, give_competences, play_grids_of_the_day, choose_goal, lead_room):
        give(classroom, now, rng)


def give_drills(classroom: Any, now: datetime, rng: random.Random) -> None:
    """Drills that half of the class has begun."""
    from puzzles.assignments.services.creation import create_assignment, hand_out
    from puzzles.assignments.services.drills import choose_positions
    from puzzles.assignments.services.sources import Source
    from puzzles.library.models.policies import HelpPolicy
    from puzzles.training.models import DrillAnswer, TrainingPosition
    from puzzles.training.services.bank import fill_slice

    while TrainingPosition.objects.filter(technique=TECHNIQUE).count() < COUNT and fill_slice():
        pass
    positions = choose_positions(technique=TECHNIQUE, level=1, count=COUNT, classroom=classroom)
    work = create_assignment(
        author=classroom.teachers.get(),
        classroom=classroom,
        name="Repérer un singleton caché",
        source=Source(),
        technique=TECHNIQUE,
        drill_level=1,
        positions=positions,
        policy=HelpPolicy.objects.order_by("pk").first(),
        due_at=now + timedelta(days=1),
    )
    hand_out(assignment=work)
    verdicts = [DrillAnswer.Verdict.FOUND, DrillAnswer.Verdict.FOUND, DrillAnswer.Verdict.SHOWN]
    DrillAnswer.objects.bulk_create(
        DrillAnswer(
            player=assignee.student,
            assignee=assignee,
            position_id=position,
            technique=TECHNIQUE,
            level=1,
            key=f"{assignee.pk}/{position}",
            verdict=rng.choice(verdicts),
            tries=rng.randint(0, 2),
            elapsed_ms=rng.randint(5_000, 90_000),
        )
        for assignee in work.assignees.select_related("student")[::2]
        for position in positions[: rng.randint(1, len(positions))]
    )
    begun = work.assignees.filter(drill_answers__isnull=False)
    work.assignees.filter(pk__in=list(begun.values_list("pk", flat=True))).update(began_at=now)


def give_lessons(classroom: Any, now: datetime, rng: random.Random) -> None:
    """A lesson of today, its first activities done, one of next week, and a pack of the teacher's own."""
    from django.utils import timezone

    from puzzles.lessons.services.giving import Giving, give_to_class
    from puzzles.lessons.services.packs import copy_pack, find_pack

    teacher = classroom.teachers.get()
    pack = find_pack(teacher, "td_iteratif")
    today = timezone.localdate(now)
    for weeks in (0, 1):
        day = today + timedelta(weeks=weeks)
        giving = Giving(
            takes_place_on=day, due_on=day + timedelta(days=7), token=str(weeks) * 32, as_drafts=True
        )
        lesson = give_to_class(teacher=teacher, pack=pack, classroom=classroom, giving=giving)
        if not weeks:
            lesson.activities.filter(position__lte=2).update(done_at=now)
    copy_pack(owner=teacher, pack=pack)


def give_competences(classroom: Any, now: datetime, rng: random.Random) -> None:
    """The list to start from, one level set by hand; the grades of the exam shown to students."""
    from puzzles.assignments.models import Assignment
    from puzzles.assignments.services.competences import set_levels, start_list

    teacher = classroom.teachers.get()
    start_list(teacher=teacher)
    student = classroom.memberships.order_by("pk").first().student
    set_levels(student=student, levels={teacher.competences.first(): 3})
    Assignment.objects.filter(classroom=classroom, released_at__isnull=False).update(grades_published_at=now)


def play_grids_of_the_day(classroom: Any, now: datetime, rng: random.Random) -> None:
    """Grids of a week, each solved by a part of the class."""
    from django.utils import timezone

    from puzzles.play.models import Attempt
    from puzzles.training.models import DailyPuzzle
    from puzzles.training.services.daily import choose_grids

    from .full_class import finished_game

    today = timezone.localdate(now)
    for days in range(7):
        choose_grids(classroom=classroom, day=today - timedelta(days=days))
    students = [membership.student for membership in classroom.memberships.select_related("student")]
    games = []
    for row in DailyPuzzle.objects.filter(classroom=classroom).select_related("puzzle"):
        began = now - (today - row.day) - timedelta(minutes=50)
        games += [
            finished_game(rng, row.puzzle, began, player=student, collection_id=row.collection_id)
            for student in rng.sample(students, rng.randint(3, 14))
        ]
    Attempt.objects.bulk_create(games, ignore_conflicts=True)


def choose_goal(classroom: Any, now: datetime, rng: random.Random) -> None:
    """A weekly goal of the student who has a password, since five weeks."""
    from django.utils import timezone

    from accounts.models import User
    from puzzles.training.models import WeeklyGoal

    from .full_class import PUPIL, WEEKS

    today = timezone.localdate(now)
    monday = today - timedelta(days=today.weekday(), weeks=WEEKS)
    WeeklyGoal.objects.create(player=User.objects.get(username=PUPIL), week=monday, days=3)


def lead_room(classroom: Any, now: datetime, rng: random.Random) -> None:
    """An open room: one question put away, one with answers on the screens."""
    from puzzles.rooms.models import Answer, Attendance, Question
    from puzzles.rooms.services.questions import NewQuestion, ask, where_in_example
    from puzzles.rooms.services.rooms import lead, open_room

    room = open_room(classroom=classroom)
    students = [membership.student for membership in classroom.memberships.select_related("student")]
    # Who has the password comes last: follows no page, for the pictures, and has not answered yet.
    Attendance.objects.bulk_create(
        Attendance(room=room, student=student, is_following=student != students[-1])
        for student in students[-PRESENT:]
    )
    lead(room=room, address="/techniques/x_wing/")
    choices = ["8", "20", "27", "Cela dépend de la case"]
    asked = NewQuestion(Question.Kind.CHOICE, "Combien de cases une case voit-elle ?", choices, ["1"])
    where = where_in_example("x_wing")
    for question, values in (
        (ask(room=room, asked=where), [*map(str, range(0, 81, 9)), *where.right * 3]),
        (ask(room=room, asked=asked), ["0", "1", "1", "1", "2", "3"]),
    ):
        Answer.objects.bulk_create(
            Answer(question=question, student=student, value=rng.choice(values))
            for student in students[-PRESENT : ANSWERED - PRESENT]
        )
