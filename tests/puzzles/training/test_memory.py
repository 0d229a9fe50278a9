"""Memory of techniques: when a drill counts as a review, and what is to be practised today."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from fsrs import Card

from accounts.models import User
from puzzles.training.models import DrillAnswer, TechniqueMemory, TrainingPosition
from puzzles.training.services.bank import DRILLED
from puzzles.training.services.memory import NEW_A_DAY, SCHEDULER, Today, remember, today

pytestmark = pytest.mark.django_db

Level, Verdict = DrillAnswer.Level, DrillAnswer.Verdict
NOON = datetime(2026, 11, 2, 12, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def drill(student: User) -> Callable[..., TechniqueMemory]:
    """`drill(technique, days, verdict, tries, level)`: a drill that ends so many days after NOON."""

    def ended(
        technique: str = "x_wing",
        days: float = 0,
        verdict: str = Verdict.FOUND,
        tries: int = 1,
        level: int = Level.BOARD,
    ) -> TechniqueMemory:
        row = DrillAnswer(
            player=student,
            technique=technique,
            level=level,
            verdict=verdict,
            tries=tries,
            created_at=NOON + timedelta(days=days),
        )
        return remember(row)

    return ended


@pytest.fixture
def bank() -> None:
    """A position of each technique: here only its name matters."""
    rows = [
        TrainingPosition(technique=name, digits="." * 81, givens="." * 81, origin="example")
        for name in DRILLED
    ]
    TrainingPosition.objects.bulk_create(rows)


Drill = Callable[..., TechniqueMemory]


@pytest.mark.parametrize(("verdict", "tries", "days"), [(Verdict.FOUND, 1, 2), (Verdict.SHOWN, 0, 1)])
def test_the_first_drill_comes_back_in_a_day_or_two(
    drill: Drill, verdict: str, tries: int, days: int
) -> None:
    memory = drill(verdict=verdict, tries=tries)
    assert memory.review_count == 1
    assert memory.due_at - NOON == timedelta(days=days)


def test_a_review_that_is_found_at_once_comes_back_later_and_later(drill: Drill) -> None:
    gaps, day = [], 0.0
    for _review in range(5):
        memory = drill(days=day)
        gaps.append(memory.due_at - NOON - timedelta(days=day))
        day += gaps[-1] / timedelta(days=1)
    assert gaps == sorted(gaps)
    assert gaps[-1] > timedelta(days=21)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({}, {"tries": 3}),
        ({}, {"level": Level.HOUSE}),
        ({"tries": 3}, {"verdict": Verdict.SHOWN, "tries": 0}),
    ],
)
def test_what_was_found_with_more_trouble_comes_back_sooner(
    drill: Drill, better: dict[str, object], worse: dict[str, object]
) -> None:
    for name in ("x_wing", "swordfish"):
        drill(name)
        drill(name, days=1)
    first, second = drill("x_wing", days=3, **better), drill("swordfish", days=3, **worse)
    assert second.due_at < first.due_at


def test_practice_before_the_day_of_the_review_changes_nothing(drill: Drill) -> None:
    drill()
    due = drill(days=2).due_at
    assert drill(days=2.2, verdict=Verdict.SHOWN, tries=0).due_at == due
    assert TechniqueMemory.objects.get().review_count == 2


def test_a_review_may_be_done_from_the_morning_of_its_day(drill: Drill) -> None:
    drill()
    assert drill(days=1.9).review_count == 2  # 9:36 in the morning, though it is due at noon.


def test_today_are_the_reviews_longest_due_first_and_one_new_technique(
    drill: Drill, student: User, bank: None
) -> None:
    drill("swordfish", days=-4)
    drill("x_wing", days=-3)
    found = today(player=student, now=NOON)
    assert found == Today(("swordfish", "x_wing"), DRILLED[0])
    assert found.next == "swordfish"


def test_no_more_is_begun_on_a_day_than_can_be_kept(drill: Drill, student: User, bank: None) -> None:
    for name in DRILLED[:NEW_A_DAY]:
        drill(name)
    assert today(player=student, now=NOON + timedelta(hours=1)) == Today()
    assert today(player=student, now=NOON + timedelta(days=1)).new == DRILLED[NEW_A_DAY]


def test_a_technique_without_positions_is_never_the_new_one(student: User) -> None:
    assert today(player=student) == Today()


def test_another_players_reviews_are_not_mine(drill: Drill, classmate: User, bank: None) -> None:
    drill()
    assert today(player=classmate, now=NOON + timedelta(days=30)).due == ()


def test_the_first_page_counts_what_is_to_be_practised(
    client_of: Callable[[User], Client], student: User, drill: Drill, bank: None
) -> None:
    drill(days=-400)
    client = client_of(student)
    page = client.get("/", headers={"accept-language": "en"}).text
    assert "Techniques today: 1 review, 1 new" in page
    answer = client.get("/practice/")
    assert answer["Location"] == "/techniques/x_wing/drill/?level=2"


def test_without_reviews_practice_begins_with_the_page_of_the_new_technique(
    client_of: Callable[[User], Client], student: User, bank: None
) -> None:
    assert client_of(student).get("/practice/")["Location"] == f"/techniques/{DRILLED[0]}/"


def test_when_nothing_is_left_that_is_said(client_of: Callable[[User], Client], student: User) -> None:
    answer = client_of(student).get("/practice/", headers={"accept-language": "en"}, follow=True)
    assert "Nothing is left to practise today." in answer.text


def test_over_a_month_reviews_stay_few_and_memory_stays(student: User, bank: None) -> None:
    """A student who forgets as FSRS expects: finds the step with the probability it gives."""
    rng = random.Random(18)
    reviews, found = [], 0
    for day in range(30):
        now = NOON + timedelta(days=day)
        plan = today(player=student, now=now)
        for name in filter(None, [*plan.due, plan.new]):
            memory = TechniqueMemory.objects.filter(player=student, technique=name).first()
            likely = (
                SCHEDULER.get_card_retrievability(Card.from_dict(memory.card), now.astimezone(UTC))
                if memory
                else 1.0
            )
            is_found = rng.random() < likely
            found += is_found
            row = DrillAnswer(
                player=student,
                technique=name,
                level=Level.BOARD,
                verdict=Verdict.FOUND if is_found else Verdict.SHOWN,
                tries=int(is_found),
                created_at=now,
            )
            remember(row)
        reviews.append(len(plan.due))
    assert max(reviews) <= 8
    assert TechniqueMemory.objects.count() >= 20
    assert found / (sum(reviews) + TechniqueMemory.objects.count()) > 0.85
