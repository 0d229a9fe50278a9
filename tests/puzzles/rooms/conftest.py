"""A room of the class, and its questions."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.services.sources import Source
from puzzles.library.models import Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services.play import SentOp, play_moves
from puzzles.rooms.models import Attendance, Question, Race, Relay, Room
from puzzles.rooms.services.questions import NewQuestion, ask
from puzzles.rooms.services.races import open_race_grid, start_race
from puzzles.rooms.services.relays import start_relay
from puzzles.rooms.services.rooms import open_room


@pytest.fixture
def room(classroom: Classroom, student: User) -> Room:
    """The open room of the student's class."""
    return open_room(classroom=classroom)


@pytest.fixture
def question_of(room: Room) -> Callable[..., Question]:
    """`question_of(kind, choices=, right=, ...)`: a question that is on the screens now."""

    def put(kind: str = "choice", **fields: Any) -> Question:
        rest = {"choices": ["8", "9", "10"], "right": ["1"]} if kind == "choice" else {}
        return ask(room=room, asked=NewQuestion(Question.Kind(kind), "How many?", **rest | fields))

    return put


@pytest.fixture
def race_of(room: Room, teacher: User, puzzle: Puzzle) -> Callable[..., Race]:
    """`race_of(*present, teams=, starts_in_s=)`: a race on the fixture `puzzle`; these have an open page."""

    def start(*present: User, teams: int = 0, starts_in_s: int = 0) -> Race:
        for each in present:
            Attendance.objects.get_or_create(room=room, student=each)
        source = Source(puzzles=(puzzle.pk,))
        race = start_race(room=room, author=teacher, source=source, minutes=10, teams=teams)
        began_at = race.starts_at + timedelta(seconds=starts_in_s - 5)
        race.entries.update(clock_from=began_at)
        race.starts_at = began_at
        race.save()
        return race

    return start


@pytest.fixture
def relay_of(room: Room, teacher: User, puzzle: Puzzle) -> Callable[..., Relay]:
    """`relay_of(*present, starts_in_s=, **rules)`: a relay, as `race_of` a race; its members have just asked.

    The rules are `team_size`, `digits_a_turn`, `turn_seconds` and `minutes`.
    """

    def start(*present: User, starts_in_s: int = 0, **rules: int) -> Relay:
        for each in present:
            Attendance.objects.get_or_create(room=room, student=each)
        rules = {"team_size": 2, "digits_a_turn": 2, "turn_seconds": 45, "minutes": 10} | rules
        source = Source(puzzles=(puzzle.pk,))
        relay = start_relay(room=room, author=teacher, source=source, rng=Random(7), **rules)
        began_at = relay.race.starts_at + timedelta(seconds=starts_in_s - 5)
        relay.teams.update(clock_from=began_at, turn_started_at=began_at)
        relay.members.update(seen_at=timezone.now())
        Race.objects.filter(pk=relay.race_id).update(starts_at=began_at)
        return Relay.objects.select_related("race").get(pk=relay.pk)

    return start


@pytest.fixture
def solve(puzzle: Puzzle) -> Callable[..., Attempt]:
    """`solve(race, student, mistakes=, time_s=)`: their game, solved so long after their clock began."""

    def play(race: Race, student: User, *, mistakes: int = 0, time_s: float | None = None) -> Attempt:
        game = open_race_grid(race=race, student=student)
        empty = [cell for cell in range(81) if puzzle.givens[cell] == "."]
        right = [Op("d", cell, int(puzzle.solution[cell])) for cell in empty]
        wrong = [Op("d", empty[0], int(puzzle.solution[empty[0]]) % 9 + 1)] * mistakes
        cleared = [op for each in wrong for op in (each, Op("x", empty[0]))]
        sent = [SentOp(number, op) for number, op in enumerate([*cleared, *right], 1)]
        for start in range(0, len(sent), 50):
            play_moves(player=student, attempt_id=game.pk, client="page", ops=sent[start : start + 50])
        game.refresh_from_db()
        if time_s is not None:
            game.finished_at = race.entries.get(student=student).clock_from + timedelta(seconds=time_s)
            game.save(update_fields=["finished_at"])
        return game

    return play
