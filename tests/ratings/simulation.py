"""A school that answers drills: who it is made of is known, and what the ratings make of it is measured.

The answers are not quite as the model has it: a blind answer hits now and then, and who knows the step slips
now and then. Students learn, too. A position is as hard as the engine says of its technique, more or less.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import exp
from statistics import correlation, fmean

from puzzles.training.services.bank import DRILLED
from puzzles.training.services.ratings import (
    JUST_RIGHT,
    NEW_PLAYER,
    Estimate,
    after_result,
    expected_success,
    position_prior,
    rested,
)

# How often a blind answer hits, and how often one slips who knows the step.
BLIND_HIT, SLIP = 0.04, 0.02
ABILITY, ABILITIES = 0.8, 1.2
# How far a position is from what the engine says of its technique.
POSITIONS_SPREAD = 0.7
LEARNED_AN_ANSWER = 0.005
ANSWERS_A_DAY = 10
# A student looks among so many positions at a time.
LOOKED_AT = 30
BINS = 10
# After days of another kind, so many honest ones.
HONEST_DAYS = 3


@dataclass
class Item:
    """A position: its true difficulty, and what is believed of it."""

    true: float
    prior: Estimate
    believed: Estimate


@dataclass
class Student:
    """A student, or someone who means to gain; `seen` are the positions that count no more."""

    ability: float
    believed: Estimate = NEW_PLAYER
    day_mean: float = NEW_PLAYER.mean
    seen: set[int] = field(default_factory=set)


@dataclass
class School:
    """Students and positions; `forecasts` are (probability that was expected, whether the step was found)."""

    rng: random.Random
    students: list[Student]
    items: list[Item]
    answers: int = 0
    forecasts: list[tuple[float, bool]] = field(default_factory=list)

    @classmethod
    def of(cls, *, students: int, items: int, seed: int, prior_of: "PriorOf | None" = None) -> "School":
        """A school with positions of techniques, or with items of other priors."""
        rng = random.Random(seed)
        return cls(
            rng,
            [Student(rng.gauss(ABILITY, ABILITIES)) for _student in range(students)],
            [new_item(rng, prior_of or prior_of_position) for _item in range(items)],
        )

    def play(self, answers: int) -> None:
        """Let everybody answer until each has answered so often."""
        while self.answers < answers:
            if self.answers % ANSWERS_A_DAY == 0:
                for student in self.students:
                    begin_day(student)
            for student in self.students:
                self.answer(student, self.choice(student))
                student.ability += LEARNED_AN_ANSWER
            self.answers += 1

    def choice(self, student: Student) -> int:
        """A position not seen before: every second one just right, the others within the student's reach."""
        shown = self.rng.sample(range(len(self.items)), LOOKED_AT)
        new = [place for place in shown if place not in student.seen] or shown
        if self.rng.random() < 0.5:
            return min(new, key=lambda place: self.distance(student, place))
        near = [place for place in new if abs(self.items[place].prior.mean - student.ability) < 2]
        return (near or new)[0]

    def distance(self, student: Student, place: int) -> float:
        """How far a position is from what is just right."""
        return abs(expected_success(student.believed, self.items[place].believed) - JUST_RIGHT)

    def answer(self, student: Student, place: int, *, is_found: bool | None = None) -> None:
        """Count an answer to a position as the site does: once."""
        item = self.items[place]
        if is_found is None:
            is_found = self.rng.random() < chance(student.ability, item.true)
        if place in student.seen:
            return
        student.seen.add(place)
        self.forecasts.append((expected_success(student.believed, item.believed), is_found))
        student.believed, item.believed = after_result(
            student.believed, item.believed, is_success=is_found, day_mean=student.day_mean
        )

    # What has been learned

    def ability_correlation(self) -> float:
        """Of true and estimated ability, over the students."""
        return correlation(
            [each.ability for each in self.students], [each.believed.mean for each in self.students]
        )

    def difficulty_correlation(self, *, is_prior: bool = False) -> float:
        """Of true difficulty and the estimate, or what the engine says, over the positions answered."""
        known = [each for each in self.items if each.believed.count]
        estimates = [(each.prior if is_prior else each.believed).mean for each in known]
        return correlation([each.true for each in known], estimates)

    def calibration(self) -> list[tuple[float, float, int]]:
        """(expected, observed, how many) in ten bins of the expected probability, of the last half."""
        last = self.forecasts[len(self.forecasts) // 2 :]
        bins: list[list[tuple[float, bool]]] = [[] for _bin in range(BINS)]
        for expected, is_found in last:
            bins[min(int(expected * BINS), BINS - 1)].append((expected, is_found))
        return [
            (
                fmean(expected for expected, _found in some),
                fmean(found for _expected, found in some),
                len(some),
            )
            for some in bins
            if some
        ]


PriorOf = Callable[[random.Random], Estimate]


def prior_of_position(rng: random.Random) -> Estimate:
    return position_prior(rng.choice(DRILLED))


def new_item(rng: random.Random, prior_of: PriorOf) -> Item:
    prior = prior_of(rng)
    return Item(rng.gauss(prior.mean, POSITIONS_SPREAD), prior, prior)


def chance(ability: float, difficulty: float) -> float:
    """How likely someone finds a step."""
    known = 1 / (1 + exp(difficulty - ability))
    return BLIND_HIT + (1 - BLIND_HIT - SLIP) * known


def begin_day(student: Student) -> None:
    student.believed = rested(student.believed, 1)
    student.day_mean = student.believed.mean


# Those who mean to gain

Way = Callable[[School, Student, int], None]


def honest(school: School, student: Student, answers: int) -> None:
    """Takes what is just right."""
    for _answer in range(answers):
        shown = unseen(school, student)[:LOOKED_AT]
        school.answer(student, min(shown, key=lambda place: school.distance(student, place)))


def farmer(school: School, student: Student, answers: int) -> None:
    """Answers the easiest positions there are, and those known again and again."""
    easiest = sorted(range(len(school.items)), key=lambda place: school.items[place].believed.mean)
    for place in [*[each for each in easiest if each not in student.seen][:answers], *easiest[:answers]]:
        school.answer(student, place)


def guesser(school: School, student: Student, answers: int) -> None:
    """Answers blindly."""
    for place in unseen(school, student)[:answers]:
        school.answer(student, place, is_found=school.rng.random() < BLIND_HIT)


def chooser(school: School, student: Student, answers: int) -> None:
    """Looks at many positions, the hardest first, and answers only where the step was found.

    With each answer the position passed over before it counts.
    """
    shown = sorted(unseen(school, student)[:answers], key=lambda place: -school.items[place].believed.mean)
    passed = None
    for place in shown:
        if school.rng.random() > chance(student.ability, school.items[place].true) - BLIND_HIT:
            passed = place
            continue
        if passed is not None:
            school.answer(student, passed, is_found=False)
        school.answer(student, place, is_found=True)
        passed = None


def two_accounts(school: School, student: Student, answers: int) -> None:
    """Has each hard step shown to a second account first."""
    hardest = sorted(unseen(school, student), key=lambda place: -school.items[place].believed.mean)
    second = Student(student.ability)
    for place in hardest[:answers]:
        school.answer(second, place, is_found=False)
        school.answer(student, place, is_found=True)


def unseen(school: School, student: Student) -> list[int]:
    """The positions that would count, in random order."""
    places = [place for place in range(len(school.items)) if place not in student.seen]
    school.rng.shuffle(places)
    return places


@dataclass(frozen=True)
class Gain:
    """What someone of a known ability is believed to be after each day; `afterwards`: honest days later."""

    name: str
    ability: float
    means: Sequence[float]
    afterwards: float

    @property
    def most_a_day(self) -> float:
        """What a day brought at most."""
        return max(after - before for before, after in pairwise([NEW_PLAYER.mean, *self.means]))


def gain_of(school: School, way: Way, *, ability: float, days: int, answers_a_day: int) -> Gain:
    """How someone fares who works like this for so many days; the school's positions learn from it, too."""
    student = Student(ability)
    means = []
    for _day in range(days):
        begin_day(student)
        way(school, student, answers_a_day)
        means.append(student.believed.mean)
    for _day in range(HONEST_DAYS):
        begin_day(student)
        honest(school, student, answers_a_day)
    return Gain(way.__name__, ability, means, student.believed.mean)


def spoiled(school: School, accounts: int) -> float:
    """How much harder a position seems after so many new accounts have failed at it on purpose."""
    item = school.items[0]
    before = item.believed
    for _account in range(accounts):
        _student, item.believed = after_result(NEW_PLAYER, item.believed, is_success=False, day_mean=0.0)
    item.believed, after = before, item.believed
    return after.mean - before.mean


def gains(school: School, *, days: int = 30, answers_a_day: int = 20) -> Iterator[Gain]:
    """How an honest student fares, and those who mean to gain, all of the ability of a beginner."""
    for way in (honest, farmer, guesser, chooser, two_accounts):
        yield gain_of(school, way, ability=0.0, days=days, answers_a_day=answers_a_day)
