"""The pages on which a teacher gives grids to a class."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ClassActivity, Classroom, User
from accounts.services.cards import reset_passwords
from accounts.services.passwords import new_card_key
from accounts.services.students import set_account
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.creation import hand_out
from puzzles.library.models import Collection, Puzzle
from puzzles.library.services.policies import HOMEWORK
from puzzles.play.models import Attempt
from puzzles.training.models import TrainingPosition

ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}
AssignmentOf = Callable[..., Assignment]
CollectionOf = Callable[..., Collection]
Kind = ClassActivity.Kind


@pytest.fixture
def collection(teacher: User, grids: list[str], bring_in: Callable[..., Any]) -> Collection:
    """Thirty real grids that everybody may draw from."""
    return bring_in(grids[:30]).collection


def form_data(**values: Any) -> dict[str, Any]:
    return {"name": "Monday", "way": "drawn", "count": 2, "share": "same", "preset": "practice"} | values


# The way of a teacher in a hurry


def test_five_grids_are_handed_out_with_two_presses(
    teacher: User,
    student: User,
    classmate: User,
    classroom: Classroom,
    collection: Collection,
    client_of: ClientOf,
) -> None:
    client = client_of(teacher)
    page = client.get(f"/classes/{classroom.pk}/assignments/new/")
    form = page.context["form"]
    answers = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    draft = client.post(f"/classes/{classroom.pk}/assignments/new/", answers, follow=True)
    assert draft.status_code == 200
    assignment = Assignment.objects.get()
    assert draft.redirect_chain == [(assignment.get_absolute_url(), 302)]
    assert len(draft.context["grids"]) == 5
    client.post(f"/assignments/{assignment.pk}/hand-out/")
    assignment.refresh_from_db()
    assert not assignment.is_draft
    assert Assignee.objects.of(student).get().assigned_puzzles.count() == 5
    shown = client.get(assignment.get_absolute_url())
    assert "PETIT Léa" in shown.content.decode()


def test_the_preview_beside_the_form_shows_the_grids_that_the_draft_gets(
    teacher: User,
    student: User,
    classroom: Classroom,
    collection: Collection,
    client_of: ClientOf,
) -> None:
    client, address = client_of(teacher), f"/classes/{classroom.pk}/assignments/new/"
    form = client.get(address).context["form"]
    answers = form_data(count=3, seed=form["seed"].value(), name="")
    shown = client.post(address, answers, headers=ENGLISH | {"HX-Request": "true"})
    assert not Assignment.objects.exists()
    text = shown.content.decode()
    assert "3 grids" in text
    assert "For 1 student, the same for all" in text
    assert "<html" not in text
    previewed = [grid.puzzle for grid in shown.context["grids"]]
    draft = client.post(address, answers | {"name": "Monday"}, follow=True)
    assert [grid.puzzle for grid in draft.context["grids"]] == previewed


@pytest.mark.parametrize(
    ("path", "answers"),
    [
        ("assignments/new", form_data()),
        ("exercises/new", {"name": "Monday", "worksheet": "mini_projet"}),
        ("drills/new", {"technique": "x_wing", "count": 2, "level": 2, "seed": 1}),
    ],
)
def test_some_students_of_the_class_are_ticked(
    teacher: User,
    student: User,
    classmate: User,
    stranger: User,
    classroom: Classroom,
    collection: Collection,
    x_wings: list[TrainingPosition],
    client_of: ClientOf,
    path: str,
    answers: dict[str, Any],
) -> None:
    client, address = client_of(teacher), f"/classes/{classroom.pk}/{path}/"
    page = client.get(address)
    assert [name for _pk, name in page.context["form"].fields["students"].choices] == [
        "PETIT Léa",
        "ROUX Tom",
    ]
    some = answers | {"group": "some"}
    refused = client.post(address, some, headers=ENGLISH)
    assert "Tick at least one student." in refused.content.decode()
    assert client.post(address, some | {"students": [stranger.pk]}).status_code == 200
    assert not Assignment.objects.exists()
    draft = client.post(address, some | {"students": [student.pk]}, headers=ENGLISH, follow=True)
    assert "A draft for 1 student." in draft.content.decode()
    assignment = Assignment.objects.get()
    assert assignment.assignees.get(student=classmate).excused_at
    edit = client.get(f"/assignments/{assignment.pk}/edit/").context["form"]
    assert (edit["group"].value(), edit["students"].value()) == ("some", [student.pk])
    client.post(f"/assignments/{assignment.pk}/edit/", answers | {"group": "all"})
    assert not assignment.assignees.exclude(excused_at=None).exists()


def test_a_draft_for_nobody_asks_for_students(
    teacher: User, classroom: Classroom, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    draft = assignment_of(is_draft=True)
    text = client_of(teacher).get(draft.get_absolute_url(), headers=ENGLISH).content.decode()
    assert "Add students first" in text
    assert f"/assignments/{draft.pk}/hand-out/" not in text


def test_a_group_is_of_one_class(
    teacher: User, student: User, classroom: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    other = Classroom.objects.create(name="Other")
    other.teachers.add(teacher)
    address = f"/classes/{classroom.pk}/assignments/new/"
    answers = form_data(group="some", students=[student.pk], also=[other.pk])
    client_of(teacher).post(address, answers)
    assert Assignment.objects.get().classroom == classroom


def test_the_preview_counts_the_students_ticked(
    teacher: User,
    student: User,
    classmate: User,
    classroom: Classroom,
    collection: Collection,
    client_of: ClientOf,
) -> None:
    address = f"/classes/{classroom.pk}/assignments/new/"
    answers = form_data(group="some", students=[student.pk], share="equal", band=100)
    shown = client_of(teacher).post(address, answers, headers=ENGLISH | {"HX-Request": "true"})
    assert "For 1 student, different, of equal work" in shown.content.decode()


def test_the_preview_of_a_draft_shows_its_grids_until_others_are_asked_for(
    teacher: User, student: User, classroom: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    client, htmx = client_of(teacher), {"HX-Request": "true"}
    client.post(f"/classes/{classroom.pk}/assignments/new/", form_data())
    draft = Assignment.objects.get()
    kept = [grid.puzzle for grid in client.get(draft.get_absolute_url()).context["grids"]]
    address = f"/assignments/{draft.pk}/edit/"
    shown = client.post(address, form_data(seed=7), headers=htmx)
    assert [grid.puzzle for grid in shown.context["grids"]] == kept
    shown = client.post(address, form_data(seed=7, count=4), headers=htmx)
    previewed = [grid.puzzle for grid in shown.context["grids"]]
    assert len(previewed) == 4
    changed = client.post(address, form_data(seed=7, count=4), follow=True)
    assert [grid.puzzle for grid in changed.context["grids"]] == previewed


def test_the_preview_waits_for_grids_that_are_not_pasted_yet(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    address = f"/classes/{classroom.pk}/assignments/new/"
    shown = client_of(teacher).post(
        address, form_data(way="pasted", grids=""), headers=ENGLISH | {"HX-Request": "true"}
    )
    assert "The grids appear here." in shown.content.decode()


def test_a_grid_from_a_newspaper_is_handed_out_with_three_presses(
    teacher: User, student: User, classroom: Classroom, grids: list[str], client_of: ClientOf
) -> None:
    client = client_of(teacher)
    address = f"/classes/{classroom.pk}/assignments/new/?way=pasted"
    assert f'href="{address}"' in client.get("/").content.decode()
    form = client.get(address).context["form"]
    assert form["grids"].field.widget.attrs["autofocus"]
    answers = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    answers |= {"grids": f"{grids[0]}\n{grids[1]}"}
    htmx = ENGLISH | {"HX-Request": "true"}
    shown = client.post(address, answers, headers=htmx)
    assert (shown.context["count"], len(shown.context["grids"])) == (2, 2)
    assert not Puzzle.objects.exists()
    draft = client.post(address, answers, follow=True)
    assignment = Assignment.objects.get()
    assert draft.redirect_chain[-1][0] == assignment.get_absolute_url()
    client.post(f"{assignment.get_absolute_url()}hand-out/")
    given = student.assignees.get().assigned_puzzles.order_by("position")
    assert [each.puzzle.givens for each in given] == grids[:2]
    assert Collection.objects.get(owner=teacher).entry_count == 2


@pytest.mark.parametrize(
    ("line", "reason"), [("." * 81, "several solutions"), ("11" + "." * 79, "no solution")]
)
def test_a_pasted_grid_that_cannot_be_played_is_refused_with_the_reason(
    teacher: User, classroom: Classroom, client_of: ClientOf, line: str, reason: str
) -> None:
    address = f"/classes/{classroom.pk}/assignments/new/"
    for headers in (ENGLISH, ENGLISH | {"HX-Request": "true"}):
        answer = client_of(teacher).post(address, form_data(way="pasted", grids=line), headers=headers)
        assert f"Grid 1 has {reason}" in answer.content.decode()
    assert not Assignment.objects.exists()
    assert not Collection.objects.exists()


def test_a_draft_takes_in_pasted_grids_too(
    teacher: User,
    student: User,
    classroom: Classroom,
    collection: Collection,
    grids: list[str],
    client_of: ClientOf,
) -> None:
    client = client_of(teacher)
    client.post(f"/classes/{classroom.pk}/assignments/new/", form_data())
    draft = Assignment.objects.get()
    new = next(line for line in grids if not Puzzle.objects.filter(givens=line).exists())
    client.post(f"{draft.get_absolute_url()}edit/", form_data(way="pasted", grids=new))
    assert [each.puzzle.givens for each in draft.assignees.get().assigned_puzzles.all()] == [new]


def test_a_grid_of_a_collection_or_an_own_one_begins_the_form(
    teacher: User, classroom: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    client, address = client_of(teacher), f"/classes/{classroom.pk}/assignments/new/"
    form = client.get(address, {"collection": collection.pk, "numbers": "3"}).context["form"]
    assert (form["way"].value(), form["numbers"].value()) == ("numbers", "3")
    line = Puzzle.objects.all()[0].givens
    form = client.get(address, {"grids": line}).context["form"]
    assert (form["way"].value(), form["grids"].value()) == ("pasted", line)
    assert "autofocus" not in form["grids"].field.widget.attrs


def test_the_preview_says_why_there_are_not_enough_grids(
    teacher: User, student: User, classroom: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    address = f"/classes/{classroom.pk}/assignments/new/"
    headers = ENGLISH | {"HX-Request": "true"}
    text = client_of(teacher).post(address, form_data(count=31), headers=headers).content.decode()
    assert "30 grids of 31 match." in text
    assert not Assignment.objects.exists()


def test_the_form_begins_with_the_collection_one_comes_from(
    teacher: User, classroom: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    address = f"/classes/{classroom.pk}/assignments/new/?collection="
    chosen = f'<option value="{collection.pk}" selected>'
    assert chosen in client_of(teacher).get(f"{address}{collection.pk}").content.decode()
    assert chosen not in client_of(teacher).get(f"{address}nonsense").content.decode()


def test_the_suggested_due_date_is_the_end_of_the_day_a_week_later(
    teacher: User, classroom: Classroom, client_of: ClientOf
) -> None:
    before = timezone.localtime()
    form = client_of(teacher).get(f"/classes/{classroom.pk}/assignments/new/").context["form"]
    due = timezone.localtime(form.initial["due_at"]).replace(tzinfo=None)
    # On the wall, not on the clock of the world: an hour may be gained or lost between the two.
    ends = {
        now.replace(tzinfo=None, hour=23, minute=59, second=0, microsecond=0) + timedelta(days=7)
        for now in (before, timezone.localtime())
    }
    assert due in ends


def test_equally_hard_grids_come_with_a_report(
    teacher: User,
    student: User,
    classmate: User,
    classroom: Classroom,
    collection: Collection,
    client_of: ClientOf,
) -> None:
    client = client_of(teacher)
    data = form_data(share="equal", band=50, count=2)
    page = client.post(f"/classes/{classroom.pk}/assignments/new/", data, follow=True)
    report = page.context["fairness"]
    assert report.is_kept
    assert len(report.shares) == 2
    student_page = client.get(f"/assignments/{Assignment.objects.get().pk}/?student=lea")
    assert student_page.context["shown"].name == "PETIT Léa"
    assert len(student_page.context["grids"]) == 2


def test_too_few_grids_show_a_message(
    teacher: User,
    student: User,
    classroom: Classroom,
    collection: Collection,
    client_of: ClientOf,
) -> None:
    page = client_of(teacher).post(f"/classes/{classroom.pk}/assignments/new/", form_data(count=40))
    assert "30" in str(page.context["form"].non_field_errors())
    assert not Assignment.objects.exists()


def test_a_draft_is_changed_and_keeps_its_grids_when_only_dates_change(
    teacher: User, student: User, classroom: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    client = client_of(teacher)
    client.post(f"/classes/{classroom.pk}/assignments/new/", form_data())
    draft = Assignment.objects.get()
    form = client.get(f"/assignments/{draft.pk}/edit/").context["form"]
    answers = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    client.post(f"/assignments/{draft.pk}/edit/", answers | {"name": "Tuesday", "preset": "exam"})
    changed = Assignment.objects.get()
    assert (changed.name, changed.is_exam) == ("Tuesday", True)
    assert changed.source == draft.source
    client.post(f"/assignments/{draft.pk}/edit/", answers | {"count": 3})
    assert len(Assignment.objects.get().source["puzzles"]) == 3


def test_other_grids_are_drawn_for_a_draft(
    teacher: User, student: User, classroom: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    client = client_of(teacher)
    client.post(f"/classes/{classroom.pk}/assignments/new/", form_data(count=10))
    before = Assignment.objects.get().source["puzzles"]
    client.post(f"/assignments/{Assignment.objects.get().pk}/redraw/")
    assert Assignment.objects.get().source["puzzles"] != before


def test_grids_are_laid_out_while_they_are_chosen_and_when_they_are_asked_for(
    teacher: User, student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    client = client_of(teacher)

    def is_laid_out(assignment: Assignment, asked: str = "") -> bool:
        return b"grid-preview" in client.get(f"{assignment.get_absolute_url()}{asked}").content

    assignment = assignment_of()
    assert is_laid_out(assignment_of(is_draft=True))
    assert not is_laid_out(assignment)
    assert is_laid_out(assignment, "?tab=grids")
    assert is_laid_out(assignment, f"?tab=grids&student={student.username}")


@pytest.mark.parametrize(
    ("is_draft", "asked", "shown"),
    [
        (False, "", "Results"),
        (False, "?tab=grids", "Grids"),
        (False, "?tab=rules", "Rules and dates"),
        (False, "?tab=nonsense", "Results"),
        (True, "", "Grids"),
        (True, "?tab=results", "Grids"),
    ],
)
def test_an_assignment_has_tabs_and_a_draft_no_results(
    teacher: User,
    student: User,
    assignment_of: AssignmentOf,
    client_of: ClientOf,
    is_draft: bool,
    asked: str,
    shown: str,
) -> None:
    assignment = assignment_of(is_draft=is_draft)
    page = client_of(teacher).get(f"{assignment.get_absolute_url()}{asked}", headers=ENGLISH)
    assert f'aria-current="page">{shown}</a>' in page.content.decode()


def test_students_and_their_results_are_in_one_table(
    teacher: User, student: User, classmate: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    page = client_of(teacher).get(assignment_of().get_absolute_url(), headers=ENGLISH)
    text = page.content.decode()
    assert text.count("<table") == 1
    assert text.count("not begun") >= 2
    assert f"/students/{student.username}/excuse/" in text


def test_of_what_is_handed_out_only_title_and_dates_change(
    teacher: User, student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    assignment = assignment_of()
    due = timezone.localtime(timezone.now() + timedelta(days=3)).replace(
        hour=12, minute=0, second=0, microsecond=0
    )
    data = {"name": "Later", "due_at": due.strftime("%Y-%m-%dT%H:%M"), "way": "drawn", "count": 5}
    client_of(teacher).post(f"/assignments/{assignment.pk}/edit/", data)
    changed = Assignment.objects.get()
    assert (changed.name, changed.due_at) == ("Later", due)
    assert (changed.source, changed.opens_at) == (assignment.source, assignment.opens_at)


def test_a_date_that_has_passed_may_stay_when_the_title_changes(
    teacher: User, student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    past = (timezone.now() - timedelta(days=2)).replace(hour=12, minute=0, second=0, microsecond=0)
    assignment = assignment_of(opens_at=past, due_at=past + timedelta(days=1))
    data = {"name": "Over", "due_at": timezone.localtime(assignment.due_at).strftime("%Y-%m-%dT%H:%M")}
    answer = client_of(teacher).post(f"/assignments/{assignment.pk}/edit/", data)
    assert answer.status_code == 302
    assert Assignment.objects.get().due_at == assignment.due_at


# The end of it, and single students


def test_the_results_of_an_exam_wait_until_all_are_done(
    teacher: User, student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    exam = assignment_of(is_exam=True)
    client = client_of(teacher)
    client.post(f"/assignments/{exam.pk}/release/")
    exam.refresh_from_db()
    assert exam.released_at is None
    client.post(f"/assignments/{exam.pk}/end-and-release/")
    exam.refresh_from_db()
    assert exam.released_at is not None
    assert exam.stopped_at is not None


def test_a_student_gets_a_date_of_their_own(
    teacher: User, student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    assignment = assignment_of(due_at=timezone.now() + timedelta(hours=1))
    due = timezone.localtime(timezone.now() + timedelta(days=2)).replace(
        hour=12, minute=0, second=0, microsecond=0
    )
    client_of(teacher).post(
        f"/assignments/{assignment.pk}/students/lea/extend/", {"due_at": due.strftime("%Y-%m-%dT%H:%M")}
    )
    assert assignment.assignees.get().due_at == due


def test_a_student_is_excused_and_included_again(
    teacher: User, student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    assignment = assignment_of()
    client = client_of(teacher)
    client.post(f"/assignments/{assignment.pk}/students/lea/excuse/")
    assert not Assignee.objects.of(student).exists()
    client.post(f"/assignments/{assignment.pk}/students/lea/take-back/")
    assert Assignee.objects.of(student).exists()


def test_the_teacher_plays_a_grid_under_the_rules_of_her_students(
    teacher: User, student: User, puzzle: Puzzle, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    exam = assignment_of(is_exam=True)
    client_of(teacher).post(f"/assignments/{exam.pk}/try/", {"puzzle": puzzle.pk})
    attempt = Attempt.objects.get()
    assert (attempt.player, attempt.policy, attempt.assigned_puzzle) == (teacher, exam.policy, None)


def test_a_grid_that_is_not_in_the_assignment_is_not_tried(
    teacher: User,
    student: User,
    assignment_of: AssignmentOf,
    collection_of: CollectionOf,
    client_of: ClientOf,
) -> None:
    other = collection_of(teacher, [1]).entries.get().puzzle
    answer = client_of(teacher).post(f"/assignments/{assignment_of().pk}/try/", {"puzzle": other.pk})
    assert answer.status_code == 404
    assert not Attempt.objects.exists()


def test_an_assignment_handed_out_is_not_deleted(
    teacher: User, student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    assignment = assignment_of()
    client_of(teacher).post(f"/assignments/{assignment.pk}/delete/")
    assert Assignment.objects.filter(pk=assignment.pk).exists()


def test_a_draft_is_deleted(teacher: User, assignment_of: AssignmentOf, client_of: ClientOf) -> None:
    draft = assignment_of(is_draft=True)
    answer = client_of(teacher).post(f"/assignments/{draft.pk}/delete/")
    assert answer["Location"].endswith(f"/classes/{draft.classroom_id}/assignments/")
    assert not Assignment.objects.exists()


def test_archived_assignments_are_listed_in_the_archive_only(
    teacher: User, student: User, classroom: Classroom, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    assignment = assignment_of()
    client = client_of(teacher)
    client.post(f"/assignments/{assignment.pk}/archive/")
    assert not client.get(f"/classes/{classroom.pk}/assignments/").context["assignments"]
    archive = client.get(f"/classes/{classroom.pk}/assignments/?archived")
    assert list(archive.context["assignments"]) == [assignment]
    client.post(f"/assignments/{assignment.pk}/restore/")
    assert client.get(f"/classes/{classroom.pk}/assignments/").context["assignments"]


# What it costs


def test_pages_ask_as_much_for_a_class_of_ten_as_for_one_of_two(
    teacher: User,
    student: User,
    classmate: User,
    classroom: Classroom,
    collection: Collection,
    client_of: ClientOf,
    django_assert_num_queries: Any,
    django_assert_max_num_queries: Any,
) -> None:
    client = client_of(teacher)
    data = form_data(share="equal", band=100, count=1)
    client.post(f"/classes/{classroom.pk}/assignments/new/", data)
    assignment = hand_out(assignment=Assignment.objects.get())
    lists = f"/classes/{classroom.pk}/assignments/"
    with django_assert_max_num_queries(16) as queries:
        client.get(assignment.get_absolute_url())
        of_page = len(queries)
    with django_assert_max_num_queries(8) as queries:
        client.get(lists)
        of_list = len(queries)
    for number in range(8):
        newcomer = User.objects.create_user(f"new{number}", "x", role=User.Role.STUDENT)
        classroom.memberships.create(student=newcomer, real_name=f"New {number}")
    client.post(f"/assignments/{assignment.pk}/newcomers/")
    assert assignment.assignees.count() == 10
    client.post(lists + "new/", data)
    with django_assert_num_queries(of_page):
        client.get(assignment.get_absolute_url())
    with django_assert_num_queries(of_list):
        client.get(lists)


# Exams


def test_a_draft_says_from_when_the_time_of_its_exam_counts(
    client_of: ClientOf, teacher: User, student: User, assignment_of: AssignmentOf
) -> None:
    client = client_of(teacher)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for exam_time in ("30", ""):
        exam = assignment_of(is_exam=True, is_draft=True, exam_time=exam_time)
        page = client.get(exam.get_absolute_url()).content.decode()
        assert ("counts from the moment you hand it out" in page) == bool(exam_time)


def test_a_draft_warns_of_grids_that_students_can_draw_and_offers_new_ones(
    teacher: User,
    student: User,
    assignment_of: AssignmentOf,
    collection: Collection,
    client_of: ClientOf,
) -> None:
    taken = [entry.puzzle for entry in collection.entries.select_related("puzzle")[:2]]
    exam = assignment_of(taken, is_exam=True, is_draft=True)
    client = client_of(teacher)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(exam.get_absolute_url()).content.decode()
    assert "2 of these grids are in a collection open to your students" in page
    renewed = client.post(f"/assignments/{exam.pk}/new-grids/", follow=True).content.decode()
    assert "New grids are made" in renewed
    assert "collection open to your students" not in renewed
    exam.refresh_from_db()
    assert not {puzzle.pk for puzzle in taken} & set(exam.source["puzzles"])
    again = assignment_of(taken, is_exam=True, is_draft=True)
    client.post(f"/assignments/{again.pk}/new-grids/", {"hand_out": "1"})
    again.refresh_from_db()
    assert again.handed_out_at
    assert not {puzzle.pk for puzzle in taken} & set(again.source["puzzles"])
    homework = assignment_of(taken, is_draft=True)
    assert "collection open to your students" not in client.get(homework.get_absolute_url()).content.decode()


def test_the_page_of_an_exam_lists_changes_by_others_to_its_students_accounts(
    teacher: User,
    other_teacher: User,
    student: User,
    assignment_of: AssignmentOf,
    client_of: ClientOf,
) -> None:
    def act(by: User, factor: int) -> None:
        set_account(student=student, extra_time=Decimal(factor), is_active=True, teacher=by)

    act(other_teacher, 2)
    exam = assignment_of(is_exam=True)
    client = client_of(teacher)
    act(teacher, 3)
    assert client.get(exam.get_absolute_url()).context["account_acts"] == []
    act(other_teacher, 5)
    reset_passwords(users=[student], by=other_teacher, key=new_card_key())
    set_account(student=student, extra_time=Decimal(5), is_active=False, teacher=other_teacher)
    answer = client.get(exam.get_absolute_url())
    told = [(act.kind, act.actor, act.real_name) for act in answer.context["account_acts"]]
    assert told == [
        (str(kind.label), other_teacher.username, "PETIT Léa")
        for kind in (Kind.ACCOUNT_DEACTIVATED, Kind.PASSWORD_RESET, Kind.EXTRA_TIME)
    ]
    assert other_teacher.username in answer.content.decode()
    homework = assignment_of()
    assert client.get(homework.get_absolute_url()).context["account_acts"] == []


# Several classes, duplicates, instructions


@pytest.fixture
def second_class(teacher: User) -> Classroom:
    second = Classroom.objects.create(name="6e C")
    second.teachers.add(teacher)
    return second


def test_grids_are_given_to_several_classes_at_once(
    teacher: User, classroom: Classroom, second_class: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    answers = form_data(also=[second_class.pk], instructions="On paper first.")
    page = client_of(teacher).post(f"/classes/{classroom.pk}/assignments/new/", answers, follow=True)
    drafts = Assignment.objects.order_by("pk")
    assert [draft.classroom for draft in drafts] == [classroom, second_class]
    assert {draft.instructions for draft in drafts} == {"On paper first."}
    assert page.redirect_chain == [(drafts[0].get_absolute_url(), 302)]
    assert "6e C" in next(str(message) for message in page.context["messages"])


def test_exercises_are_given_to_several_classes_at_once(
    teacher: User, classroom: Classroom, second_class: Classroom, client_of: ClientOf
) -> None:
    answers = {"name": "Write", "worksheet": "n_valide", "also": [second_class.pk]}
    client_of(teacher).post(f"/classes/{classroom.pk}/exercises/new/", answers)
    assert set(Assignment.objects.values_list("classroom", flat=True)) == {classroom.pk, second_class.pk}


def test_a_class_of_another_teacher_is_not_given_anything(
    teacher: User,
    classroom: Classroom,
    other_teacher: User,
    stranger: User,
    collection: Collection,
    exercises_of: AssignmentOf,
    client_of: ClientOf,
) -> None:
    theirs, given = Classroom.objects.taught_by(other_teacher).get(), exercises_of()
    client = client_of(teacher)
    client.post(f"/classes/{classroom.pk}/assignments/new/", form_data(also=[theirs.pk]))
    client.post(f"/assignments/{given.pk}/duplicate/", {"name": "Again", "classes": [theirs.pk]})
    assert not Assignment.objects.filter(classroom=theirs).exists()


def test_no_class_gets_a_draft_if_one_has_too_few_grids(
    teacher: User, classroom: Classroom, second_class: Classroom, collection: Collection, client_of: ClientOf
) -> None:
    student = User.objects.create_user("played-all")
    second_class.memberships.create(student=student)
    policy = collection.policy
    for entry in collection.entries.all():
        Attempt.objects.create(player=student, puzzle=entry.puzzle, policy=policy, digits=entry.puzzle.givens)
    page = client_of(teacher).post(
        f"/classes/{classroom.pk}/assignments/new/", form_data(also=[second_class.pk]), headers=ENGLISH
    )
    assert "6e C: " in page.content.decode()
    assert not Assignment.objects.exists()


def test_a_duplicate_has_the_rules_and_later_dates(
    teacher: User,
    student: User,
    classroom: Classroom,
    second_class: Classroom,
    assignment_of: AssignmentOf,
    client_of: ClientOf,
) -> None:
    now = timezone.now()
    given = assignment_of(
        opens_at=now - timedelta(days=10), due_at=now - timedelta(days=3), instructions="Read this."
    )
    client, address = client_of(teacher), f"/assignments/{given.pk}/duplicate/"
    form = client.get(address).context["form"]
    assert abs(form.initial["due_at"] - given.due_at - timedelta(weeks=1)) < timedelta(minutes=61)
    answers = {name: form[name].value() for name in ("name", "due_at")} | {
        "classes": [classroom.pk, second_class.pk]
    }
    client.post(address, answers)
    copies = Assignment.objects.exclude(pk=given.pk)
    assert {copy.classroom for copy in copies} == {classroom, second_class}
    for copy in copies:
        assert copy.is_draft
        assert (copy.policy, copy.instructions, copy.author) == (given.policy, "Read this.", teacher)
        assert copy.due_at > now


def test_a_duplicate_whose_solution_opens_after_the_due_date_has_one(
    teacher: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    given = assignment_of(rules=HOMEWORK)
    answers = {"name": "Again", "classes": [given.classroom_id], "due_at": ""}
    page = client_of(teacher).post(f"/assignments/{given.pk}/duplicate/", answers)
    assert "due_at" in page.context["form"].errors
    assert Assignment.objects.count() == 1


def test_a_duplicate_of_exercises_asks_the_same(
    teacher: User, exercises_of: AssignmentOf, client_of: ClientOf
) -> None:
    given = exercises_of("bloc")
    answers = {"name": "Again", "classes": [given.classroom_id]}
    client_of(teacher).post(f"/assignments/{given.pk}/duplicate/", answers)
    copy = Assignment.objects.exclude(pk=given.pk).get()
    assert (copy.name, copy.worksheet, copy.exercises) == ("Again", "mini_projet", ["bloc"])


def test_students_read_the_instructions_of_grids_once_they_are_open(
    student: User, assignment_of: AssignmentOf, client_of: ClientOf
) -> None:
    given = assignment_of(instructions="Read <b>this</b> first.")
    client, address = client_of(student), f"/given/{given.pk}/"
    assert "Read &lt;b&gt;this&lt;/b&gt; first." in client.get(address).content.decode()
    Assignment.objects.update(opens_at=timezone.now() + timedelta(days=1))
    assert "Read &lt;b&gt;" not in client.get(address).content.decode()
