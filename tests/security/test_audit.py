"""The audit log: who did what to whom, in numbers, without names."""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.audit_log import Action, log_action
from accounts.models import Classroom, User
from accounts.services.card_codes import card_code
from accounts.services.cards import reset_passwords
from accounts.services.login_codes import make_codes
from accounts.services.logins import LoginError, check_login
from accounts.services.passwords import new_card_key
from puzzles.assignments.models import Assignment
from puzzles.library.models import Collection, PuzzleImport
from puzzles.library.services.policies import PRACTICE
from puzzles.play.models import Attempt
from sudokusite.logs import MonthlyFilesHandler

ClientOf = Callable[[User], Client]
NEW = "four corners of a grid"
# The usual rules of help, as a form brings them.
RULES = {name: value for name, value in PRACTICE.items() if value not in (None, False)}
GRID = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"


@pytest.fixture
def written(caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any) -> Any:
    """`with written() as lines`: the lines that the audit log gets meanwhile."""

    @contextmanager
    def watch() -> Iterator[list[str]]:
        lines: list[str] = []
        logger = logging.getLogger("audit")
        logger.addHandler(caplog.handler)
        try:
            with django_capture_on_commit_callbacks(execute=True):
                yield lines
            lines += [record.getMessage() for record in caplog.records if record.name == "audit"]
        finally:
            logger.removeHandler(caplog.handler)
            caplog.clear()

    return watch


def test_a_login_is_written_down_and_so_is_a_wrong_password(
    written: Any, client: Client, student: User, password: str
) -> None:
    with written() as lines:
        client.post("/accounts/login/", {"username": "lea", "password": "wrong"})
        client.post("/accounts/login/", {"username": "nobody.here", "password": "wrong"})
        client.post("/accounts/login/", {"username": "lea", "password": password})
        client.post("/accounts/logout/")
    assert lines == [
        f"login-refused account={student.pk}",
        "login-refused",
        f"login by={student.pk}",
        f"logout by={student.pk}",
    ]


def test_a_login_by_code_is_written_down_and_so_is_a_wrong_code(
    written: Any, client: Client, classroom: Classroom, student: User, teacher: User
) -> None:
    [new] = make_codes(classroom=classroom, students=[student], teacher=teacher)
    with written() as lines:
        client.post("/accounts/login/code/", {"code": "K7M-4RX"})
        client.post("/accounts/login/code/", {"code": new.code})
    assert lines == ["login-refused", f"login-by-code by={student.pk}"]


def test_a_login_by_card_is_written_down_and_so_is_its_end(
    written: Any, client: Client, client_of: ClientOf, classroom: Classroom, student: User, teacher: User
) -> None:
    key = new_card_key()
    reset_passwords(users=[student], by=teacher, classroom=classroom, key=key)
    hers = client_of(teacher)
    with written() as lines:
        client.post("/accounts/login/card/", {"code": card_code(key, 1)})
        hers.post(f"/classes/{classroom.pk}/members/lea/card-code/")
        hers.post(f"/classes/{classroom.pk}/card-codes/", {"on": "0"})
        Client().post("/accounts/login/card/", {"code": card_code(key, 1)})
    assert lines == [
        f"login-by-card by={student.pk}",
        f"card-codes-revoked by={teacher.pk} account={student.pk}",
        f"card-codes-revoked by={teacher.pk} classroom={classroom.pk}",
        "login-refused",
    ]


def test_changes_of_passwords_and_rights_are_written_down(
    written: Any, client_of: ClientOf, administrator: User, teacher: User, student: User, password: str
) -> None:
    own, admin = client_of(student), client_of(administrator)
    with written() as lines:
        own.post(
            "/accounts/password/", {"old_password": password, "new_password1": NEW, "new_password2": NEW}
        )
        own.post("/accounts/logout/elsewhere/")
        client_of(teacher).post(f"/admin/accounts/user/{student.pk}/reset/", {"sure": "yes"})
        fields = {"username": "lea", "role": "teacher", "is_active": "on", "extra_time": "1"}
        admin.post(f"/admin/accounts/user/{student.pk}/change/", fields)
        admin.post(f"/admin/accounts/user/{student.pk}/delete/", {"post": "yes", "typed": "lea"})
    assert lines == [
        f"password-changed by={student.pk}",
        f"logout-elsewhere by={student.pk}",
        f"password-reset by={teacher.pk} account={student.pk}",
        f"rights-changed by={administrator.pk} account={student.pk}",
        f"account-deleted by={administrator.pk} account={student.pk}",
    ]


