"""What a full class has since several kinds of work: a whole, questions, a relay, a past room, colleagues."""

import random
from datetime import datetime, timedelta
from typing import Any

RELAY_CLASS = "2de 4"
# The two students of the relay who have a password; they are the first two of the first team.
ON_TURN, WAITING = "tom", "ines"
TEAM_SIZE = 4
QUESTIONS: list[dict[str, Any]] = [
    {
        "kind": "choice",
        "text": "Combien de cases une case voit-elle ?",
        "choices": ["8", "20", "27", "Cela dépend de la case"],
        "right": ["1"],
        "explanation": "8 de la ligne, 8 de la colonne, et 4 du bloc hors des deux.",
    },
    {
        "kind": "choice",
        "text": "Lesquelles de ces affirmations sont vraies d’une paire nue ?",
        "choices": [
            "Ses deux cases se voient.",
            "Elle élimine des candidats dans ses propres cases.",
            "Ses deux cases ont les deux mêmes candidats, et pas d’autres.",
        ],
        "right": ["0", "2"],
    },
    {"kind": "number", "text": "Combien y a-t-il d’unités dans une grille ?", "right": ["27"]},
    {"kind": "text", "text": "Pourquoi peut-on éliminer les candidats d’une paire nue du reste de l’unité ?"},
]
VALUES = [
    ["0", "1", "1", "1", "2", "3"],
    ["0,2", "0,2", "0,1", "2"],
    ["27", "27", "9", "81", "27"],
    [
        "Parce que les deux chiffres occupent forcément ces deux cases.",
        "Les deux cases prennent les deux chiffres, donc les autres cases ne peuvent pas les avoir.",
        "Car c’est la règle",
    ],
]


def fill_several(classroom: Any, now: datetime, rng: random.Random) -> None:
    for give in (give_questions, give_whole, leave_room, add_colleagues, run_relay):
        give(classroom, now, rng)


def _draft(classroom: Any, name: str, **fields: Any) -> Any:
    from puzzles.assignments.services.creation import create_assignment
    from puzzles.assignments.services.sources import Source
    from puzzles.library.services.policies import policy_with

    usual = {"source": Source(), "policy": policy_with()}
    return create_assignment(
        author=classroom.teachers.get(), classroom=classroom, name=name, **usual | fields
    )


def _questions() -> list[dict[str, Any]]:
    from puzzles.assignments.services.questions import Question

    return [Question(**each).to_json() for each in QUESTIONS]


def _answer(work: Any, now: datetime, rng: random.Random, *, who: list[Any], ends: bool) -> None:
    """Answers of these students, most of them to all questions."""
    from puzzles.assignments.models import QuestionAnswer

    rows = []
    for assignee in who:
        for number, values in enumerate(VALUES[: rng.choice([2, 4, 4])], start=1):
            is_read = number == len(VALUES) and ends
            rows.append(
                QuestionAnswer(
                    assignee=assignee,
                    number=number,
                    value=rng.choice(values),
                    is_right=rng.random() < 0.7 if is_read else None,
                )
            )
    QuestionAnswer.objects.bulk_create(rows)
    handed_in = {"handed_in_at": now} if ends else {}
    work.assignees.filter(pk__in=[each.pk for each in who]).update(began_at=now, **handed_in)


def give_questions(classroom: Any, now: datetime, rng: random.Random) -> None:
    """Questions that are being answered, and older ones whose results are published."""
    from puzzles.assignments.services.creation import hand_out

    names = {
        "Questions sur les paires": now + timedelta(days=3),
        "Questions de cours": now - timedelta(days=3),
    }
    for name, due in names.items():
        ends = due < now
        opened = due - timedelta(days=7)
        work = hand_out(
            assignment=_draft(classroom, name, questions=_questions(), opens_at=opened, due_at=due),
            now=opened,
        )
        assignees = list(work.assignees.order_by("pk"))
        _answer(work, due if ends else now, rng, who=assignees[-20:] if ends else assignees[:18], ends=ends)
        if ends:
            work.grades_published_at = now
            work.save(update_fields=["grades_published_at"])


def give_whole(classroom: Any, now: datetime, rng: random.Random) -> None:
    """Homework of three kinds, begun by most of the class, and a draft of two."""
    from puzzles.assignments.models import Assignee
    from puzzles.assignments.services.lifecycle import hand_out_now
    from puzzles.assignments.services.parts import create_wholes
    from puzzles.assignments.services.sources import Source
    from puzzles.library.models import Puzzle

    from .full_class import play_assigned

    puzzles = tuple(Puzzle.objects.filter(tier__lte=2).order_by("pk").values_list("pk", flat=True)[4:7])
    for name in ("Semaine 48 : paires et retour arrière", "Semaine 49 : révision"):
        [whole] = create_wholes(
            author=classroom.teachers.get(),
            classrooms=[classroom],
            name=name,
            opens_at=now - timedelta(days=1),
            due_at=now + timedelta(days=4),
        )
        grids = _draft(classroom, "Trois grilles", source=Source(puzzles=puzzles), whole=whole)
        questions = _draft(classroom, "Ce qu’est une paire", questions=_questions(), whole=whole)
        if name.startswith("Semaine 48"):
            _draft(
                classroom,
                "Deux exercices",
                worksheet="tutoriel",
                exercises=["is_valid", "solve"],
                whole=whole,
            )
            hand_out_now(assignment=whole, now=now - timedelta(days=1))
            play_assigned(grids, now, rng, share=0.6, ends=False)
            _answer(questions, now, rng, who=list(questions.assignees.order_by("pk")[:12]), ends=False)
            begun = Assignee.objects.filter(assignment__whole=whole).exclude(began_at=None)
            whole.assignees.filter(student__in=begun.values("student")).update(began_at=now)


