"""Packs: who reads and changes which, copies, the order of activities, files."""

import json
from functools import partial
from typing import Any

import pytest
from django.http import Http404

from accounts.models import User
from puzzles.lessons.models import LessonPack
from puzzles.lessons.services import packs
from puzzles.lessons.services.packs import (
    MAX_ACTIVITIES,
    MAX_BYTES,
    PackError,
    change_activities,
    copy_pack,
    find_pack,
    import_pack,
    pack_file,
)

pytestmark = pytest.mark.django_db


def titles(pack: LessonPack) -> list[str]:
    return [each["title"] for each in pack.activities]


def file_of(**changes: Any) -> bytes:
    data = {"format": packs.FORMAT, "version": 1, "title": "One", "summary": "", "activities": []}
    return json.dumps(data | changes).encode()


def test_a_colleague_reads_a_pack_only_once_it_is_shared(own_pack: LessonPack, other_teacher: User) -> None:
    with pytest.raises(Http404):
        find_pack(other_teacher, str(own_pack.pk))
    own_pack.is_shared = True
    own_pack.save()
    assert find_pack(other_teacher, str(own_pack.pk)).title == own_pack.title


@pytest.mark.parametrize("key", ["", "nothing", "0", "9" * 30, "-1", "²"])
def test_a_pack_that_does_not_exist_is_not_found(key: str, teacher: User) -> None:
    with pytest.raises(Http404):
        find_pack(teacher, key)


def test_a_copy_is_the_teachers_own_and_leaves_the_original(
    own_pack: LessonPack, other_teacher: User
) -> None:
    own_pack.is_shared = True
    own_pack.save()
    copy = copy_pack(owner=other_teacher, pack=find_pack(other_teacher, str(own_pack.pk)))
    change = {"teacher": other_teacher, "key": str(copy.pk), "number": 1, "version": 1}
    change_activities(**change, change=packs.remove_activity)
    own_pack.refresh_from_db()
    assert len(own_pack.activities) == 6
    assert not copy.is_shared


def test_a_colleague_cannot_change_a_shared_pack(own_pack: LessonPack, other_teacher: User) -> None:
    own_pack.is_shared = True
    own_pack.save()
    change = {"teacher": other_teacher, "key": str(own_pack.pk), "number": 1, "version": 1}
    with pytest.raises(Http404):
        change_activities(**change, change=packs.remove_activity)


def test_an_activity_moves_up_and_down_and_stays_at_the_ends(own_pack: LessonPack, teacher: User) -> None:
    before = titles(own_pack)
    up, down = partial(packs.move_activity, up=True), partial(packs.move_activity, up=False)
    steps = [(2, up, 1), (1, up, 1), (1, down, 2), (6, down, 6)]
    for version, (number, change, landed) in enumerate(steps, start=1):
        row, at = change_activities(
            teacher=teacher, key=str(own_pack.pk), number=number, version=version, change=change
        )
        assert at == landed
    assert titles(row) == before


def test_a_form_sent_twice_removes_one_activity(own_pack: LessonPack, teacher: User) -> None:
    change = {"teacher": teacher, "key": str(own_pack.pk), "number": 1, "version": 1}
    change_activities(**change, change=packs.remove_activity)
    with pytest.raises(PackError):
        change_activities(**change, change=packs.remove_activity)
    own_pack.refresh_from_db()
    assert len(own_pack.activities) == 5


@pytest.mark.parametrize("number", [0, 7, 99])
def test_an_activity_that_does_not_exist_is_not_found(
    number: int, own_pack: LessonPack, teacher: User
) -> None:
    with pytest.raises(Http404):
        change_activities(
            teacher=teacher, key=str(own_pack.pk), number=number, version=1, change=packs.remove_activity
        )


def test_a_pack_has_a_largest_number_of_activities(own_pack: LessonPack, teacher: User) -> None:
    own_pack.activities = own_pack.activities[:1] * MAX_ACTIVITIES
    own_pack.save()
    activity = find_pack(teacher, "n_valide").activities[0]
    with pytest.raises(PackError):
        change_activities(
            teacher=teacher,
            key=str(own_pack.pk),
            number=MAX_ACTIVITIES + 1,
            version=1,
            change=partial(packs.put_activity, activity=activity),
            may_append=True,
        )


def test_a_teacher_has_a_largest_number_of_packs(
    own_pack: LessonPack, teacher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "MAX_PACKS", 1)
    with pytest.raises(PackError):
        copy_pack(owner=teacher, pack=find_pack(teacher, "n_valide"))


@pytest.mark.parametrize("key", ["first_hour", "td_iteratif"])
def test_a_file_brings_back_the_pack_that_was_saved(key: str, teacher: User) -> None:
    pack = find_pack(teacher, key)
    row = import_pack(owner=teacher, data=pack_file(pack).encode())
    assert pack_file(packs.pack_of(row)) == pack_file(pack)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[" * 50_000,
        b"3",
        b"[]",
        b"{}",
        file_of(version=2),
        file_of(version=None),
        file_of(format="other"),
        file_of(more=1),
        file_of(title=""),
        file_of(title=3),
        file_of(summary="a" * 401),
        file_of(activities={}),
        file_of(activities=[{}] * (MAX_ACTIVITIES + 1)),
        file_of(activities=[{"kind": "dance"}]),
        b" " * (MAX_BYTES + 1),
    ],
)
def test_a_file_with_a_fault_is_refused_and_stores_nothing(data: bytes, teacher: User) -> None:
    with pytest.raises(PackError) as refusal:
        import_pack(owner=teacher, data=data)
    assert str(refusal.value)
    assert not LessonPack.objects.exists()


def test_the_fault_of_a_file_names_the_activity(teacher: User) -> None:
    good = {"kind": "game", "title": "Play", "minutes": 5}
    data = file_of(activities=[good, good | {"minutes": 500}])
    with pytest.raises(PackError, match="Activity 2: “minutes”"):
        import_pack(owner=teacher, data=data)
