"""Races: start one in a room, and open its grid. `race_ends.py` ends them.

The grid comes by a hidden assignment: so the locks of `play/services/access.py` and the judging of moves are
those of homework. Its games count for ratings as those of homework do.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pseudonyms import pseudonyms, shown_pseudonym
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services.creation import assign_puzzles, draw, students_of
from puzzles.assignments.services.sources import Source, numbered_puzzles
from puzzles.library.models import Collection
from puzzles.library.services.policies import NO_HELP, policy_with
from puzzles.play.models import Attempt
from puzzles.play.services.access import assigned_in_class, reserved_for_exams
from puzzles.play.services.draws import Criteria
from puzzles.play.services.watching import is_writing_exam

from ..models import Question, Race, RaceEntry, Room
from . import race_ends
from .rooms import PRESENT_FOR, RoomError, locked_room

Enter = Callable[[Race, datetime, random.Random], None]
COUNTDOWN = timedelta(seconds=5)
MINUTES = range(2, 61)


def draw_source(*, collections: Iterable[Collection], tier: int | None) -> Source:
    """The source of a grid that is drawn."""
    keys = tuple(sorted(collection.pk for collection in collections))
    return Source(collections=keys, count=1, criteria=Criteria(tier=tier))


def numbered_source(*, collection: Collection, number: int) -> Source:
    """The source of the grid of this number. Raises SourceError."""
    return Source(puzzles=numbered_puzzles(collection, str(number)))


def start_race(
    *,
    room: Room,
    author: User,
    source: Source,
    minutes: int,
    teams: int = 0,
    enter: Enter | None = None,
    rng: random.Random | None = None,
) -> Race:
    """Start a race in an open room: a countdown, then the grid. Raises RoomError and SourceError.

    It starts for all students of the class; those with an open page now have their clock from its start.
    `enter` is called with the race to enter them, in the same transaction.
    """
    rng = rng or random.SystemRandom()
    classroom = room.classroom
    assignment = Assignment(
        author=author,
        classroom=classroom,
        name=_("Race"),
        policy=policy_with(**NO_HELP),
        source=source.to_json(),
        is_race=True,
    )
    _refuse_assigned(source, room)
    drawn, distribution = draw(assignment, students_of(classroom), rng)
    with transaction.atomic():
        found = locked_room(room)
        if not found.classroom.has_races:
            raise RoomError(_("Races are switched off for this class."))
        if race_ends.is_racing(found):
            raise RoomError(_("A race is on already."))
        now = timezone.now()
        race_ends.clear(found, now)
        found.questions.on_screen().update(status=Question.Status.AWAY)
        starts_at = now + COUNTDOWN
        ends_at = min(starts_at + timedelta(minutes=minutes), found.ends_at)
        assignment.source = drawn.to_json()
        assignment.handed_out_at, assignment.opens_at, assignment.stopped_at = now, starts_at, ends_at
        assignment.save()
        assign_puzzles(assignment, distribution)
        race = Race.objects.create(
            room=found, assignment=assignment, teams=teams, starts_at=starts_at, ends_at=ends_at
        )
        (enter or _enter_who_is_here)(race, now, rng)
        found.attendances.filter(is_following=True).update(is_following=False)
        found.address, found.is_holding = "", False
        found.version += 1
        found.save(update_fields=["address", "is_holding", "version"])
    return race


def _refuse_assigned(source: Source, room: Room) -> None:
    """Raise RoomError for a chosen grid of an exam, or of an assignment of the class."""
    if reserved_for_exams(source.puzzles):
        raise RoomError(_("This grid is in an exam: choose another one."))
    if assigned_in_class(source.puzzles, room.classroom):
        raise RoomError(_("This grid is in an assignment of the class: choose another one."))


def students_here(race: Race, now: datetime, rng: random.Random) -> list[tuple[User, str]]:
    """The students with an open page in random order, each with a name for the race."""
    members = {student.pk: student for student in students_of(race.room.classroom)}
    here = race.room.attendances.filter(seen_at__gt=now - PRESENT_FOR, student__in=members)
    students = [members[key] for key in here.order_by("student").values_list("student_id", flat=True)]
    students = [student for student in students if not is_writing_exam(student, now)]
    rng.shuffle(students)
    names = race_names(rng, taken={student.username for student in members.values()})
    return [(student, next(names)) for student in students]


def _enter_who_is_here(race: Race, now: datetime, rng: random.Random) -> None:
    """Enter the students with an open page, evenly into the teams, at random."""
    RaceEntry.objects.bulk_create(
        RaceEntry(
            race=race,
            student=student,
            name=name,
            team=1 + place % race.teams if race.teams else 0,
            clock_from=race.starts_at,
        )
        for place, (student, name) in enumerate(students_here(race, now, rng))
    )


def late_name(race: Race, rng: random.Random, *, taken: set[str]) -> str:
    """A name for one who comes later, besides the names that are taken."""
    members = students_of(race.room.classroom)
    return next(race_names(rng, taken=taken | {member.username for member in members}))


def race_names(rng: random.Random, *, taken: set[str]) -> Iterator[str]:
    """Names for the race: none is the pseudonym of a student of the class, none comes twice."""
    taken = {shown_pseudonym(name) for name in taken}
    for name in map(shown_pseudonym, pseudonyms(rng)):
        if name not in taken:
            taken.add(name)
            yield name


def open_race_grid(*, race: Race, student: User, rng: random.Random | None = None) -> Attempt:
    """The student's game of the race, begun if need be; a late one's clock runs from now. Raises RoomError.

    A game that is begun is found again, after the race, too: a phone that was off comes back to it.
    """
    with transaction.atomic():
        room = Room.objects.select_for_update().get(pk=race.room_id)
        found = Race.objects.select_related("relay").get(pk=race.pk)
        if found.relay_or_none:
            raise RoomError(_("In a relay each team has one grid."))
        assignment = race_assignment(found)
        assigned = race_puzzle(assignment, student)
        if assigned.attempt_or_none is not None:
            return assigned.attempt_or_none
        now = timezone.now()
        refuse_closed(found, assignment, student, now)
        _entry(found, student, now, rng or random.SystemRandom())
        Assignee.objects.filter(pk=assigned.assignee_id).update(began_at=now)
        room.version += 1
        room.save(update_fields=["version"])
        return Attempt.objects.create(
            player=student,
            puzzle=assigned.puzzle,
            policy=assignment.policy,
            assigned_puzzle=assigned,
            digits=assigned.puzzle.givens,
            started_at=now,
            progress_at=now,
            last_move_at=now,
        )


def race_assignment(race: Race) -> Assignment:
    """The hidden assignment of a race: `objects` leaves it out."""
    rows = Assignment._base_manager.select_related("policy", "classroom")
    return rows.get(pk=race.assignment_id)


def refuse_closed(race: Race, assignment: Assignment, student: User, now: datetime) -> None:
    if race.ends_at <= now:
        raise RoomError(_("This race is over."))
    if race.starts_at > now:
        raise RoomError(_("The race starts in a moment."))
    if assignment.classroom.paused_at is not None:
        raise RoomError(_("Your teacher has paused the class. Open the grid when it resumes."))
    if is_writing_exam(student, now):
        raise RoomError(_("Finish your exam first."))


def race_puzzle(assignment: Assignment, student: User) -> AssignedPuzzle:
    """The student's puzzle of the race; who has joined the class since gets it now."""
    rows = AssignedPuzzle.objects.select_related("puzzle", "attempt")
    own = rows.filter(assignee__assignment=assignment, assignee__student=student)
    found = own.first()
    if found is None:
        assign_puzzles(assignment, {student.pk: Source.from_json(assignment.source).puzzles})
        found = own.get()
    return found


def _entry(race: Race, student: User, now: datetime, rng: random.Random) -> RaceEntry:
    """The student's entry; a late one goes to the smallest team."""
    entries = list(race.entries.all())
    for entry in entries:
        if entry.student_id == student.pk:
            return entry
    sizes = Counter(entry.team for entry in entries)
    smallest = min(range(1, race.teams + 1), key=lambda team: (sizes[team], team), default=0)
    name = late_name(race, rng, taken={entry.name for entry in entries})
    return RaceEntry.objects.create(race=race, student=student, name=name, team=smallest, clock_from=now)
