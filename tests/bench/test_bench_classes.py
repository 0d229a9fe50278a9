"""The school that pages are measured in, at a small size."""

import pytest
from django.utils import timezone

from puzzles.models import Attempt, Move, Placement
from tests.bench import school
from tests.bench.bench_classes import pages


@pytest.mark.django_db
def test_every_page_that_is_measured_answers_in_a_small_school(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(school, "ATTEMPTS_EACH", 3)
    built = school.build(2, timezone.now())
    assert Attempt.objects.count() == 3 * len(built.students) == 180
    assert Move.objects.count() == 180 * school.MOVES_EACH
    assert Placement.objects.count() == 120 * school.PLACEMENTS_EACH
    answers = {name: ask().status_code for name, ask in pages(built)}
    assert answers.pop("live news, nothing new") == 204
    assert set(answers.values()) == {200}
