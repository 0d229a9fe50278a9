"""The short form of `python -m tests.month`: what holds in every week of a simulated class."""

from datetime import datetime, time

import pytest
from django.utils import timezone

from puzzles.play.models import Attempt
from puzzles.training.models import DailyPuzzle, DrillAnswer

from .month.clock import standing_still
from .month.simulation import MONDAY, Month


@pytest.mark.django_db
def test_a_class_practises_and_guessers_master_nothing() -> None:
    start = timezone.make_aware(datetime.combine(MONDAY, time(8)))
    with standing_still(start) as clock:
        month = Month.of(students=2, guessers=2, weeks=1, seed=1, clock=clock)
        [week] = month.weeks(1, days=3)
    days = set(DailyPuzzle.objects.order_by("day").values_list("day", flat=True))
    assert {day.isocalendar().week for day in days} == {MONDAY.isocalendar().week}
    assert any(week.daily)
    assert max(week.daily) <= 2
    assert week.first_page.startswith("grids of the day ")
    assert week.mastered_by_guessers == 0
    assert Attempt.objects.filter(player__in=month.guessers, state="solved").count() == 0
    assert DrillAnswer.objects.filter(player__in=month.guessers).exists()


@pytest.mark.django_db
def test_the_clock_of_a_simulation_goes_back_to_the_real_one() -> None:
    field = Attempt._meta.get_field("started_at")
    real = timezone.now
    with standing_still(timezone.make_aware(datetime.combine(MONDAY, time(8)))) as clock:
        assert field.get_default() == clock.now == timezone.now()
    assert timezone.now is real
    assert field.get_default() > clock.now
