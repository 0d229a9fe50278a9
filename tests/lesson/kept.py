"""What the database has kept of a lesson, by a connection of its own and plain SQL."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

from tests.faults.oracle import judge

from .book import AnswerKey, AssigneeKey, Book, HandGrade

ANSWERS = """
    SELECT answer.question_id, student.username, answer.value
    FROM rooms_answer AS answer JOIN accounts_user AS student ON student.id = answer.student_id
"""
HANDED_IN = """
    SELECT assignee.assignment_id, student.username
    FROM assignments_assignee AS assignee JOIN accounts_user AS student ON student.id = assignee.student_id
    WHERE assignee.handed_in_at IS NOT NULL
"""
PROGRAMS = """
    SELECT submission.assignment_id, student.username, submission.source
    FROM course_submission AS submission JOIN accounts_user AS student ON student.id = submission.student_id
    ORDER BY submission.id
"""
MARKS = """
    SELECT assignee.assignment_id, student.username, grade.value, grade.comment
    FROM assignments_grade AS grade
    JOIN assignments_assignee AS assignee ON assignee.id = grade.assignee_id
    JOIN accounts_user AS student ON student.id = assignee.student_id
"""


def check_kept(database: Path, book: Book) -> None:
    """Check that each acknowledged move, answer, program, exam and mark is in the database."""
    with closing(connect(database, timeout=60)) as tables:
        verdict = judge(tables, book.journal)
        wrong = {name: count for name, count in vars(verdict).items() if name != "acknowledged" and count}
        waiting = [move.keys for move in book.journal.moves if not move.acknowledged]
        words = f", {wrong} {waiting[:3]}" if wrong else ""
        book.check(f"{verdict.acknowledged} moves{words}", verdict.is_clean)
        answers = {AnswerKey(*row[:2]): row[2] for row in tables.execute(ANSWERS)}
        check_same(book, "answers", book.answers, answers)
        handed_in = {AssigneeKey(*row): True for row in tables.execute(HANDED_IN)}
        check_same(book, "handed in", dict.fromkeys(book.handed_in, True), handed_in)
        programs = {AssigneeKey(*row[:2]): row[2] for row in tables.execute(PROGRAMS)}
        check_same(book, "programs", book.programs, programs)
        marks = {
            AssigneeKey(*row[:2]): HandGrade(float(row[2] or 0), row[3]) for row in tables.execute(MARKS)
        }
        check_same(book, "marks by hand", book.marks, marks)


def check_same(book: Book, what: str, wanted: Mapping[Any, Any], found: Mapping[Any, Any]) -> None:
    """Check that everything wanted is found, as it was acknowledged."""
    lost = [key for key, value in wanted.items() if found.get(key) != value]
    book.check(f"{len(wanted)} {what}{f', lost: {lost[:5]}' if lost else ''}", wanted and not lost)
