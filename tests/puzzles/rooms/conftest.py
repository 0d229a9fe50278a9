"""A room of the class, and its questions."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Classroom, User
from puzzles.assignments.services.sources import Source
from puzzles.library.models import Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services.play import SentOp, play_moves
from puzzles.rooms.models import Attendance, Question, Race, Room
from puzzles.rooms.services.questions import NewQuestion, ask
from puzzles.rooms.services.races import open_race_grid, start_race
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
