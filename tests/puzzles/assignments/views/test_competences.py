"""Competences: each teacher has a list of her own; levels follow a rule, or are set by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Competence, CompetenceLevel
from puzzles.assignments.services.competences import (
    MOST_COMPETENCES,
    CompetenceError,
    levels_of,
    save_competence,
    start_list,
)
from puzzles.course.models import ExerciseProgress
from puzzles.play.models import TechniqueProgress
from puzzles.play.models.review import CHANCES
from tests.puzzles.reading import text_of

ClientOf = Callable[[User], Any]
Level = CompetenceLevel.Level


@pytest.fixture
def testing(teacher: User) -> Competence:
    return Competence.objects.create(
        teacher=teacher,
        code="TEST",
        name="Test",
        techniques=["naked_single", "hidden_single"],
        exercises=["mini_projet/bloc", "mini_projet/ligne"],
    )


def value(teacher: User, student: User) -> Level | None:
    [level] = levels_of(teacher=teacher, students=[student.pk])[student.pk]
    return level.value


def passed(student: User, key: str, *, is_passed: bool = True) -> None:
    ExerciseProgress.objects.create(
        student=student,
        worksheet="mini_projet",
        exercise=key,
        tries=1,
        passed_at=timezone.now() if is_passed else None,
    )


def test_what_was_never_tried_has_no_level(teacher: User, student: User, testing: Competence) -> None:
    assert value(teacher, student) is None


def test_the_level_is_the_share_of_what_was_tried(teacher: User, student: User, testing: Competence) -> None:
    passed(student, "bloc", is_passed=False)
    assert value(teacher, student) == Level.INSUFFICIENT
    passed(student, "ligne")
    assert value(teacher, student) == Level.FRAGILE
    TechniqueProgress.objects.create(player=student, technique="naked_single", progress=CHANCES)
    TechniqueProgress.objects.create(player=student, technique="hidden_single", progress=1)
    assert value(teacher, student) == Level.SATISFACTORY
    ExerciseProgress.objects.update(passed_at=timezone.now())
    assert value(teacher, student) == Level.VERY_GOOD


def test_a_level_is_set_by_hand_and_given_back_to_the_rule(
    client_of: ClientOf, teacher: User, classroom: Classroom, student: User, testing: Competence
) -> None:
    hers, page = client_of(teacher), f"/classes/{classroom.pk}/competences/lea/"
    assert hers.post(page, {"level-TEST": "4"}).status_code == 302
    assert value(teacher, student) == Level.VERY_GOOD
    hers.post(page, {"level-TEST": "1"})
    assert CompetenceLevel.objects.get().level == 1
    assert "insufficient" in text_of(hers, f"/classes/{classroom.pk}/competences/")
    assert "insufficient" in text_of(hers, f"/classes/{classroom.pk}/reports/lea/")
    hers.post(page, {"level-TEST": ""})
    assert not CompetenceLevel.objects.exists()
    assert hers.post(page, {"level-TEST": "5"}).status_code == 200


def test_a_list_is_started_once(client_of: ClientOf, teacher: User) -> None:
    hers = client_of(teacher)
    for _time in range(2):
        hers.post("/competences/start/")
    assert set(teacher.competences.values_list("code", flat=True)) == {"DEC", "PROG", "TEST", "CORR", "RAIS"}
    assert "Décomposer" in hers.get("/competences/", headers={"Accept-Language": "fr"}).content.decode()


def test_a_code_is_used_once_in_a_list_which_stays_short(teacher: User, testing: Competence) -> None:
    with pytest.raises(CompetenceError):
        save_competence(teacher=teacher, competence=Competence(code="TEST", name="Again"))
    for number in range(MOST_COMPETENCES - 1):
        save_competence(teacher=teacher, competence=Competence(code=f"C{number}", name="One"))
    with pytest.raises(CompetenceError):
        save_competence(teacher=teacher, competence=Competence(code="MORE", name="One more"))


def test_only_what_the_site_has_is_attached(client_of: ClientOf, teacher: User, testing: Competence) -> None:
    hers, page = client_of(teacher), f"/competences/{testing.pk}/"
    sent = {"code": "test", "name": "Test it", "techniques": ["x_wing"], "exercises": ["mini_projet/bloc"]}
    assert hers.post(page, sent).status_code == 302
    testing.refresh_from_db()
    assert (testing.code, testing.techniques) == ("TEST", ["x_wing"])
    assert hers.post(page, sent | {"techniques": ["no_such"]}).status_code == 200
    testing.refresh_from_db()
    assert testing.techniques == ["x_wing"]
    assert text_of(hers, page).count(" checked") == 2


def test_a_list_is_its_teachers_own(
    client_of: ClientOf,
    teacher: User,
    other_teacher: User,
    student: User,
    classroom: Classroom,
    testing: Competence,
) -> None:
    theirs = client_of(other_teacher)
    assert theirs.get(f"/competences/{testing.pk}/").status_code == 404
    assert theirs.post(f"/competences/{testing.pk}/delete/").status_code == 404
    assert theirs.get(f"/classes/{classroom.pk}/competences/").status_code == 404
    page = f"/classes/{classroom.pk}/competences/lea/"
    assert theirs.post(page, {"level-TEST": "1"}).status_code == 404
    assert client_of(student).get("/competences/").status_code == 403
    start_list(teacher=other_teacher)
    levels = levels_of(teacher=other_teacher, students=[student.pk])[student.pk]
    assert testing not in [level.competence for level in levels]
    assert client_of(teacher).post(f"/competences/{testing.pk}/delete/").status_code == 302
    assert not Competence.objects.filter(pk=testing.pk).exists()
