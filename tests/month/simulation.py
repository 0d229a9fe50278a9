"""A class that practises for some weeks by the services of the site, and a class that answers at random."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import cycle
from pathlib import Path

from django.template.loader import render_to_string
from django.utils import timezone

import puzzles
from accounts.models import Classroom, Membership, User
from puzzles.engine import CELLS, DIGITS, Board, Candidate, search, solving_class
from puzzles.engine.techniques import example_of
from puzzles.home.pages.home import student_home
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.library.services.policies import PRACTICE, policy_with
from puzzles.play.game import Op
from puzzles.play.models import TechniqueProgress
from puzzles.play.services import hints
from puzzles.play.services.play import PACE
from puzzles.play.services.review import review_attempt
from puzzles.training.models import DailyPuzzle, TrainingPosition
from puzzles.training.services.answers import Answer, steps_of
from puzzles.training.services.bank import disguised
from puzzles.training.services.daily import grids_of_day, play_daily, players_of
from puzzles.training.services.drills import answer_drill, next_drill, show_drill
from puzzles.training.services.goals import choose_goal, progress_of
from puzzles.training.services.memory import today
from puzzles.training.services.storm import answer_storm, begin_run, end_run, positions_of
from tests.players import found, play

from .clock import Clock

SAMPLES = Path(puzzles.__file__).parent / "samples" / "sudoku.txt"
# A Monday after the summer.
MONDAY = date(2026, 9, 7)
SCHOOL_DAYS = 5
# How likely one practises on a day, and finds a step.
HABITS = (0.9, 0.6, 0.3)
SKILLS = (0.9, 0.75, 0.6)
# How likely one who practises plays the grid of each tier, and a storm.
PLAYS = {1: 0.8, 2: 0.4, 3: 0.15}
STORMS = 0.3
MOST_DRILLS, STORM_ANSWERS, STORM_SECONDS = 4, 6, 8
GUESSES_ON_A_DAY, GUESSED_DIGITS, GUESSED_DRILLS = 0.6, 30, 3
TECHNIQUES = ("full_house", "hidden_single", "naked_single", "pointing", "naked_pair", "x_wing")


@dataclass(frozen=True)
class Habit:
    """A student: how likely they practise on a day, and find a step."""

    user: User
    practises: float
    finds: float


@dataclass
class WeekFigures:
    """A week of the class. `first_page` is what the first page of one student says at its end."""

    monday: date
    first_page: str = ""
    daily: list[int] = field(default_factory=list)
    reviews_done: int = 0
    reviews_due: int = 0
    goals_met: int = 0
    mastered_by_guessers: int = 0


@dataclass
class Month:
    """A class and a class of guessers."""

    clock: Clock
    rng: random.Random
    students: list[Habit]
    guessers: list[User]

    @classmethod
    def of(cls, *, students: int, guessers: int, weeks: int, seed: int, clock: Clock) -> "Month":
        """Two classes, with grids enough for each day, and positions to practise in."""
        rng = random.Random(seed)
        teacher = User.objects.create_user("teacher", role=User.Role.TEACHER)
        add_grids(teacher, weeks * 7)
        add_positions(rng)
        members = enrolled("student", students, teacher)
        kinds = zip(members, cycle(HABITS), cycle(SKILLS), strict=False)
        habits = [Habit(user, practises, finds) for user, practises, finds in kinds]
        for number, habit in enumerate(habits):
            choose_goal(player=habit.user, days=(2, 3, 0)[number % 3])
        return cls(clock, rng, habits, enrolled("guesser", guessers, teacher))

    def weeks(self, count: int, days: int = SCHOOL_DAYS) -> Iterator[WeekFigures]:
        """Live for some weeks, with so many days of school each."""
        for number in range(count):
            week = WeekFigures(MONDAY + timedelta(weeks=number))
            for day in (week.monday + timedelta(days=each) for each in range(days)):
                self.clock.now = timezone.make_aware(datetime.combine(day, time(16)))
                week.daily.append(self.live(week))
            self.finish(week)
            yield week

    def live(self, week: WeekFigures) -> int:
        """A day; returns how many students played a grid of it."""
        for habit in self.students:
            if self.rng.random() < habit.practises:
                self.practise(habit, week)
        for guesser in self.guessers:
            if self.rng.random() < GUESSES_ON_A_DAY:
                self.guess(guesser)
        classroom = self.students[0].user.memberships.get().classroom
        rows = list(DailyPuzzle.objects.of_day(classroom, timezone.localdate()))
        return len(set().union(*players_of(classroom=classroom, rows=rows).values()))

    def finish(self, week: WeekFigures) -> None:
        """The figures at the end of a week."""
        week.first_page = first_page(self.students[0].user)
        week.reviews_due = sum(len(today(player=habit.user).due) for habit in self.students)
        progress = [progress_of(habit.user) for habit in self.students]
        week.goals_met = sum(each is not None and each.this_week.state == "met" for each in progress)
        week.mastered_by_guessers = mastered(self.guessers)

    # Those who practise

    def practise(self, habit: Habit, week: WeekFigures) -> None:
        PACE.clear()
        classroom = habit.user.memberships.get().classroom
        for row in grids_of_day(classroom=classroom, player=habit.user):
            if self.rng.random() < PLAYS[row.tier]:
                attempt = play_daily(player=habit.user, classroom=classroom, tier=row.tier)
                play(attempt, list(found(row.puzzle)))
                review_attempt(attempt_id=attempt.pk)
        plan = today(player=habit.user)
        for technique in [*plan.due[:MOST_DRILLS], *([plan.new] if plan.new else [])]:
            self.drill(habit, technique)
            week.reviews_done += technique in plan.due
        if self.rng.random() < STORMS:
            self.storm(habit.user, habit.finds)

    def drill(self, habit: Habit, technique: str) -> None:
        drill = next_drill(player=habit.user, technique=technique, level=2)
        if self.rng.random() < habit.finds:
            answer_drill(player=habit.user, token=drill.token, answer=right_answer(drill.row), number=1)
        else:
            show_drill(player=habit.user, token=drill.token)

    def storm(self, player: User, finds: float) -> None:
        run = begin_run(player=player)
        for _answer in range(STORM_ANSWERS):
            position = positions_of(run=run, player=player, start=run.answered)[0]
            is_found = self.rng.random() < finds
            mark = str(right_answer(position.row)) if is_found else self.any_mark(position.row)
            self.clock.now += timedelta(seconds=STORM_SECONDS)
            run = answer_storm(player=player, token=position.token, mark=mark.split()[0]).run
        end_run(player=player)

    # Those who guess

    def guess(self, player: User) -> None:
        """Drills, a storm and the easy grid of the day with random answers; then its solution is shown."""
        PACE.clear()
        for _drill in range(GUESSED_DRILLS):
            technique = today(player=player).next or self.rng.choice(TECHNIQUES)
            drill = next_drill(player=player, technique=technique, level=2)
            answer = Answer.from_text(self.any_mark(drill.row))
            row, _judgement = answer_drill(player=player, token=drill.token, answer=answer, number=1)
            if not row.has_ended:
                show_drill(player=player, token=drill.token)
        if self.rng.random() < STORMS:
            self.storm(player, finds=0.0)
        classroom = player.memberships.get().classroom
        attempt = play_daily(player=player, classroom=classroom, tier=1)
        if attempt.is_open:
            PACE.clear()
            empty = [cell for cell in CELLS if attempt.puzzle.givens[cell] == "."]
            cells = self.rng.sample(empty, min(GUESSED_DIGITS, len(empty)))
            play(attempt, [Op("d", cell, self.rng.choice(DIGITS)) for cell in cells])
            hints.show_solution(player=player, attempt_id=attempt.pk)
            review_attempt(attempt_id=attempt.pk)

    def any_mark(self, row: TrainingPosition) -> str:
        """A candidate of a position, at random, removed; or placed where digits are placed."""
        position = row.position
        cell = self.rng.choice([cell for cell in CELLS if not position.digits[cell]])
        digit = self.rng.choice(position.candidates(cell))
        if row.technique in TECHNIQUES[:3]:
            return str(Answer(placed=Candidate(cell, digit)))
        return str(Answer(struck=frozenset({Candidate(cell, digit)})))


def first_page(player: User) -> str:
    """What the first page of a student says about practice, in one line."""
    page = student_home(player)
    parts = []
    if page["daily"]:
        parts.append(f"grids of the day {page['daily'].ended} of {len(page['daily'].lines)}")
    if page["today"]:
        parts.append(f"today {page['today'].words}")
    if page["goal"]:
        parts.append(render_to_string("training/_goal_words.html", {"goal": page["goal"]}).strip())
    return " | ".join(parts)


def right_answer(row: TrainingPosition) -> Answer:
    """A result of the first step of the technique."""
    step = steps_of(row.position, row.technique)[0]
    if step.placements:
        return Answer(placed=step.placements[0])
    return Answer(struck=frozenset(step.eliminations[:1]))


def mastered(players: list[User]) -> int:
    """How many techniques these players have mastered, all together."""
    found = TechniqueProgress.objects.of_many([player.pk for player in players])
    return sum(each.is_mastered for progress in found.values() for each in progress.values())


# What the classes have


def enrolled(name: str, count: int, teacher: User) -> list[User]:
    """The students of a new class."""
    classroom = Classroom.objects.create(name=f"{name}s")
    classroom.teachers.add(teacher)
    users = [User.objects.create(username=f"{name}-{number}") for number in range(count)]
    Membership.objects.bulk_create(Membership(classroom=classroom, student=user) for user in users)
    return users


def add_grids(teacher: User, of_each_tier: int) -> None:
    """A collection for everybody, with so many grids of the sample file in each tier of the day."""
    collection = Collection.objects.create(
        name="Grids", owner=teacher, audience=Collection.Audience.EVERYONE, policy=policy_with(**PRACTICE)
    )
    counts: Counter[int] = Counter()
    for line in SAMPLES.read_text().splitlines():
        if all(counts[tier] >= of_each_tier for tier in DailyPuzzle.TIERS):
            break
        puzzle = graded_puzzle(line.replace("0", ".")) if len(line) == len(CELLS) else None
        tier = puzzle.tier if puzzle else None
        if tier in DailyPuzzle.TIERS and counts[tier] < of_each_tier:
            counts[tier] += 1
            place = counts.total()
            Entry.objects.create(
                collection=collection, puzzle=puzzle, number=place, line=place, position=place
            )
    collection.tier_counts = {str(tier): count for tier, count in counts.items()}
    collection.entry_count = collection.drawable_count = collection.graded_count = counts.total()
    collection.save()


def graded_puzzle(givens: str) -> Puzzle | None:
    board = Board.from_line(givens)
    solution = search(board).solution
    if solution is None:
        return None
    puzzle = Puzzle.objects.create(
        givens=givens,
        solution=solution.to_line(),
        clue_count=board.clue_count,
        solution_count=1,
        solving_class=solving_class(board),
    )
    return grade_now(puzzle=puzzle)


def add_positions(rng: random.Random, of_each: int = 8) -> None:
    """Positions to practise some techniques in: their examples, also in disguise."""
    for name in TECHNIQUES:
        example = example_of(name).position
        for position in [example, *(disguised(example, rng) for _number in range(of_each - 1))]:
            TrainingPosition.of(position, name, TrainingPosition.Origin.EXAMPLE).save()
