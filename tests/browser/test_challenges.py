"""A challenge on a phone: the link follows what is ticked, without a button."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from puzzles.library.models import Collection, Entry
from puzzles.play.models import Attempt

from .looking import found_on

PageOf = Callable[..., Page]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def solved(attempt: Attempt, teacher: User) -> Attempt:
    """The student's solved game on a grid of a collection for everybody."""
    collection = Collection.objects.create(
        owner=teacher,
        name="Warm-up",
        audience=Collection.Audience.EVERYONE,
        policy=attempt.policy,
        entry_count=1,
        drawable_count=1,
    )
    Entry.objects.create(collection=collection, puzzle=attempt.puzzle, number=1, line=1, position=1)
    ended = {"state": Attempt.State.SOLVED, "finished_at": timezone.now(), "digits": attempt.puzzle.solution}
    Attempt.objects.filter(pk=attempt.pk).update(**ended, collection=collection, elapsed_ms=252_000)
    return attempt


def test_the_link_follows_what_is_ticked(
    page_of: PageOf, solved: Attempt, student: User, classmate: User
) -> None:
    page = page_of(student, language="en")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/play/{solved.pk}/")
    page.get_by_role("link", name="Challenge a classmate").click()
    field = page.get_by_label("Link")
    bare = field.input_value()
    page.get_by_label("Show my time").check()
    expect(field).not_to_have_value(bare)
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    assert found_on(page) == []
    other = page_of(classmate, language="en")
    other.set_viewport_size({"width": 390, "height": 844})
    other.goto(field.input_value())
    expect(other.get_by_role("main")).to_contain_text("4:12")
    assert found_on(other) == []
    other.get_by_role("button", name="Play this grid").click()
    expect(other.locator("#c0")).to_be_visible()
