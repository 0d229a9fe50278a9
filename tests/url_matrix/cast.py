"""Who asks for the addresses of the site, and what there is to be found under them."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Classroom, FormerStudent, Membership, User
from accounts.services.card_codes import card_code
from accounts.services.cards import keep_cards
from accounts.services.join_codes import open_join_code
from accounts.services.login_codes import make_codes
from accounts.services.passwords import new_card_key
from accounts.services.setup import issue_setup_token
from puzzles.assignments.models import Assignment, Competence
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.calendar_feeds import create_feed
from puzzles.assignments.services.creation import create_assignment, hand_out
from puzzles.assignments.services.lifecycle import archive_assignment, excuse, hand_out_now
from puzzles.assignments.services.parts import create_wholes
from puzzles.assignments.services.sources import Source
from puzzles.assignments.services.submissions import comment, submit
from puzzles.course.models import BugFind, ExerciseProgress
from puzzles.course.services.assigned_predictions import assigned_run, open_run
from puzzles.engine import Board, search_line
from puzzles.engine.techniques import example_of
from puzzles.lessons.services.giving import Giving, give_to_class
from puzzles.lessons.services.packs import copy_pack, find_pack
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, Puzzle, PuzzleImport, RejectedLine
from puzzles.library.services.policies import EXAM, PRACTICE, policy_with
from puzzles.play.game import Op, OpKind
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.challenges import challenge_token
from puzzles.play.services.closing import hand_in
from puzzles.play.services.own_grids import keep_grid
from puzzles.play.services.play import SentOp, play_moves
from puzzles.rooms.models import Question, Race
from puzzles.rooms.services.questions import NewQuestion, ask
from puzzles.rooms.services.races import start_race
from puzzles.rooms.services.relays import join_relay, start_relay
from puzzles.rooms.services.rooms import close_room, lead, open_room
from puzzles.training.models import DrillAnswer, TrainingPosition
from puzzles.training.services.assigned_drills import assigned_drills, next_assigned_drill
from puzzles.training.services.daily import choose_grids
from puzzles.training.services.drills import next_drill, show_drill
from puzzles.training.services.storm import begin_run, positions_of

GRIDS = Path(__file__).parents[2] / "puzzles" / "samples" / "sudoku.txt"
PASSWORD = "a grid of nine"
PAGE = "0123456789abcdef"

# The columns of every table: who has no account, a student, another of the same class, one of a class of the
# other teacher's, the teacher of the class, another teacher, an administrator.
VISITORS = ("nobody", "student", "mate", "outside", "teacher", "other", "admin")


def new_cast() -> tuple[dict[str, User], dict[str, Any]]:
    """The visitors who have an account, and what a table calls the things its addresses are about.

    Classes, the work given to them and the library are the teacher's; all that is played is the student's.
    """
    token = issue_setup_token()
    people = {
        "teacher": account("mme.martin", User.Role.TEACHER),
        "other": account("m.durand", User.Role.TEACHER),
        "admin": User.objects.create_superuser("admin", PASSWORD),
    }
    teacher = people["teacher"]
    classes = {
        "class": classroom("6e B", teacher, account("mme.petit", User.Role.TEACHER)),
        "second_class": classroom("6e C", teacher),
        "put_away_class": classroom("6e D", teacher, archived_at=timezone.now()),
        "other_class": classroom("5e A", people["other"]),
    }
    people["student"] = enrolled("lea", classes["class"])
    people["mate"] = enrolled("tom", classes["class"])
    people["outside"] = enrolled("zoe", classes["other_class"])
    grids = new_puzzles()
    things = assignments_of(teacher, classes["class"], people["student"], people["mate"], grids)
    things |= games_of(people["student"], grids) | library_of(teacher, grids)
    things |= challenge_of(people["student"], teacher, next(grids))
    things |= exercises_of(teacher, classes["class"], people["student"])
    things |= drills_of(people["student"])
    things |= class_drills_of(teacher, classes["class"], people["student"])
    things |= wholes_of(teacher, classes["class"])
    things |= storm_of(people["student"])
    things |= relay_of(classes["class"], teacher, people["student"], next(grids))
    things |= room_of_class(classes["class"], teacher, next(grids))
    things |= lessons_of(teacher, people["other"], classes["class"])
    things |= exam_that_can_be_drawn(teacher, classes["class"], things["second_puzzle"])
    things |= daily_of(classes["class"], classes["other_class"])
    things |= rows_of_accounts(people, classes)
    # Somebody who has left the class and is in none.
    former = account("ada", User.Role.STUDENT)
    FormerStudent.objects.create(teacher=teacher, student=former, class_name="6e A")
    # Somebody for whom nothing was handed out.
    enrolled("eva", classes["class"])
    things |= {"token": token, "student": people["student"].pk}
    things |= {"calendar_feed": create_feed(owner=people["student"])}
    return people, things | {name: row.pk for name, row in classes.items()}


def account(username: str, role: User.Role) -> User:
    return User.objects.create_user(username, PASSWORD, role=role)


def classroom(name: str, *teachers: User, **fields: Any) -> Classroom:
    made = Classroom.objects.create(name=name, **fields)
    made.teachers.set(teachers)
    return made


def enrolled(username: str, classroom: Classroom) -> User:
    student = account(username, User.Role.STUDENT)
    Membership.objects.create(classroom=classroom, student=student, real_name=username.title())
    return student


def new_puzzles(*, from_the_end: bool = False) -> Iterator[Puzzle]:
    """Grids that are not alike, as many as are wanted."""
    lines = re.findall(r"^[\d.]{81}$", GRIDS.read_text(), re.MULTILINE)
    for line in reversed(lines) if from_the_end else lines:
        givens = line.replace("0", ".")
        count, solution = search_line(givens)
        if count == 1:
            yield Puzzle.objects.create(
                givens=givens,
                solution=solution,
                clue_count=81 - givens.count("."),
                solution_count=1,
                solving_class=Puzzle.SolvingClass.SIMPLE,
                tier=1,
                score=100,
                rating=1,
                grader=1,
            )


# Work given to the class


def assignments_of(
    teacher: User, classroom: Classroom, student: User, classmate: User, grids: Iterator[Puzzle]
) -> dict[str, Any]:
    """Assignments in every state, and what the student has of them."""

    def given(name: str, *more: int, **fields: Any) -> Assignment:
        rules = {"policy": policy_with(**PRACTICE)} | fields
        source = Source(puzzles=(next(grids).pk, *more))
        return create_assignment(author=teacher, classroom=classroom, name=name, source=source, **rules)

    exam_rules = {"policy": policy_with(**EXAM)}
    # Locked by no other work.
    second = next(new_puzzles(from_the_end=True)).pk
    work = {
        "homework": hand_out(assignment=given("Homework")),
        "exam": hand_out(assignment=given("Exam", **exam_rules)),
        "exam_done": hand_out(assignment=given("Exam, done", **exam_rules)),
        "runs": hand_out(assignment=given("Runs", second, algorithm="td_iteratif", predictions=3)),
        "put_away": hand_out(assignment=given("Put away")),
        "draft": given("Draft"),
    }
    attempts = {}
    # While the mate writes the exam, solvers and help rest for him, and answer the student.
    writers = {"homework": student, "exam": classmate, "exam_done": student, "put_away": student}
    for name, worker in writers.items():
        begin(student=worker, assignment_id=work[name].pk)
        attempts[f"{name}_attempt"] = open_grid(student=worker, assignment_id=work[name].pk, position=1)
    hand_in(student=student, assignment_id=work["exam_done"].pk)
    archive_assignment(assignment=work["put_away"])
    begin(student=classmate, assignment_id=work["homework"].pk)
    run = {"student": student, "assignment_id": work["runs"].pk}
    begin(**run)
    open_run(**run, position=1)
    excuse(assignee=work["runs"].assignees.get(student=classmate))
    return {name: row.pk for name, row in {**work, **attempts}.items()} | {
        "exam_grid": attempts["exam_attempt"].puzzle.givens,
        "exam_puzzle": attempts["exam_attempt"].puzzle_id,
        "put_away_cell": attempts["put_away_attempt"].digits.index("."),
        "runs_question": assigned_run(**run, position=1).end,
        "runs_grid": work["runs"]
        .assignees.get(student=student)
        .assigned_puzzles.get(position=1)
        .puzzle.givens,
    }


def exercises_of(teacher: User, classroom: Classroom, student: User) -> dict[str, Any]:
    """Exercises given to the class, with a program that the student handed in, and a draft of others."""

    def given(name: str) -> Assignment:
        fields = {"worksheet": "mini_projet", "exercises": ["bloc"], "policy": policy_with()}
        return create_assignment(author=teacher, classroom=classroom, name=name, source=Source(), **fields)

    exercises = hand_out(assignment=given("Exercises"))
    named = {"worksheet": "mini_projet", "exercise": "bloc"}
    program = {"worksheet": "mini_projet", "source": "S = []", "assignment_id": exercises.pk}
    return {
        "competence": Competence.objects.create(teacher=teacher, code="TEST", name="Test").pk,
        "exercises": exercises.pk,
        "exercises_draft": given("Exercises, draft").pk,
        "bug_find": BugFind.objects.create(student=student, **named, name="one").pk,
        "exercise_progress": ExerciseProgress.objects.create(student=student, **named).pk,
        "submission": (version := submit(student=student, **program)).pk,
        "comment": comment(submission=version, author=teacher, text="Why?").pk,
    }


def drills_of(student: User) -> dict[str, Any]:
    """A position to find an X-Wing in, a drill that goes on, and one that the student has had shown."""
    example = example_of("x_wing")
    TrainingPosition.of(example.position, "x_wing", TrainingPosition.Origin.EXAMPLE).save()
    asked = {"player": student, "technique": "x_wing", "level": DrillAnswer.Level.BOARD}
    shown = show_drill(player=student, token=next_drill(**asked).token)
    return {"drill": shown.pk, "drill_token": next_drill(**asked).token}


def class_drills_of(teacher: User, classroom: Classroom, student: User) -> dict[str, Any]:
    """Drills given to the class, begun by the student, and a draft of others."""
    position = example_of("skyscraper").position
    row = TrainingPosition.of(position, "skyscraper", TrainingPosition.Origin.EXAMPLE)
    row.save()

    def given(name: str) -> Assignment:
        fields = {"technique": "skyscraper", "positions": [row.pk], "policy": policy_with()}
        return create_assignment(author=teacher, classroom=classroom, name=name, source=Source(), **fields)

    work = hand_out(assignment=given("Drills"))
    begin(student=student, assignment_id=work.pk)
    drills = assigned_drills(student=student, assignment_id=work.pk)
    return {
        "drill_work": work.pk,
        "drill_draft": given("Drills, draft").pk,
        "assigned_token": next_assigned_drill(drills).token,
    }


def wholes_of(teacher: User, classroom: Classroom) -> dict[str, Any]:
    """An assignment with two parts of exercises given to the class, and a draft with two."""

    def given(name: str) -> tuple[Assignment, Assignment]:
        [whole] = create_wholes(author=teacher, classrooms=[classroom], name=name)
        work = {"source": Source(), "policy": policy_with(), "worksheet": "mini_projet"}
        parts = [
            create_assignment(
                author=teacher,
                classroom=classroom,
                whole=whole,
                name=f"{name}, {key}",
                exercises=[key],
                **work,
            )
            for key in ("ligne", "colonne")
        ]
        return whole, parts[0]

    whole, part = given("Whole")
    hand_out_now(assignment=whole)
    draft, draft_part = given("Whole, draft")
    return {"whole": whole.pk, "part": part.pk, "whole_draft": draft.pk, "draft_part": draft_part.pk}


def storm_of(student: User) -> dict[str, Any]:
    """The student's storm that goes on, however long the matrix takes, and its first position."""
    example = example_of("full_house")
    TrainingPosition.of(example.position, "full_house", TrainingPosition.Origin.EXAMPLE).save()
    run = begin_run(player=student)
    run.started_at += timedelta(days=1)
    run.save(update_fields=["started_at"])
    return {"storm_token": positions_of(run=run, player=student, start=0)[0].token}