def leave_room(classroom: Any, now: datetime, rng: random.Random) -> None:
    """A room of last week, closed, with the answers to two questions."""
    from puzzles.rooms.models import Answer, Attendance, Question, Room

    began = now - timedelta(days=7)
    room = Room.objects.create(
        classroom=classroom,
        opened_at=began,
        ends_at=began + timedelta(hours=2),
        closed_at=began + timedelta(hours=1),
    )
    students = [membership.student for membership in classroom.memberships.select_related("student")]
    Attendance.objects.bulk_create(Attendance(room=room, student=student) for student in students[:27])
    for number, (asked, values) in enumerate(zip(QUESTIONS[:2], VALUES, strict=False), start=1):
        question = Question.objects.create(
            room=room,
            number=number,
            kind=Question.Kind.CHOICE,
            text=asked["text"],
            choices=asked["choices"],
            right=asked["right"][:1],
            status=Question.Status.AWAY,
        )
        Answer.objects.bulk_create(
            Answer(question=question, student=student, value=rng.choice(values)[:1])
            for student in students[:24]
        )


def add_colleagues(classroom: Any, now: datetime, rng: random.Random) -> None:
    """A colleague who only sees the class; who made it owns it."""
    from accounts.models import User

    classroom.owner = classroom.teachers.get()
    classroom.save(update_fields=["owner"])
    classroom.readers.add(User.objects.create(username="mme-lefebvre", role=User.Role.TEACHER))


def run_relay(classroom: Any, now: datetime, rng: random.Random) -> None:
    """Another class in a relay that began some minutes ago; all of its members count as present."""
    from accounts.models import Classroom, Membership, User
    from puzzles.assignments.services.sources import Source
    from puzzles.library.models import Puzzle
    from puzzles.rooms.models import Attendance, Race, RelayMember, RelayTeam
    from puzzles.rooms.services.relays import start_relay
    from puzzles.rooms.services.rooms import open_room

    teacher = classroom.teachers.get()
    other = Classroom.objects.create(name=RELAY_CLASS, owner=teacher)
    other.teachers.add(teacher)
    students = [User.objects.get(username=name) for name in (ON_TURN, WAITING)]
    students += User.objects.bulk_create(
        User(username=f"{animal}-{manner}")
        for manner in ("vif", "doux")
        for animal in ("merle", "pie", "geai", "grive", "cygne", "paon", "buse")
    )
    Membership.objects.bulk_create(Membership(classroom=other, student=student) for student in students)
    room = open_room(classroom=other)
    Attendance.objects.bulk_create(
        Attendance(room=room, student=student, seen_at=now) for student in students
    )
    puzzle = Puzzle.objects.filter(tier=1).exclude(solution="").order_by("-pk").first()
    assert puzzle is not None
    relay = start_relay(
        room=room,
        author=teacher,
        source=Source(puzzles=(puzzle.pk,)),
        minutes=60,
        team_size=TEAM_SIZE,
        digits_a_turn=2,
        turn_seconds=90,
    )
    began = now - timedelta(minutes=4)
    Race.objects.filter(pk=relay.race_id).update(starts_at=began)
    empty = [cell for cell in range(81) if puzzle.givens[cell] in ".0"]
    for team in relay.teams.all():
        placed = set(empty[:: rng.choice([2, 3, 4])])
        digits = "".join(
            puzzle.solution[cell] if cell in placed else puzzle.givens[cell] for cell in range(81)
        )
        RelayTeam.objects.filter(pk=team.pk).update(
            digits=digits, clock_from=began, moves_made=len(placed), mistakes=rng.choice([0, 1, 3])
        )
    _make_team_mates(relay)
    RelayMember.objects.filter(relay=relay).update(seen_at=now + timedelta(days=1))


def _make_team_mates(relay: Any) -> None:
    """Let the two who have a password have the first two places of the first team."""
    from puzzles.rooms.models import RelayMember

    for place, name in enumerate((ON_TURN, WAITING), start=1):
        mine = RelayMember.objects.get(relay=relay, student__username=name)
        there = RelayMember.objects.get(relay=relay, team__number=1, place=place)
        if mine.pk != there.pk:
            mine.student, there.student = there.student, mine.student
            there.delete()
            mine.save(update_fields=["student"])
            there.pk = None
            there.save(force_insert=True)


def give_turn(relay: Any) -> None:
    """Make it the turn of `ON_TURN`, from now on."""
    from django.utils import timezone

    relay.teams.filter(number=1).update(turn=1, turn_started_at=timezone.now(), turn_digits=0)
    relay.members.update(missed=0)


def new_cards(classroom: Any) -> tuple[str, str]:
    """The address of a sheet of new cards for a class, and their key; no password is changed."""
    from django.urls import reverse

    from accounts.services.cards import keep_cards
    from accounts.services.passwords import new_card_key

    key = new_card_key()
    students = [each.student for each in classroom.memberships.select_related("student").order_by("pk")]
    sheet = keep_cards(
        by=classroom.teachers.get(), classroom=classroom, cards=list(enumerate(students, start=1)), key=key
    )
    return reverse("accounts:class_card_sheet", args=[classroom.pk, sheet.pk]), key.hex()
