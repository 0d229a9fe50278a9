"""The school that pages are measured in, at a small size."""

import pytest
from django.utils import timezone

from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Move, Placement
from tests.bench.bench_classes import pages
from tests.bench.school import Plan, build


@pytest.mark.django_db
def test_every_page_that_is_measured_answers_in_a_small_school() -> None:
    built = build(Plan(classes=2, puzzles=10, attempts=3, moves=20), timezone.now())
    assert Puzzle.objects.count() == 10
    assert Attempt.objects.count() == 3 * len(built.students) == 180
    assert Move.objects.count() == 180 * 20
    assert Placement.objects.count() == 120 * 14
    assert len(set(Attempt.objects.filter(player=built.students[0]).values_list("puzzle", flat=True))) == 3
    answers = {name: ask().status_code for name, ask in pages(built)}
    assert answers.pop("live news, nothing new") == 204
    assert set(answers.values()) == {200}