def daily_of(classroom: Classroom, other: Classroom) -> dict[str, Any]:
    """The grids of the day of two classes: looking at them need not choose them."""
    today = timezone.localdate()
    yesterday = today - timedelta(days=1)
    for each, day in ((classroom, yesterday), (classroom, today), (other, today)):
        assert choose_grids(classroom=each, day=day)
    return {"yesterday": yesterday.isoformat()}


def room_of_class(classroom: Classroom, teacher: User, puzzle: Puzzle) -> dict[str, Any]:
    """An open room of the class, in which the teacher leads and has asked a question; one that is closed.

    A race is still on, as one is for the moment in which its room closes.
    """
    closed = open_room(classroom=classroom)
    race = start_race(room=closed, author=teacher, source=Source(puzzles=(puzzle.pk,)), minutes=60)
    times = {"starts_at": timezone.now(), "ends_at": race.ends_at}
    close_room(room=closed)
    Race.objects.update(is_away=False, **times)
    Assignment._base_manager.filter(is_race=True).update(stopped_at=race.ends_at)
    room = open_room(classroom=classroom)
    lead(room=room, address="/techniques/x_wing/")
    asked = NewQuestion(Question.Kind.CHOICE, "How many?", ["8", "9"], ["1"])
    question = ask(room=room, asked=asked)
    return {"closed_room": closed.pk, "room": room.pk, "question": question.pk, "race": race.pk}


