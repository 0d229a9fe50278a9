"""A teacher makes one assignment of several kinds of work, and a student does a part of it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Classroom, User
from puzzles.engine.techniques import example_of
from puzzles.library.models import Collection
from puzzles.training.models import TrainingPosition

from .looking import errors_of, found_on, width_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [(1366, 650), (390, 844)])
def test_made_by_a_teacher_begun_by_a_student_and_counted(
    page_of: Callable[..., Page],
    teacher: User,
    student: User,
    classroom: Classroom,
    collection_of: Callable[..., Collection],
    size: tuple[int, int],
) -> None:
    collection_of(teacher, range(1, 12))
    TrainingPosition.of(example_of("x_wing").position, "x_wing", TrainingPosition.Origin.EXAMPLE).save()
    viewport = {"width": size[0], "height": size[1]}
    desk, lea = page_of(teacher, language="en"), page_of(student, language="en")
    said = []
    for page in (desk, lea):
        page.set_viewport_size(viewport)
        said.append(errors_of(page))

    desk.goto(f"/classes/{classroom.pk}/assignments/new/")
    desk.get_by_role("link", name="Several kinds of work").click()
    desk.get_by_label("Title").fill("Homework 3")
    assert found_on(desk) + width_of(desk) == []
    desk.get_by_role("button", name="Next: add the parts").click()
    expect(desk.get_by_role("button", name="Hand out")).to_have_count(0)

    parts = desk.get_by_role("group", name="Add a part")
    parts.get_by_role("link", name="Grids").click()
    expect(desk.get_by_label("Due", exact=True)).to_have_count(0)
    desk.get_by_label("How many").fill("2")
    desk.get_by_role("button", name="Add this part").click()
    parts.get_by_role("link", name="Exercises").click()
    desk.get_by_label("Title").fill("Two exercises")
    desk.get_by_role("button", name="Add this part").click()
    parts.get_by_role("link", name="Drills").click()
    desk.get_by_label("How many positions").fill("1")
    desk.get_by_role("button", name="Add this part").click()
    lines = desk.locator("main .lines .line-name")
    expect(lines).to_have_text(["1. Grids", "2. Two exercises", "3. X-Wing, 1 position"])
    desk.get_by_role("button", name="Move “X-Wing, 1 position” up").click()
    expect(lines).to_have_text(["1. Grids", "2. X-Wing, 1 position", "3. Two exercises"])
    assert found_on(desk) + width_of(desk) == []
    desk.get_by_role("button", name="Hand out").click()
    expect(desk.get_by_text("Handed out to 1 student.")).to_be_visible()

    lea.goto("/")
    expect(lea.get_by_text("0 of 3 parts done")).to_be_visible()
    lea.get_by_role("link", name="Homework 3", exact=True).click()
    assert found_on(lea) + width_of(lea) == []
    lea.get_by_role("link", name="2. X-Wing, 1 position").click()
    lea.get_by_role("button", name="Begin").click()
    lea.get_by_role("button", name="Show the step").click()
    expect(lea.get_by_role("button", name="Show the step")).to_have_count(0)
    lea.goto("/")
    expect(lea.get_by_text("1 of 3 parts done")).to_be_visible()

    desk.reload()
    line = desk.get_by_role("row", name="PETIT Léa")
    expect(line).to_contain_text("1\u2009/\u20093")
    assert found_on(desk) + width_of(desk) == []
    assert said == [[], []]
