"""People with a row in every table about persons; the key of each row shows its owner."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import AutoField, Model
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult, get_date_max

from accounts.models import (
    Card,
    CardCode,
    CardSheet,
    ClassActivity,
    Classroom,
    FormerStudent,
    KnownDevice,
    LoginCode,
    LoginThrottle,
    Membership,
    RaisedHand,
    User,
)
from accounts.services.throttle import hashed
from puzzles.assignments.models import (
    AssignedPuzzle,
    Assignee,
    Assignment,
    CalendarFeed,
    Competence,
    CompetenceLevel,
    Grade,
)
from puzzles.course.models import (
    Answer,
    BugFind,
    Comment,
    ExerciseProgress,
    JudgedExercise,
    Prediction,
    PredictionRound,
    Program,
    ProgramCopy,
    ReferenceShown,
    Submission,
)
from puzzles.engine.techniques import example_of
from puzzles.lessons.models import Lesson, LessonPack
from puzzles.library.models import (
    Collection,
    Entry,
    HelpPolicy,
    ImportChunk,
    Puzzle,
    PuzzleGeneration,
    PuzzleImport,
    RejectedLine,
)
from puzzles.play.models import (
    Attempt,
    AttemptClient,
    AttemptTechnique,
    BoardNote,
    Move,
    OwnGrid,
    Placement,
    Preferences,
    StepSearch,
    TechniqueProgress,
    TechniqueUse,
)
from puzzles.rooms.models import Answer as RoomAnswer
from puzzles.rooms.models import (
    Attendance,
    Question,
    Race,
    RaceEntry,
    Relay,
    RelayMember,
    RelayMove,
    RelayTeam,
)
from puzzles.rooms.services.questions import NewQuestion, ask
from puzzles.rooms.services.rooms import open_room
from puzzles.training.models import (
    DrillAnswer,
    PlayerRating,
    RatedResult,
    StormRun,
    TechniqueMemory,
    TrainingPosition,
    WeeklyGoal,
)

GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@dataclass
class Life:
    """Somebody, and the rows that are theirs, by table. `first` is where the keys of these rows begin."""

    user: User
    first: int
    keys: dict[str, set[Any]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def make(self, model: type[Model], **fields: Any) -> Any:
        row = model(pk=self.first + next(self.numbers), **fields)
        row.save(force_insert=True)
        self.keys.setdefault(model._meta.label, set()).add(row.pk)
        return row


@pytest.fixture
def life_of(db: None, classroom: Classroom, teacher: User) -> Callable[..., Life]:
    """`life_of("lea", 987_600_000)`: a person with rows in every table, their keys from that number."""

    def make(username: str, first: int, *, role: str = "student") -> Life:
        user = User(pk=first + 99_999, username=username, role=role)
        user.set_password("a grid of nine")
        user.save(force_insert=True)
        life = Life(user, first, {"accounts.User": {user.pk}}, count(1))
        puzzle = a_puzzle(first)
        live_in_class(life, classroom, teacher)
        log_in(life, classroom, teacher)
        play(life, classroom, teacher, puzzle)
        be_rated(life, puzzle)
        keep_grids(life, puzzle)
        answer_in_a_room(life, classroom, puzzle)
        write_programs(life, teacher)
        prepare_lessons(life, classroom)
        have_rights(life, teacher)
        return life

    return make


def a_puzzle(first: int) -> Puzzle:
    """A grid of this person's alone: the given digits of a grid, some left out."""
    holes = {first // 100_000 % 7, 9 + first // 100_000 % 11}
    givens = "".join("." if cell in holes else digit for cell, digit in enumerate(GIVENS))
    return Puzzle.objects.create(
        givens=givens, clue_count=28, solution_count=1, solution=SOLUTION, solving_class="simple"
    )


def live_in_class(life: Life, classroom: Classroom, teacher: User) -> None:
    name = f"Real {life.user.username.title()}"
    life.make(Membership, classroom=classroom, student=life.user, real_name=name, note=f"note on {name}")
    life.make(RaisedHand, student=life.user)
    life.make(FormerStudent, teacher=teacher, student=life.user, class_name="6e A")
    life.make(ClassActivity, classroom=classroom, kind="password-reset", actor=teacher, subject=life.user)
    life.make(ClassActivity, classroom=classroom, kind="member-joined", actor=life.user, subject=life.user)
    life.make(Classroom.teachers.through, classroom=classroom, user=life.user)


def log_in(life: Life, classroom: Classroom, teacher: User) -> None:
    user, name = life.user, life.user.username
    ends_at = timezone.now() + timedelta(hours=1)
    life.make(
        LoginCode,
        classroom=classroom,
        student=user,
        created_by=teacher,
        front_hash=hashed("front", name),
        code_hash=hashed("code", name),
        ends_at=ends_at,
    )
    sheet = life.make(CardSheet, created_by=user, classroom=classroom, ends_at=ends_at)
    life.make(CardCode, classroom=classroom, student=user, code_hash=hashed("card", name))
    life.make(Card, sheet=sheet, student=user, number=1)
    life.make(LoginThrottle, user=user, key=hashed("change", str(user.pk)), failures=2)
    LoginThrottle.objects.create(key=hashed("name", name), failures=1)
    life.make(KnownDevice, user=user, token_hash=hashed("device", name))
    Client().force_login(user)


def play(life: Life, classroom: Classroom, teacher: User, puzzle: Puzzle) -> None:
    user, now = life.user, timezone.now()
    policy, _created = HelpPolicy.objects.get_or_create()
    work = Assignment.objects.create(
        classroom=classroom, author=teacher, name="Warm-up", policy=policy, handed_out_at=now
    )
    life.make(CalendarFeed, owner=user, token_hash=hashed("calendar", user.username))
    assignee = life.make(Assignee, assignment=work, student=user, began_at=now)
    life.make(Grade, assignee=assignee, value=12, comment=f"comment on {user.username}", author=teacher)
    competence = life.make(Competence, teacher=user, code="TEST", name="Test")
    life.make(CompetenceLevel, competence=competence, student=user, level=2)
    assigned_puzzle = life.make(AssignedPuzzle, assignee=assignee, puzzle=puzzle, position=1)
    fields = {"player": user, "puzzle": puzzle, "policy": policy, "digits": SOLUTION}
    over = {"state": "solved", "finished_at": now, "mistakes": 1}
    for given in (assigned_puzzle, None):
        attempt = life.make(Attempt, assigned_puzzle=given, **fields, **over)
        client = life.make(AttemptClient, attempt=attempt, name=f"page-of-{life.first}")
        life.make(Move, attempt=attempt, number=1, kind="d", cell=2, digit=4, client=client, seq=1)
        life.make(BoardNote, attempt=attempt, author=teacher, kind="sentence", text="Look at row 3.")
        life.make(AttemptTechnique, attempt=attempt, technique="naked-single", hints=1)
        life.make(Placement, attempt=attempt, number=1, cell=2, digit=4, is_right=True, is_unaided=True)
    life.make(StepSearch, asker=user, key=f"position {life.first}")
    game = life.make(PredictionRound, player=user, algorithm="simple", grid=puzzle.givens, token="a", asked=1)
    life.make(Prediction, round=game, event=0, cell=2, digit=4, is_right=True)
    life.make(TechniqueUse, attempt=attempt, player=user, technique="naked-single", taken=2, is_unbroken=True)
    life.make(TechniqueProgress, player=user, technique="naked-single", progress=2)
    life.make(StormRun, player=user, right=3, wrong=1, mistakes={"x_wing": 1}, verdicts="++-+")
    life.make(WeeklyGoal, player=user, week=timezone.localdate(), days=3)
    life.make(OwnGrid, owner=user, puzzle=puzzle, name="From the train")
    position = TrainingPosition.of(example_of("x_wing").position, "x_wing", TrainingPosition.Origin.EXAMPLE)
    position, _is_new = TrainingPosition.objects.get_or_create(
        technique="x_wing",
        digits=position.digits,
        defaults={"givens": position.givens, "candidates": position.candidates, "origin": position.origin},
    )
    drill = {"position": position, "technique": "x_wing", "level": 2, "verdict": "found", "tries": 1}
    life.make(DrillAnswer, player=user, key="a", answer="r1c2-34", **drill)
    when = {"begun_at": timezone.now(), "due_at": timezone.now()}
    life.make(TechniqueMemory, player=user, technique="x_wing", card={"step": 0}, **when)
    Preferences.objects.create(player=user, techniques_off=["naked-pair"])
    life.keys["play.Preferences"] = {user.pk}


def be_rated(life: Life, puzzle: Puzzle) -> None:
    now, estimate = timezone.now(), {"mean": 0.5, "deviation": 0.6}
    day = {"rated_at": now, "day": now.date(), "day_mean": 0.0}
    life.make(PlayerRating, player=life.user, count=1, **day, **estimate)
    life.make(RatedResult, player=life.user, puzzle=puzzle, is_success=True, **estimate)


def answer_in_a_room(life: Life, classroom: Classroom, puzzle: Puzzle) -> None:
    room = open_room(classroom=classroom)
    question = ask(room=room, asked=NewQuestion(Question.Kind.TEXT, "Which technique?"))
    life.make(Attendance, room=room, student=life.user)
    life.make(RoomAnswer, question=question, student=life.user, value="an X-Wing")
    given = {"classroom": classroom, "name": "Race", "policy": HelpPolicy.objects.get(), "is_race": True}
    work, _is_new = Assignment._base_manager.get_or_create(pk=10_000, defaults=given)
    now = timezone.now()
    times = {"room": room, "starts_at": now, "ends_at": now}
    race, _is_new = Race.objects.get_or_create(assignment=work, defaults=times)
    life.make(RaceEntry, race=race, student=life.user, name=f"Tigre {life.user.pk}", clock_from=now)
    rules = {"team_size": 2, "digits_a_turn": 2, "turn_seconds": 45, "puzzle": puzzle}
    relay, _is_new = Relay.objects.get_or_create(race=race, defaults=rules)
    grid = {"digits": puzzle.givens, "turn_started_at": now, "clock_from": now}
    team, _is_new = RelayTeam.objects.get_or_create(relay=relay, number=1, defaults=grid)
    seat = {"team": team, "relay": relay, "place": life.user.pk, "seen_at": now}
    life.make(RelayMember, student=life.user, name=f"Lynx {life.user.pk}", **seat)
    move = {"cell": life.user.pk % 81, "digit": 1, "is_right": False}
    life.make(RelayMove, team=team, student=life.user, number=life.user.pk, **move)


def keep_grids(life: Life, puzzle: Puzzle) -> None:
    user, policy = life.user, HelpPolicy.objects.get()
    life.make(Assignment, classroom=Classroom.objects.first(), author=user, name="Written", policy=policy)
    collection = life.make(Collection, owner=user, name=f"grids of {user.pk}", policy=policy)
    life.make(Entry, collection=collection, puzzle=puzzle, number=1, line=1)
    file = life.make(
        PuzzleImport, collection=collection, owner=user, file_name="a.txt", size=82, sha256="0" * 64
    )
    life.make(ImportChunk, puzzle_import=file, number=0, data=b"bytes")
    life.make(RejectedLine, puzzle_import=file, line=3, reason="length", excerpt="12")
    life.make(PuzzleGeneration, collection=collection, seed="seed")
    enqueue("puzzles.library.services.tasks.import_puzzles", [file.pk])


def write_programs(life: Life, teacher: User) -> None:
    exercise = {"student": life.user, "worksheet": "mini_projet", "exercise": "bloc"}
    life.make(ExerciseProgress, **exercise, tries=2)
    life.make(ReferenceShown, **exercise)
    life.make(BugFind, **exercise, name="two-rows-only")
    draft = life.make(Program, student=life.user, worksheet="mini_projet", text="S = []", version=2)
    life.make(ProgramCopy, program=draft, text="S = [[]]")
    life.make(Answer, student=life.user, worksheet="mini_projet", question="type", text="a reason")
    program = {"file_name": f"sudoku_{life.user.username}.py", "source": "S = []"}
    submission = life.make(Submission, student=life.user, worksheet="mini_projet", **program)
    life.make(JudgedExercise, submission=submission, exercise="bloc", verdict="passed", judged_by="student")
    life.make(Comment, submission=submission, author=teacher, text="Well done.")


def prepare_lessons(life: Life, classroom: Classroom) -> None:
    user, day = life.user, timezone.localdate()
    life.make(LessonPack, owner=user, title=f"Pack of {user.pk}", summary="Two activities", activities=[])
    given = {"pack": "n_valide", "title": "Every solution", "takes_place_on": day, "due_on": day}
    life.make(Lesson, classroom=classroom, author=user, token=hashed("lesson", user.username)[:32], **given)


def have_rights(life: Life, teacher: User) -> None:
    user = life.user
    group, _created = Group.objects.get_or_create(name="a group")
    life.make(User.groups.through, user=user, group=group)
    life.make(User.user_permissions.through, user=user, permission=Permission.objects.all()[:1].get())
    life.make(LogEntry, user=user, action_flag=CHANGE, object_repr="something", change_message="")
    for row in (user, Membership.objects.get(student=user), Attempt.objects.filter(player=user)[0]):
        kind = ContentType.objects.get_for_model(row)
        about = {"content_type": kind, "object_id": str(row.pk), "object_repr": str(row)[:200]}
        LogEntry.objects.create(user=teacher, action_flag=CHANGE, change_message="Changed.", **about)
    # About a row that is gone: only its text still names the person.
    LogEntry.objects.create(user=teacher, action_flag=CHANGE, object_id="1", object_repr=f"{user} (5e A)")


def enqueue(path: str, arguments: list[int]) -> None:
    DBTaskResult.objects.create(
        task_path=path,
        args_kwargs={"args": arguments, "kwargs": {}},
        backend_name="default",
        run_after=get_date_max(),
        exception_class_path="",
        traceback="",
    )


@pytest.fixture
def every_text(db: None) -> Callable[[], dict[str, list[str]]]:
    """`every_text()`: all that stands in the database, as texts, table by table; sessions are read, too.

    Only the number that a row bears itself is left out: SQLite counts on from the highest there ever was.
    """

    def read() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for model in apps.get_models(include_auto_created=True):
            fields = [
                each.attname
                for each in model._meta.concrete_fields
                if each.is_relation or not isinstance(each, AutoField)
            ]
            rows = model._base_manager.values_list(*fields)
            found[model._meta.label] = [str(value) for row in rows for value in row]
        sessions = apps.get_model("sessions", "Session").objects.all()
        found["sessions.Session"] += [str(session.get_decoded()) for session in sessions]
        return found

    return read
