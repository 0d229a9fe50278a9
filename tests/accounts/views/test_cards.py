"""Login cards at an address of their own: asked about, made, looked at again, over."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import CardSheet, Classroom, User
from accounts.views.cards import split_into_sheets
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.play.services.closing import hand_in

ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def hers(client_of: ClientOf, teacher: User) -> Client:
    client = client_of(teacher)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_twelve_cards_fill_a_sheet_and_none_is_lost() -> None:
    cards = [f"lynx-{number}" for number in range(25)]
    sheets = split_into_sheets(cards)
    assert [len(sheet) for sheet in sheets] == [12, 12, 1]
    assert [card for sheet in sheets for card in sheet] == cards
    assert split_into_sheets([]) == []


def card_page(classroom: Classroom, student: User) -> str:
    return reverse("accounts:member_card", args=[classroom.pk, student.username])


def made(client: Client, classroom: Classroom, student: User) -> str:
    """The address of a new card."""
    answer = client.post(card_page(classroom, student))
    assert answer.status_code == 302
    return answer["Location"]


def test_a_new_password_asks_first_and_says_what_it_does(
    hers: Client, classroom: Classroom, student: User, password: str
) -> None:
    page = hers.get(card_page(classroom, student)).content.decode()
    assert "no longer valid" in page
    assert "Taking an exam" not in page
    student.refresh_from_db()
    assert student.check_password(password)


def test_the_list_of_a_class_has_no_button_that_resets_a_password(
    hers: Client, classroom: Classroom, student: User
) -> None:
    page = hers.get(reverse("accounts:class_page", args=[classroom.pk])).content.decode()
    assert f'href="{card_page(classroom, student)}"' in page
    assert f'action="{card_page(classroom, student)}"' not in page
    assert f'action="{reverse("accounts:class_cards", args=[classroom.pk])}"' not in page


@pytest.mark.parametrize("address", ["member_card", "class_cards"])
def test_students_in_an_exam_are_named_before_a_password_ends(
    hers: Client, classroom: Classroom, student: User, classmate: User, exam: Assignment, address: str
) -> None:
    args = [classroom.pk, student.username] if address == "member_card" else [classroom.pk]
    page = reverse(f"accounts:{address}", args=args)
    assert "Taking an exam" not in hers.get(page).content.decode()
    begin(student=student, assignment_id=exam.pk)
    told = hers.get(page).content.decode()
    assert "Taking an exam right now:" in told
    assert "PETIT Léa" in told.partition("Taking an exam")[2]
    assert "ROUX Tom" not in told
    hand_in(student=student, assignment_id=exam.pk)
    assert "Taking an exam" not in hers.get(page).content.decode()


def test_cards_are_read_again_and_again_and_by_nobody_else(
    hers: Client, client_of: ClientOf, classroom: Classroom, student: User, teacher: User, other_teacher: User
) -> None:
    address = made(hers, classroom, student)
    first = hers.get(address)
    assert "no-store" in first["Cache-Control"]
    (card,) = first.context["cards"]
    assert Client().login(username="lea", password=card.password)
    assert hers.get(address).context["cards"] == [card]
    classroom.teachers.add(other_teacher)
    colleague = client_of(other_teacher)
    colleague.cookies["card_key"] = hers.cookies["card_key"].value
    for client in (colleague, client_of(teacher)):
        answer = client.get(address, headers=ENGLISH)
        assert answer.status_code == 410
        assert card.password not in answer.content.decode()
        assert "no longer shown" in answer.content.decode()


def test_their_creator_finds_readable_cards_from_the_page_of_the_class(
    hers: Client, client_of: ClientOf, classroom: Classroom, student: User, other_teacher: User
) -> None:
    address = made(hers, classroom, student)
    pages = [reverse(f"accounts:{name}", args=[classroom.pk]) for name in ("class_page", "class_cards")]
    classroom.teachers.add(other_teacher)
    for page in pages:
        assert f'href="{address}"' in hers.get(page).content.decode()
        assert address not in client_of(other_teacher).get(page).content.decode()
    newer = made(hers, classroom, student)
    assert f'href="{address}"' not in hers.get(pages[0]).content.decode()
    CardSheet.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert newer not in hers.get(pages[0]).content.decode()


def test_the_report_counts_created_students_also_after_a_password_change(
    hers: Client, classroom: Classroom
) -> None:
    names = {"names": "Ada Roy\nBen Roy\nCleo Roy"}
    address = hers.post(reverse("accounts:class_add", args=[classroom.pk]), names)["Location"]
    assert "3 students created" in hers.get(address).content.decode()
    made(hers, classroom, User.objects.get(memberships__family_name="Roy", memberships__given_name="Ben"))
    answer = hers.get(address)
    assert "3 students created" in answer.content.decode()
    assert len(answer.context["cards"]) == 2


def test_the_key_of_the_cards_goes_to_their_address_only(
    hers: Client, classroom: Classroom, student: User
) -> None:
    address = made(hers, classroom, student)
    cookie = hers.cookies["card_key"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (address, True, "Strict")
    assert cookie["max-age"] == CardSheet.LIFETIME.total_seconds()


def test_cards_past_their_minutes_give_a_sentence(hers: Client, classroom: Classroom, student: User) -> None:
    address = made(hers, classroom, student)
    CardSheet.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    for _before_and_after_the_sweep in range(2):
        answer = hers.get(address)
        assert answer.status_code == 410
        assert "no longer shown" in answer.content.decode()
        CardSheet.objects.all().delete()


@pytest.mark.parametrize("key", ["", "zz", "00"])
def test_without_the_key_no_card_is_shown(
    hers: Client, classroom: Classroom, student: User, key: str
) -> None:
    address = made(hers, classroom, student)
    hers.cookies["card_key"] = key
    assert hers.get(address).status_code == 410


def test_cards_of_the_administration_are_read_again_and_end_too(
    hers: Client, student: User, classroom: Classroom
) -> None:
    reset = reverse("admin:accounts_user_reset", args=[student.pk])
    address = hers.post(reset, {"sure": "yes"})["Location"]
    [row] = hers.get(address).context["rows"]
    assert hers.get(address).context["rows"] == [row]
    assert hers.get(reverse("accounts:class_card_sheet", args=[classroom.pk, 1])).status_code == 410
    CardSheet.objects.update(ends_at=timezone.now())
    assert hers.get(address).status_code == 410
