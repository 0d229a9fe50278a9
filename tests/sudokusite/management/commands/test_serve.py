"""The site as `manage.py serve` runs it: real processes, a free port, a database of its own, real signals."""

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.core.management.base import CommandError
from django.urls import reverse

from sudokusite.management.commands.serve import listening_address
from tests.faults.running import PATIENCE_SECONDS, PROJECT, Site, free_port, process_table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table from /proc"),
]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a site keeps that has been started before, and has no account yet: tables and collected files."""
    folder = tmp_path_factory.mktemp("prepared")
    preparation = "from sudokusite.serving.preparation import collect_static_files, migrate"
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", f"{preparation}; migrate(); collect_static_files()"],
        cwd=PROJECT,
        env={**inherited, "SUDOKUSITE_DATA": str(folder)},
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture
def start(tmp_path: Path, prepared: Path) -> Iterator[Callable[..., Site]]:
    """`start(*arguments, **environment)`: the site, announced; ended after the test whatever happens.

    Its tables are there and its files are collected, unless it is said to be `new`.
    """
    sites: list[Site] = []

    def run(*arguments: str, new: bool = False, **options: Any) -> Site:
        if not new:
            shutil.copytree(prepared, tmp_path / "data", dirs_exist_ok=True)
        site = Site(tmp_path, *arguments, **options)
        sites.append(site)
        site.wait_until_announced()
        return site

    yield run
    for site in sites:
        site.process.kill()
        site.process.wait()


@pytest.mark.parametrize("answerers", [1, 2])
def test_whichever_process_is_killed_the_site_is_back_and_nothing_is_left(
    start: Callable[..., Site], answerers: int
) -> None:
    site = start("--no-demo", SERVER_PROCESSES=str(answerers))
    site.wait_until(site.is_whole)
    seen = set(site.pids().values())

    for role in ("answerer 1", "web", "worker"):
        site.kill_and_wait(role)
        now = set(site.pids().values())
        assert not (seen - now) & set(process_table()), f"left behind when {role} was killed"
        seen |= now

    site.process.kill()
    site.process.wait()
    site.wait_until(lambda: not seen & set(process_table()))
    assert site.status() is None


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_polite_request_stops_everything_cleanly(start: Callable[..., Site], name: str) -> None:
    site = start("--no-demo")
    site.wait_until(site.is_whole)
    pids = set(site.pids().values())
    site.process.send_signal(getattr(signal, name))
    assert site.process.wait(PATIENCE_SECONDS) == 0
    assert not pids & set(process_table())
    assert "Traceback" not in site.said()
    assert "ERROR" not in site.said()


def test_make_that_is_killed_takes_the_site_with_it(start: Callable[..., Site]) -> None:
    shell = ["sh", "-c", '"$@"; exit $?', "sh"]
    site = start("--no-demo", "--end-with-parent", under=shell)
    serve = next(pid for pid, (parent, _) in process_table().items() if parent == site.process.pid)
    pids = {pid for pid, (parent, _) in process_table().items() if parent == serve} | {serve}
    assert len(pids) == 3
    site.process.kill()
    site.process.wait()
    site.wait_until(lambda: not pids & set(process_table()))


def test_a_site_without_demo_says_once_where_to_create_the_first_teacher(start: Callable[..., Site]) -> None:
    site = start("--no-demo")
    found = re.search(r"Create the first teacher at http://127.0.0.1:\d+(/\S+)", site.said())
    assert found, site.said()
    assert site.status(found[1], patience_s=PATIENCE_SECONDS) == 200


def test_the_first_start_brings_a_class_that_can_log_in_and_grids_to_play(start: Callable[..., Site]) -> None:
    site = start(new=True)
    cast = re.findall(r"^  (\S+) +(\S+) +(administrator|teacher|student)$", site.said(), re.MULTILINE)
    assert sorted(role for _, _, role in cast) == [
        "administrator",
        "student",
        "student",
        "student",
        "teacher",
    ]
    assert all(log_in(site, name, password) for name, password, _ in cast)
    assert not log_in(site, cast[0][0], cast[1][1])
    with closing(sqlite3.connect(site.data / "db.sqlite3")) as database:
        states = "SELECT state, accepted > 300, rejected FROM library_puzzleimport"
        site.wait_until(lambda: database.execute(states).fetchall() == [("done", 1, 0)])


def log_in(site: Site, username: str, password: str) -> bool:
    """Whether a browser of its own gets in with this name and password."""
    jar = CookieJar()
    browser = build_opener(HTTPCookieProcessor(jar))
    address = f"http://127.0.0.1:{site.port}{reverse('accounts:login')}"
    browser.open(address, timeout=PATIENCE_SECONDS).close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = urlencode({"username": username, "password": password, "csrfmiddlewaretoken": token})
    browser.open(address, form.encode(), timeout=PATIENCE_SECONDS).close()
    return "sessionid" in {cookie.name for cookie in jar}


def test_production_has_no_demo_cast(start: Callable[..., Site]) -> None:
    site = start(SUDOKUSITE_PRODUCTION="1")
    assert "Demo accounts" not in site.said()
    assert "Create the first teacher" in site.said()


def test_behind_a_proxy_the_first_teacher_is_made_under_the_sites_own_name(
    start: Callable[..., Site],
) -> None:
    site = start(HTTPS="1", ALLOWED_HOSTS="sudoku.school.test")
    assert "at https://sudoku.school.test/accounts/setup/?token=" in site.said()


def test_a_console_without_accents_still_prints_the_passwords(tmp_path: Path) -> None:
    site = Site(tmp_path, LANG="fr_FR", PYTHONIOENCODING="ascii")
    try:
        site.wait_until(lambda: re.search(r"^  lea +\S+ +.l.ve$", site.said(), re.MULTILINE))
    finally:
        site.process.kill()
        site.process.wait()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to /dev/full")
def test_no_demo_accounts_are_created_if_passwords_cannot_be_printed(tmp_path: Path) -> None:
    environment = {**os.environ, "PORT": str(free_port()), "SUDOKUSITE_DATA": str(tmp_path), "LANG": "en"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    environment.pop("DATABASE_URL", None)
    with open("/dev/full", "w") as full:
        arguments = [sys.executable, "manage.py", "serve"]
        subprocess.run(
            arguments,
            cwd=PROJECT,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM accounts_user").fetchone() == (0,)


def test_a_taken_port_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        site = Site(tmp_path, PORT=str(other.getsockname()[1]))
        assert site.process.wait(PATIENCE_SECONDS) == 2
    assert re.fullmatch(r".*Port \d+ is taken by another program\..*\n", site.said())


def test_a_missing_database_is_reported_in_a_sentence(tmp_path: Path) -> None:
    site = Site(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/no-such-folder/db.sqlite3")
    assert site.process.wait(PATIENCE_SECONDS) == 2
    assert site.said().splitlines()[-1].startswith("CommandError: The database does not answer:")
    assert "Traceback" not in site.said()


def test_an_invalid_port_is_reported_in_a_sentence(tmp_path: Path) -> None:
    site = Site(tmp_path, PORT="70000")
    assert site.process.wait(PATIENCE_SECONDS) == 2
    assert "PORT is '70000'" in site.said()
    assert len(site.said().splitlines()) == 1


@pytest.mark.parametrize("port", ["http", "0", "-1", "65536"])
def test_only_a_number_can_be_a_port(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(CommandError, match=f"PORT is '{port}'; expected a number from 1 to 65535"):
        listening_address()