def relay_of(classroom: Classroom, teacher: User, student: User, puzzle: Puzzle) -> dict[str, Any]:
    """A relay of a closed room that is still on, the student in its only team, and an empty cell of it."""
    closed = open_room(classroom=classroom)
    rules = {"minutes": 60, "team_size": 2, "digits_a_turn": 5, "turn_seconds": 300}
    relay = start_relay(room=closed, author=teacher, source=Source(puzzles=(puzzle.pk,)), **rules)
    ends_at = relay.race.ends_at
    Race.objects.filter(pk=relay.race_id).update(starts_at=timezone.now())
    join_relay(race=relay.race, student=student)
    close_room(room=closed)
    Race.objects.filter(pk=relay.race_id).update(is_away=False, ends_at=ends_at)
    Assignment._base_manager.filter(pk=relay.race.assignment_id).update(stopped_at=ends_at)
    # However long the matrix takes, the turn is the student's: nobody else is there.
    relay.members.update(seen_at=timezone.now() + timedelta(days=1))
    return {"relay": relay.pk, "relay_cell": puzzle.givens.index(".")}


def lessons_of(teacher: User, colleague: User, classroom: Classroom) -> dict[str, Any]:
    """A lesson of the class with its work as drafts, a pack of each teacher, and a lesson of next week."""
    pack = find_pack(teacher, "td_iteratif")
    today = timezone.localdate()
    days = {"takes_place_on": today, "due_on": today + timedelta(days=7)}
    dates = Giving(**days, token="0" * 32, as_drafts=True)
    coming = Giving(takes_place_on=days["due_on"], due_on=days["due_on"], token="1" * 32, as_drafts=True)
    given = {"teacher": teacher, "pack": pack, "classroom": classroom}
    shared = copy_pack(owner=colleague, pack=pack)
    shared.is_shared = True
    shared.save(update_fields=["is_shared"])
    return {
        "lesson": give_to_class(**given, giving=dates).pk,
        "coming_lesson": give_to_class(**given, giving=coming).pk,
        "pack": copy_pack(owner=teacher, pack=pack).pk,
        "shared_pack": shared.pk,
        "today": today.isoformat(),
    }


