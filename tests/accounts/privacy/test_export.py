"""The file holds every row about a person, and nothing of anybody else."""

import json
import re
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.contrib.admin.utils import NestedObjects
from django.utils import translation

from accounts.models import ClassActivity, Classroom, Membership, User
from accounts.privacy import export, registry

LEA, TOM = 987_600_000, 543_200_000


def document(user: User, **options: Any) -> Any:
    return json.loads("".join(export.export(user, **options)))


def keys_in(data: Any) -> dict[str, set[Any]]:
    """The keys of the exported rows, by table."""
    names = {table.model: apps.get_model(table.model)._meta.pk.name for table in registry.personal_tables()}
    return {
        label: {row[name] for row in data["stored"][label]["rows"]}
        for label, name in names.items()
        if data["stored"][label]["rows"]
    }


def test_the_file_holds_every_row_about_a_student(life_of: Callable[..., Any]) -> None:
    lea = life_of("lea", LEA)
    life_of("tom", TOM)
    told = keys_in(document(lea.user))
    # The primary key of preferences is that of the account.
    assert told.pop("play.Preferences") == {"lea"}
    assert lea.keys.pop("play.Preferences") == {lea.user.pk}
    assert told == lea.keys


def test_the_cast_has_a_row_in_every_personal_table(life_of: Callable[..., Any]) -> None:
    assert set(life_of("lea", LEA).keys) == {table.model for table in registry.personal_tables()}


def test_the_file_holds_what_django_would_delete_with_the_account(life_of: Callable[..., Any]) -> None:
    lea = life_of("lea", LEA)
    collector = NestedObjects(using="default")
    collector.collect([lea.user])
    deleted = {model._meta.label: {row.pk for row in rows} for model, rows in collector.data.items()}
    told = keys_in(document(lea.user))
    told["play.Preferences"] = {lea.user.pk}
    # An assignment that she wrote names her, but outlives her; so do a lesson that she gave and her class.
    assert told.pop("accounts.Classroom")
    assert told.pop("assignments.Assignment")
    assert told.pop("lessons.Lesson")
    assert told == deleted


def test_the_file_holds_nothing_of_anybody_else(life_of: Callable[..., Any], teacher: User) -> None:
    lea, tom = life_of("lea", LEA), life_of("tom", TOM)
    text = "".join(export.export(lea.user, by_teacher=True))
    assert "987600001" in text
    assert not re.search(r"5432\d{5}", text)
    for stranger in (tom.user.username, "Real Tom", teacher.username):
        assert stranger not in text
    givens = {attempt.puzzle.givens for attempt in tom.user.attempts.select_related("puzzle")}
    assert givens
    assert not any(line in text for line in givens)


def test_where_a_row_names_another_it_says_so(life_of: Callable[..., Any], teacher: User) -> None:
    lea = life_of("lea", LEA)
    reset, joined = document(lea.user)["stored"]["accounts.ClassActivity"]["rows"]
    assert (reset["actor"], reset["subject"]) == ("somebody else", "lea")
    assert (joined["actor"], joined["subject"]) == ("lea", "lea")


def test_secrets_are_named_without_their_value(life_of: Callable[..., Any]) -> None:
    lea = life_of("lea", LEA)
    data = document(lea.user)
    assert "password" in data["stored"]["accounts.User"]["never_exported"]
    assert lea.user.password not in json.dumps(data)
    assert not {"family_name", "given_name"} & data["stored"]["accounts.Membership"]["rows"][0].keys()


def test_the_real_name_and_the_note_are_in_the_copy_for_the_family(life_of: Callable[..., Any]) -> None:
    lea = life_of("lea", LEA)
    [row] = document(lea.user, by_teacher=True)["stored"]["accounts.Membership"]["rows"]
    assert (row["given_name"], row["family_name"], row["note"]) == ("Real", "Lea", "note on Real Lea")


def test_places_without_a_key_are_listed(life_of: Callable[..., Any]) -> None:
    lea = life_of("lea", LEA)
    life_of("tom", TOM)
    stored = document(lea.user)["stored"]
    assert len(stored["sessions"]["rows"]) == 1
    assert len(stored["throttles"]["rows"]) == 1
    assert len(stored["log_entries"]["rows"]) == 4
    assert [row["arguments"]["args"] for row in stored["tasks"]["rows"]] == [
        list(lea.keys["library.PuzzleImport"])
    ]


def test_a_name_within_another_name_is_somebody_else(life_of: Callable[..., Any]) -> None:
    leane = life_of("leane", TOM)
    lea = life_of("lea", LEA)
    told = document(lea.user)["stored"]["log_entries"]["rows"]
    assert len(told) == len(document(leane.user)["stored"]["log_entries"]["rows"]) == 4


def test_the_file_says_when_it_is_whole(student: User) -> None:
    pieces = list(export.export(student))
    assert json.loads("".join(pieces))["complete"] is True
    assert '"complete"' not in "".join(pieces[:-1])


def test_many_rows_come_each_once(student: User, classroom: Classroom) -> None:
    events = [ClassActivity(classroom=classroom, kind="code-created", subject=student) for _ in range(2_500)]
    ClassActivity.objects.bulk_create(events)
    rows = document(student)["stored"]["accounts.ClassActivity"]["rows"]
    assert [row["id"] for row in rows] == sorted(
        ClassActivity.objects.filter(subject=student).values_list("pk", flat=True)
    )


def test_the_file_is_in_the_language_of_its_reader(student: User) -> None:
    with translation.override("en"):
        english = export.export(student)
    with translation.override("fr"):
        assert "Every row that the site stores" in "".join(english)


def test_the_page_counts_what_the_file_holds(life_of: Callable[..., Any]) -> None:
    lea = life_of("lea", LEA)
    told = document(lea.user)["stored"]
    kinds = {kind.title: kind.count for kind in export.kinds_of(lea.user)}
    assert kinds == {part["title"]: len(part["rows"]) for part in told.values()}


def test_the_example_of_a_kind_is_its_newest_row(student: User, classroom: Classroom) -> None:
    other = Classroom.objects.create(name="6e C")
    newest = Membership.objects.create(classroom=other, student=student, note="not to be shown")
    [kind] = [kind for kind in export.kinds_of(student) if '"joined_at"' in kind.example]
    assert json.loads("{" + kind.example + "}")["id"] == newest.pk
    assert "not to be shown" not in kind.example
