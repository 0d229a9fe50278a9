"""Uploaded files on their way to the disk."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts.models import User
from sudokusite.serving.front import SMALL_BODY
from sudokusite.uploads import body_limit

TEACHER = User(username="mme.martin", role=User.Role.TEACHER)
STUDENT = User(username="lea", role=User.Role.STUDENT)


def sent(*contents: bytes, user: User | AnonymousUser = TEACHER) -> HttpRequest:
    files = [SimpleUploadedFile(f"{place}.txt", content) for place, content in enumerate(contents)]
    request = RequestFactory().post("/", {"word": "here", "file": files})
    request.user = user
    return request


def test_a_file_goes_to_the_disk_whole() -> None:
    request = sent(b"x" * 200_000, b"y" * 10)
    long, short = request.FILES.getlist("file")
    assert isinstance(long, TemporaryUploadedFile)
    assert (long.size, long.read(), long.is_cut) == (200_000, b"x" * 200_000, False)
    assert (short.size, short.read(), short.is_cut) == (10, b"y" * 10, False)


def test_no_more_than_the_limit_of_a_request_goes_to_the_disk(settings) -> None:
    settings.PUZZLE_FILE_MAX_BYTES = 100_000
    request = sent(b"x" * 70_000, b"y" * 200_000, b"z" * 10)
    assert request.POST["word"] == "here"
    files = request.FILES.getlist("file")
    assert [file.size for file in files] == [70_000, 200_000, 10]
    assert [len(file.read()) for file in files] == [70_000, 30_000, 0]
    assert [file.is_cut for file in files] == [False, True, True]


def test_a_student_brings_small_files_only(settings) -> None:
    settings.OWN_GRID_FILE_MAX_BYTES = 1000
    file = sent(b"x" * 200_000, user=STUDENT).FILES["file"]
    assert (file.size, file.read(), file.is_cut) == (200_000, b"x" * 1000, True)


def test_nothing_of_a_stranger_goes_to_the_disk() -> None:
    request = sent(b"x" * 200_000, user=AnonymousUser())
    assert request.POST["word"] == "here"
    file = request.FILES["file"]
    assert (file.size, file.read(), file.is_cut) == (200_000, b"", True)


@pytest.mark.parametrize(
    ("username", "file_bytes"), [("mme.martin", "PUZZLE_FILE_MAX_BYTES"), ("lea", "OWN_GRID_FILE_MAX_BYTES")]
)
def test_a_request_may_be_a_little_larger_than_the_file_of_its_sender(
    db: None, settings: Any, username: str, file_bytes: str
) -> None:
    person = User.objects.create(username=username, role="teacher" if username == "mme.martin" else "student")
    client = Client()
    client.force_login(person)
    limit = body_limit(RequestFactory(HTTP_COOKIE=str(client.cookies).partition(":")[2]).post("/").environ)
    assert limit.sender == person.pk
    assert getattr(settings, file_bytes) < limit.max_bytes < 2 * getattr(settings, file_bytes) + 4 * 2**20


def test_a_stranger_may_send_a_small_form(db: None) -> None:
    sender = RequestFactory(HTTP_COOKIE="sessionid=made-up", HTTP_ACCEPT_LANGUAGE="en")
    assert body_limit(sender.post("/").environ) == (
        SMALL_BODY,
        "This is too large: you can send at most 64.0\xa0KB.",
        None,
    )