def exam_that_can_be_drawn(teacher: User, classroom: Classroom, puzzle: int) -> dict[str, Any]:
    """The draft of an exam, on a grid of a collection that is open to its students."""
    draft = create_assignment(
        author=teacher,
        classroom=classroom,
        name="Exam, draft",
        source=Source(puzzles=(puzzle,)),
        policy=policy_with(**EXAM),
    )
    return {"exam_draft": draft.pk}


def games_of(student: User, grids: Iterator[Puzzle]) -> dict[str, Any]:
    """Grids the student has drawn: one open, one with a move, one solved; one she keeps, one nobody plays."""
    policy = policy_with(**PRACTICE)
    open_puzzle, solved_puzzle = next(grids), next(grids)
    attempt = Attempt.objects.create(
        player=student, puzzle=open_puzzle, policy=policy, digits=open_puzzle.givens
    )
    solved = Attempt.objects.create(
        player=student,
        puzzle=solved_puzzle,
        policy=policy,
        digits=solved_puzzle.solution,
        state=Attempt.State.SOLVED,
        finished_at=timezone.now(),
    )
    free_grid = next(grids).givens
    played_puzzle = next(grids)
    played = Attempt.objects.create(
        player=student, puzzle=played_puzzle, policy=policy, digits=played_puzzle.givens
    )
    move = Op(OpKind.DIGIT, played_puzzle.givens.index("."), 1)
    play_moves(player=student, attempt_id=played.pk, client=PAGE, ops=[SentOp(1, move, 500)])
    kept = keep_grid(owner=student, board=Board.from_line(next(grids).givens))
    cell = open_puzzle.givens.index(".")
    return {
        "attempt": attempt.pk,
        "attempt_grid": open_puzzle.givens,
        "cell": cell,
        "digit": open_puzzle.solution[cell],
        "played": played.pk,
        "solved": solved.pk,
        "own_grid": kept.pk,
        "free_grid": free_grid,
    }


