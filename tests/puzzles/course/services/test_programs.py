"""Drafts from several pages at once: what is stored, what is a conflict, and that no text is lost."""

import pytest

from accounts.models import User
from puzzles.course.models import SOURCE_BYTES, Program, ProgramCopy
from puzzles.course.services.programs import (
    Draft,
    ProgramConflictError,
    ProgramError,
    program_of,
    replace_program,
    save_program,
    set_draft_aside,
)

pytestmark = pytest.mark.django_db

ONE, TWO = "a" * 16, "b" * 16


def draft(text: str, client: str = ONE, seq: int = 1, base: int = 0) -> Draft:
    return Draft(text=text, client=client, seq=seq, base=base)


def save(student: User, text: str, client: str = ONE, seq: int = 1, base: int = 0) -> Program:
    return save_program(student=student, worksheet="mini_projet", draft=draft(text, client, seq, base))


def text_of(student: User) -> str:
    return program_of(student, "mini_projet").text


def copies_of(student: User) -> list[str]:
    return list(ProgramCopy.objects.filter(program__student=student).values_list("text", flat=True))


def test_nothing_is_stored_before_something_is_written(student: User) -> None:
    assert program_of(student, "mini_projet").version == 0
    assert not Program.objects.exists()


def test_each_text_raises_the_version(student: User) -> None:
    assert save(student, "one").version == 1
    assert save(student, "two", seq=2, base=1).version == 2
    assert text_of(student) == "two"


def test_a_save_sent_twice_is_stored_once(student: User) -> None:
    save(student, "one")
    assert save(student, "one").version == 1


def test_a_save_that_arrives_late_does_not_undo_a_newer_one(student: User) -> None:
    save(student, "newer", seq=5)
    assert save(student, "older", seq=4).version == 1
    assert text_of(student) == "newer"


def test_a_page_whose_answer_was_lost_goes_on(student: User) -> None:
    save(student, "one")
    assert save(student, "one and more", seq=2, base=0).version == 2


def test_a_text_based_on_an_older_version_of_another_page_is_a_conflict(student: User) -> None:
    save(student, "of page one")
    with pytest.raises(ProgramConflictError) as conflict:
        save(student, "of page two", client=TWO)
    assert (conflict.value.program.version, conflict.value.program.text) == (1, "of page one")
    assert text_of(student) == "of page one"


def test_the_same_text_from_two_pages_is_no_conflict(student: User) -> None:
    save(student, "the same")
    assert save(student, "the same", client=TWO).version == 1


def test_a_page_that_has_seen_the_other_text_goes_on_from_it(student: User) -> None:
    save(student, "of page one")
    assert save(student, "of page one, then two", client=TWO, base=1).version == 2


def test_the_text_that_is_replaced_is_kept(student: User) -> None:
    save(student, "of page one")
    replace_program(student=student, worksheet="mini_projet", draft=draft("of page two", TWO, 1, 1))
    assert text_of(student) == "of page two"
    assert copies_of(student) == ["of page one"]


def test_the_text_that_is_set_aside_is_kept_and_the_program_stays(student: User) -> None:
    save(student, "of page one")
    kept = set_draft_aside(student=student, worksheet="mini_projet", draft=draft("of page two", TWO))
    assert (kept.version, text_of(student), copies_of(student)) == (1, "of page one", ["of page two"])


def test_a_draft_with_nothing_in_its_way_is_stored_not_set_aside(student: User) -> None:
    save(student, "one")
    set_draft_aside(student=student, worksheet="mini_projet", draft=draft("two", TWO, 1, 1))
    set_draft_aside(student=student, worksheet="mini_projet", draft=draft("three", TWO, 2, 1))
    assert (text_of(student), copies_of(student)) == ("three", [])


def test_the_same_text_is_set_aside_once_and_an_empty_one_never(student: User) -> None:
    save(student, "of page one")
    for text in ("of page two", "of page two", "  \n"):
        set_draft_aside(student=student, worksheet="mini_projet", draft=draft(text, TWO))
    assert copies_of(student) == ["of page two"]


def test_of_many_texts_set_aside_the_newest_stay(student: User) -> None:
    save(student, "of page one")
    for number in range(ProgramCopy.MAX_KEPT + 2):
        set_draft_aside(student=student, worksheet="mini_projet", draft=draft(f"{number}", f"{number:016}"))
    assert copies_of(student) == [f"{number}" for number in range(ProgramCopy.MAX_KEPT + 1, 1, -1)]


def test_a_program_that_is_too_long_is_refused(student: User) -> None:
    save(student, "é" * (SOURCE_BYTES // 2))
    with pytest.raises(ProgramError, match="longer than 100 KB"):
        save(student, "é" * (SOURCE_BYTES // 2) + "e", seq=2)
    assert program_of(student, "mini_projet").version == 1


def test_worksheets_and_students_have_programs_of_their_own(student: User, classmate: User) -> None:
    save(student, "hers")
    save(classmate, "his")
    save_program(student=student, worksheet="tutoriel", draft=draft("the other sheet"))
    assert (text_of(student), text_of(classmate)) == ("hers", "his")
    assert program_of(student, "tutoriel").text == "the other sheet"
