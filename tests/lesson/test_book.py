"""The book of a lesson tells what went wrong."""

from tests.lesson.book import AnswerKey, Book, table
from tests.lesson.kept import check_same


def test_a_lesson_is_right_where_every_phase_checked_something_and_nothing_failed() -> None:
    book = Book()
    assert not book.is_right
    with book.phase("steps", 1):
        book.click()
        book.check("phones follow")
    assert book.is_right
    with book.phase("nothing was checked"):
        pass
    assert [phase.is_right for phase in book.phases] == [True, False]


def test_a_failure_ends_its_phase_alone_and_too_many_clicks_are_one() -> None:
    book = Book()
    with book.phase("too many clicks", 1):
        book.click()
        book.click()
        book.check("given")
    with book.phase("failed"):
        raise AssertionError("the phone sees nothing")
    assert not book.is_right
    assert [line.split("WRONG")[1].split(";")[0].strip() for line in table(book.phases).splitlines()[1:]] == [
        "FAILED: 2 clicks, at most 1 are promised",
        "FAILED: the phone sees nothing",
    ]


def test_what_is_lost_is_named() -> None:
    book = Book()
    wanted = {AnswerKey(1, "tigre"): "4", AnswerKey(1, "lynx"): "5"}
    with book.phase("nothing is lost"):
        check_same(book, "answers", wanted, wanted)
        check_same(book, "answers", wanted, {AnswerKey(1, "tigre"): "4"})
    assert book.phases[0].checked == ["2 answers"]
    assert "lynx" in book.phases[0].failures[0]