def test_imports_and_exports_are_audited(
    written: Any, client_of: ClientOf, teacher: User, classroom: Classroom, student: User, exam: Assignment
) -> None:
    client = client_of(teacher)
    with written() as lines:
        upload = {"file": SimpleUploadedFile("x.txt", GRID), "name": "New", "audience": "everyone"}
        client.post("/library/imports/new/", {**upload, **RULES})
        file = PuzzleImport.objects.get()
        client.get(f"/library/imports/{file.pk}/report.csv")
        client.get(f"/classes/{classroom.pk}/members/lea/data/")
        client.get(f"/classes/{classroom.pk}/table/?file=excel")
        client.get(f"/classes/{classroom.pk}/techniques/?form=plain")
        client.get(f"/assignments/{exam.pk}/results/")
        client.get(f"/sheets/pdf/?assignment={exam.pk}&answers=on")
    by = f"by={teacher.pk}"
    assert lines == [
        f"import {by} collection={file.collection_id} file={file.pk}",
        f"export {by} file={file.pk}",
        f"export {by} account={student.pk}",
        f"export {by} classroom={classroom.pk}",
        f"export {by} classroom={classroom.pk}",
        f"export {by} assignment={exam.pk}",
        f"export {by} assignment={exam.pk}",
        f"solution-shown {by} assignment={exam.pk}",
    ]


def test_changed_rules_of_help_are_written_down(
    written: Any,
    client_of: ClientOf,
    teacher: User,
    student: User,
    classroom: Classroom,
    collection_of: Callable[..., Collection],
) -> None:
    client, collection = client_of(teacher), collection_of(teacher, range(3))
    place = f"/library/{collection.pk}/settings/"
    work = {"name": "New", "way": "drawn", "count": 1, "collection": collection.pk, "share": "same"}
    with written() as lines:
        rules = {**RULES, "name": "Warm-up", "audience": "everyone"}
        client.post(place, rules)
        collection.refresh_from_db()
        same = collection.policy_id
        client.post(place, {**rules, "hint_rung": 2})
        collection.refresh_from_db()
        client.post(f"/classes/{classroom.pk}/assignments/new/", {**work, "preset": "practice"})
        given = Assignment.objects.get()
        client.post(f"/assignments/{given.pk}/edit/", {**work, "preset": "exam"})
        given.refresh_from_db()
    assert collection.policy_id != same
    changes = [line.removeprefix(f"policy-changed by={teacher.pk} ") for line in lines]
    assert changes[-3] == f"collection={collection.pk} policy={collection.policy_id}"
    assert changes[-2].startswith(f"assignment={given.pk} policy=")
    assert changes[-1] == f"assignment={given.pk} policy={given.policy_id}"


def test_a_solution_that_was_shown_is_written_down(
    written: Any, client_of: ClientOf, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student)
    with written() as lines:
        client_of(student).post(f"/play/{attempt.pk}/solution/", {"version": 0})
    assert lines == [f"solution-shown by={student.pk} attempt={attempt.pk}"]


def test_refused_acts_are_not_audited(
    written: Any, client_of: ClientOf, student: User, attempt_of: Callable[..., Attempt]
) -> None:
    attempt = attempt_of(student, solution="never")
    with written() as lines:
        client_of(student).post(f"/play/{attempt.pk}/solution/", {"version": 0})
    assert lines == []


def test_no_name_password_or_address_is_ever_written(
    written: Any, teacher: User, student: User, password: str
) -> None:
    with written() as lines:
        for name, word in (("lea", password), ("lea", "secret-word"), ("PETIT Léa", "x"), (password, "lea")):
            with suppress(LoginError):
                check_login(name=name, password=word, address="203.0.113.9", device="d")
    assert len(lines) == 4
    assert all(re.fullmatch(r"login(-refused)?( (by|account)=\d+)?", line) for line in lines)


@pytest.mark.parametrize("act", Action)
def test_every_act_is_a_word_and_numbers(act: Action, written: Any, db: None) -> None:
    with written() as lines:
        log_action(act, by=3, account=None, file=7)
    assert lines == [f"{act} by=3 file=7"]


# Where the lines go


def record(text: str, created: float) -> logging.LogRecord:
    made = logging.LogRecord("audit", logging.INFO, "x.py", 1, text, None, None)
    made.created = created
    return made


def test_lines_are_kept_by_months_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    handler = MonthlyFilesHandler(folder, months=2)
    days = [1_780_000_000 + day * 86_400 for day in (0, 1, 30, 60)]
    for day, at in enumerate(days):
        handler.emit(record(f"login\nby={day}", at))
    files = sorted(path.name for path in folder.iterdir())
    assert files == ["2026-06.log", "2026-07.log"]
    assert (folder / "2026-07.log").read_text() == "2026-07-27T20:26:40Z login by=3\n"
    assert {path.stat().st_mode & 0o077 for path in [folder, *folder.iterdir()]} == {0}


def test_a_full_disk_stops_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    MonthlyFilesHandler(tmp_path / "file" / "below").emit(record("login by=1", 1_780_000_000))
    assert "Error" in capsys.readouterr().err
