"""Hints and sentences that a teacher sends to a board."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.library.models import HelpPolicy
from puzzles.play.models import Attempt, BoardNote, Move
from puzzles.play.pages.board_lesson import note_words
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.board_notes import (
    SHOWN_FOR,
    BoardNoteError,
    latest_note,
    send_hint,
    send_sentence,
)

AttemptOf = Callable[..., Attempt]
HINTS = {"hint_rung": HelpPolicy.Rung.DO}


@pytest.fixture
def exam_attempt(student: User, assignment_of: Callable[..., Assignment]) -> Attempt:
    exam = assignment_of(is_exam=True, due_at=timezone.now() + timedelta(hours=1))
    begin(student=student, assignment_id=exam.pk)
    return open_grid(student=student, assignment_id=exam.pk, position=1)


def test_a_hint_that_is_sent_counts_as_the_student_s_help(
    teacher: User, student: User, attempt_of: AttemptOf
) -> None:
    attempt = attempt_of(student, **HINTS)
    send_hint(teacher=teacher, attempt=attempt)
    attempt.refresh_from_db()
    assert attempt.hints_by_rung == (1, 0, 0, 0)
    assert attempt.moves.get().kind == Move.Kind.HINT
    note = latest_note(attempt, timezone.now())
    assert note
    assert note_words(note, attempt).startswith("A hint from your teacher: ")


def test_an_open_hint_is_sent_as_far_as_it_was_revealed(
    teacher: User, student: User, attempt_of: AttemptOf
) -> None:
    attempt = attempt_of(student, **HINTS)
    for _time in range(2):
        send_hint(teacher=teacher, attempt=attempt)
        attempt.refresh_from_db()
    assert attempt.hints_by_rung == (1, 0, 0, 0)
    assert attempt.moves.count() == 1


def test_no_hint_is_sent_where_the_rules_allow_none(
    teacher: User, student: User, attempt_of: AttemptOf, exam_attempt: Attempt
) -> None:
    other = User.objects.create_user("ada", "x")
    for attempt in (attempt_of(other, hint_rung=HelpPolicy.Rung.NONE), exam_attempt):
        with pytest.raises(BoardNoteError):
            send_hint(teacher=teacher, attempt=attempt)
    assert not BoardNote.objects.exists()
    assert not Move.objects.exists()


def test_a_sentence_is_stored_once_however_often_it_is_pressed(
    teacher: User, student: User, attempt_of: AttemptOf
) -> None:
    attempt = attempt_of(student)
    for _time in range(2):
        send_sentence(teacher=teacher, attempt=attempt, text="  Look at\nrow 3. ")
    note = BoardNote.objects.get()
    assert (note.text, note.author) == ("Look at row 3.", teacher)
    assert note_words(note, attempt) == "Your teacher: Look at row 3."
    assert not attempt.moves.exists()


def test_an_exam_gets_a_sentence_only_if_the_teacher_says_so(teacher: User, exam_attempt: Attempt) -> None:
    with pytest.raises(BoardNoteError, match="This is an exam"):
        send_sentence(teacher=teacher, attempt=exam_attempt, text="Ten minutes left.")
    send_sentence(teacher=teacher, attempt=exam_attempt, text="Ten minutes left.", is_exam_meant=True)
    assert exam_attempt.board_notes.count() == 1


def test_nothing_is_sent_to_a_finished_grid(teacher: User, student: User, attempt_of: AttemptOf) -> None:
    attempt = attempt_of(student)
    Attempt.objects.update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    for text in ("", "Well done."):
        with pytest.raises(BoardNoteError):
            send_sentence(teacher=teacher, attempt=attempt, text=text)


def test_a_page_that_is_opened_later_does_not_repeat_a_note(
    teacher: User, student: User, attempt_of: AttemptOf
) -> None:
    attempt = attempt_of(student)
    note = send_sentence(teacher=teacher, attempt=attempt, text="Row 3.")
    assert latest_note(attempt, note.sent_at + SHOWN_FOR - timedelta(seconds=1)) == note
    assert latest_note(attempt, note.sent_at + SHOWN_FOR) is None