def challenge_of(student: User, teacher: User, puzzle: Puzzle) -> dict[str, Any]:
    """A grid of a collection that the student has solved, and the link to it for others."""
    collection = Collection.objects.create(
        name="For challenges",
        owner=teacher,
        audience=Collection.Audience.EVERYONE,
        policy=policy_with(**PRACTICE),
        entry_count=1,
        drawable_count=1,
    )
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    attempt = Attempt.objects.create(
        player=student,
        puzzle=puzzle,
        collection=collection,
        policy=collection.policy,
        digits=puzzle.solution,
        state=Attempt.State.SOLVED,
        finished_at=timezone.now(),
    )
    token = challenge_token(player=student, attempt_id=attempt.pk, shows_name=True, shows_time=True)
    return {"from_collection": attempt.pk, "challenge": token}


# What the teacher has in her library


def library_of(teacher: User, grids: Iterator[Puzzle]) -> dict[str, Any]:
    """A collection for every audience; a file that came in, one that waits, and grids that are ordered."""
    collections = {each: collection_of(teacher, each, grids) for each in ("everyone", "classes", "nobody")}
    everyone = collections["everyone"]
    file = {"owner": teacher, "collection": everyone, "file_name": "sudoku.txt", "size": 82}
    done = PuzzleImport.objects.create(state=PuzzleImport.State.DONE, finished_at=timezone.now(), **file)
    RejectedLine.objects.create(puzzle_import=done, line=1, reason="length", details={"count": 80})
    return {f"for_{each}": row.pk for each, row in collections.items()} | {
        "entry": everyone.entries.get(number=1).pk,
        "puzzle": everyone.entries.get(number=1).puzzle_id,
        "second_puzzle": everyone.entries.get(number=2).puzzle_id,
        "import_done": done.pk,
        "import_waiting": PuzzleImport.objects.create(**file).pk,
        "order": library.order_puzzles(collection=everyone, count=3, tier=2).pk,
    }


def collection_of(teacher: User, audience: str, grids: Iterator[Puzzle]) -> Collection:
    collection = Collection.objects.create(
        name=f"For {audience}",
        owner=teacher,
        audience=audience,
        policy=policy_with(**PRACTICE),
        entry_count=2,
        drawable_count=2,
        graded_count=2,
        tier_counts={"1": 2},
    )
    for number in (1, 2):
        Entry.objects.create(
            collection=collection, puzzle=next(grids), number=number, line=number, position=number
        )
    return collection


# What accounts leave behind


def rows_of_accounts(people: dict[str, User], classes: dict[str, Classroom]) -> dict[str, Any]:
    """Codes that let somebody in, and rows that only administrators repair."""
    own, others = classes["class"], classes["other_class"]
    made = make_codes(classroom=own, students=[people["mate"]], teacher=people["teacher"])
    open_join_code(classroom=others, teacher=people["other"])
    others.refresh_from_db()
    task = DBTaskResult.objects.create(
        args_kwargs={"args": [], "kwargs": {}},
        task_path="puzzles.library.services.tasks.grade_puzzles",
        backend_name="default",
        run_after=timezone.now() - timedelta(days=1),
    )
    key = new_card_key()
    cards = keep_cards(
        by=people["teacher"], classroom=own, cards=[(1, people["mate"]), (2, people["student"])], key=key
    )
    return {
        "card_sheet": cards.pk,
        "card_code": card_code(key, 1),
        "login_code": made[0].code,
        "join_code": others.join_code,
        "password": PASSWORD,
        "task": task.pk,
        **{
            f"{model.__name__}_type": ContentType.objects.get_for_model(model).pk
            for model in (User, Collection)
        },
        "membership": own.memberships.get(student=people["student"]).pk,
        **{f"{name}_pk": user.pk for name, user in people.items()},
    }
