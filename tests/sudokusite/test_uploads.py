"""Uploaded files on their way to the disk."""

from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.http import HttpRequest
from django.test import RequestFactory

from accounts.models import User

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
