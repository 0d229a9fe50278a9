"""Answers of one player that come at the same moment, over connections of their own."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from puzzles.play.models import TechniqueProgress
from puzzles.training.models import DrillAnswer, StormRun, TechniqueMemory, TrainingPosition
from puzzles.training.services.drills import next_drill, show_drill
from puzzles.training.services.storm import begin_run, end_run
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 4


def together(acts: list[Callable[[], Any]]) -> list[Any]:
    """What these acts give, all at once."""
    left = list(acts)

    def alone() -> Any:
        try:
            return left.pop()()
        finally:
            connection.close()

    return at_once(len(acts), alone)


@pytest.fixture
def x_wing(position_of: Callable[..., TrainingPosition]) -> TrainingPosition:
    return position_of("x_wing")


def test_a_position_is_new_in_one_drill_of_several_and_its_technique_is_begun_once(
    x_wing: TrainingPosition, student: User
) -> None:
    tokens = [next_drill(player=student, technique="x_wing", level=2).token for _drill in range(CROWD)]
    together([lambda token=token: show_drill(player=student, token=token) for token in tokens])
    assert DrillAnswer.objects.count() == CROWD
    assert DrillAnswer.objects.filter(is_new=True).count() == 1
    assert TechniqueMemory.objects.get().review_count == 1
    assert TechniqueProgress.objects.get().drilled == 0


def test_one_drill_sent_several_times_is_one(x_wing: TrainingPosition, student: User) -> None:
    token = next_drill(player=student, technique="x_wing", level=2).token
    rows = together([lambda: show_drill(player=student, token=token)] * CROWD)
    assert len({row.pk for row in rows}) == DrillAnswer.objects.count() == 1


def test_pages_that_show_where_to_look_keep_it_once(x_wing: TrainingPosition, student: User) -> None:
    together([lambda: next_drill(player=student, technique="x_wing", level=1)] * CROWD)
    assert DrillAnswer.objects.count() == 1


def test_a_storm_that_is_begun_and_ended_at_once_is_one_at_most(
    position_of: Callable[..., TrainingPosition], student: User
) -> None:
    position_of("full_house")
    runs = together([lambda: begin_run(player=student)] * CROWD)
    assert len({run.pk for run in runs}) == 1
    together([lambda: begin_run(player=student), lambda: end_run(player=student)] * 2)
    assert StormRun.objects.count() <= 1
