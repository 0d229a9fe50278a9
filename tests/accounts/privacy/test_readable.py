"""The copy to read: the kinds of data of the complete file, without what only programs understand."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from accounts.models import ClassActivity, Classroom, Membership, User
from accounts.privacy import registry
from accounts.privacy.readable import MOST_ROWS, readable
from puzzles.play.models import Attempt

LEA, TOM = 987_600_000, 543_200_000


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<body>")[2]).split())


def test_every_kind_of_data_is_on_the_page(life_of: Callable[..., Any]) -> None:
    page = words_of(readable(life_of("lea", LEA).user))
    missing = [table.title for table in registry.personal_tables() if str(table.title) not in page]
    assert missing == []
    assert "Well done." in page


def test_nothing_of_anybody_else_is_on_the_page(life_of: Callable[..., Any], teacher: User) -> None:
    lea, _tom = life_of("lea", LEA), life_of("tom", TOM)
    page = words_of(readable(lea.user, by_teacher=True))
    assert "Real Tom" not in page
    assert not re.search(r"\btom\b", page)
    assert not re.search(rf"\b{TOM // 100_000}\d{{5}}\b", page)
    assert teacher.username not in page


def test_the_real_name_and_the_note_are_in_the_copy_of_a_teacher_only(life_of: Callable[..., Any]) -> None:
    user = life_of("lea", LEA).user
    assert "REAL LEA" not in words_of(readable(user)).upper()
    assert "note on Real Lea" not in readable(user)
    assert "note on Real Lea" in readable(user, by_teacher=True)


def test_the_page_needs_nothing_from_elsewhere_and_runs_nothing(life_of: Callable[..., Any]) -> None:
    user = life_of("lea", LEA).user
    Membership.objects.filter(student=user).update(note="<script>alert(1)</script><img src=x>")
    page = readable(user, by_teacher=True)
    assert re.findall(r'(?:src|href|action)="(?!#)[^"]*"', page) == []
    assert "<img" not in page
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "default-src 'none'" in page


def test_what_an_unfinished_game_withholds_is_not_there(life_of: Callable[..., Any]) -> None:
    user = life_of("lea", LEA).user
    Attempt.objects.filter(player=user).update(state="open", finished_at=None)
    page = words_of(readable(user))
    assert "Left out for now" in page


def test_of_many_rows_the_newest_are_shown(student: User, classroom: Classroom) -> None:
    rows = [
        ClassActivity(classroom=classroom, kind="code-created", subject=student, detail=f"number {number}")
        for number in range(MOST_ROWS + 5)
    ]
    ClassActivity.objects.bulk_create(rows)
    page = words_of(readable(student))
    assert f"The newest {MOST_ROWS} of {MOST_ROWS + 5}." in page
    assert f"number {MOST_ROWS + 4}" in page
    assert "number 4 " not in page


@pytest.mark.parametrize(("language", "word"), [("fr", "Données sur lea"), ("en", "Data about lea")])
def test_the_page_is_in_the_language_of_its_reader(student: User, language: str, word: str) -> None:
    with translation.override(language):
        page = readable(student)
    assert word in page
    assert f'<html lang="{language}">' in page
