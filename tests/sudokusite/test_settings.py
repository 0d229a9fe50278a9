import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from sudokusite import settings as site

PROJECT = Path(__file__).parents[2]


def settings_under(tmp_path: Path, *names: str, **environment: str) -> dict[str, Any]:
    """The settings of a fresh process that has only this environment."""
    program = (
        "import json; from sudokusite import settings;"
        f"print(json.dumps({{name: getattr(settings, name) for name in {list(names)!r}}}, default=str))"
    )
    return json.loads(run_python(tmp_path, "-c", program, **environment).stdout)


def run_python(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env={**kept, "SUDOKUSITE_DATA": str(tmp_path / "data"), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_default_settings_are_safe_and_use_plain_http(tmp_path: Path) -> None:
    said = settings_under(
        tmp_path, "DEBUG", "PRODUCTION", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"
    )
    assert not any(said.values())


def test_https_asks_for_secure_cookies_and_for_https_from_then_on(tmp_path: Path) -> None:
    said = settings_under(
        tmp_path,
        "PRODUCTION",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        HTTPS="1",
    )
    assert all(said.values())


def test_the_secret_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    first = settings_under(tmp_path, "SECRET_KEY")["SECRET_KEY"]
    again = settings_under(tmp_path, "SECRET_KEY")["SECRET_KEY"]
    elsewhere = settings_under(tmp_path / "elsewhere", "SECRET_KEY")["SECRET_KEY"]
    assert first == again != elsewhere
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600


def test_the_secret_key_of_the_environment_is_used_and_not_kept(tmp_path: Path) -> None:
    assert settings_under(tmp_path, "SECRET_KEY", SECRET_KEY="given") == {"SECRET_KEY": "given"}
    assert not (tmp_path / "data" / "secret_key").exists()


def test_an_empty_secret_key_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret_key").touch()
    answer = run_python(tmp_path, "manage.py", "check")
    assert answer.returncode == 2
    assert answer.stderr.strip().endswith("Delete it and a new secret key will be made.")
    assert len(answer.stderr.strip().splitlines()) == 1


def test_a_switch_that_is_neither_on_nor_off_is_refused_with_a_sentence(tmp_path: Path) -> None:
    answer = run_python(tmp_path, "manage.py", "check", HTTPS="maybe")
    assert answer.returncode == 2
    assert answer.stderr.strip() == "HTTPS is 'maybe'; expected 1 or 0."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("SERVER_THREADS", "many"),
        ("SERVER_THREADS", "0"),
        ("SERVER_PROCESSES", "-1"),
        ("PROXY_COUNT", "1.5"),
        ("TIME_ZONE", "Mars/Olympus"),
        ("TIME_ZONE", "../zone"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(tmp_path: Path, name: str, text: str) -> None:
    answer = run_python(tmp_path, "manage.py", "check", **{name: text})
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"{name} is {text!r}; expected ")
    assert len(answer.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://school:secret@host/name", "sqlite://", "sqlite:///:memory:"]
)
def test_a_database_that_cannot_be_used_is_refused_with_a_sentence(tmp_path: Path, url: str) -> None:
    answer = run_python(tmp_path, "manage.py", "check", DATABASE_URL=url)
    assert "expected sqlite:///path" in answer.stderr
    assert "secret" not in answer.stderr
    assert answer.returncode == 2
    assert answer.stderr.startswith("DATABASE_URL")
    assert len(answer.stderr.strip().splitlines()) == 1


def test_a_data_folder_that_cannot_be_created_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    answer = run_python(tmp_path, "manage.py", "check")
    assert answer.returncode == 2
    assert answer.stderr.startswith("The data folder cannot be made (SUDOKUSITE_DATA)")


def test_a_database_path_may_be_absolute_or_below_the_project(tmp_path: Path) -> None:
    absolute = settings_under(tmp_path, "DATABASES", DATABASE_URL=f"sqlite:///{tmp_path}/a.sqlite3")
    relative = settings_under(tmp_path, "DATABASES", DATABASE_URL="sqlite:///b.sqlite3")
    assert absolute["DATABASES"]["default"]["NAME"] == f"{tmp_path}/a.sqlite3"
    assert relative["DATABASES"]["default"]["NAME"] == str(PROJECT / "b.sqlite3")


def test_postgresql_gets_a_pool_with_room_for_every_thread() -> None:
    config = site.database("postgres://ada:s%20s@db.test:5433/sudoku")
    assert config["ENGINE"] == "django.db.backends.postgresql"
    assert (config["USER"], config["PASSWORD"], config["HOST"], config["PORT"]) == (
        "ada",
        "s s",
        "db.test",
        5433,
    )
    assert config["OPTIONS"]["pool"]["max_size"] > site.SERVER_THREADS
    assert config["CONN_MAX_AGE"] == 0


def test_a_server_or_database_that_is_gone_is_noticed_by_the_other_one_within_a_minute() -> None:
    options = site.database("postgres://db.test/sudoku")["OPTIONS"]
    assert options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"] <= 60
    assert "tcp_keepalives_idle=30" in options["options"]
    chosen = site.database("postgres://db.test/sudoku?connect_timeout=2&sslmode=require")["OPTIONS"]
    assert (chosen["connect_timeout"], chosen["sslmode"]) == (2, "require")
    assert "tcp_keepalives_idle=30" in chosen["options"]


@pytest.mark.skipif(site.ON_SQLITE, reason="asks PostgreSQL")
@pytest.mark.django_db
def test_postgresql_checks_the_sites_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW tcp_keepalives_idle")
        assert cursor.fetchone() == ("30",)


def test_writers_to_sqlite_queue_up_and_acknowledged_moves_outlive_a_power_cut() -> None:
    options = site.database("sqlite:///x.sqlite3")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 20
    assert "synchronous=FULL" in options["init_command"]


@pytest.mark.skipif(not site.ON_SQLITE, reason="asks SQLite")
@pytest.mark.django_db
def test_sqlite_keeps_a_write_ahead_log_and_foreign_keys() -> None:
    with connection.cursor() as cursor:
        answers = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "foreign_keys", "busy_timeout")
        }
    assert answers == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 30_000}


def test_no_script_or_style_but_our_own_files_is_allowed(client: Any, db: None) -> None:
    header = client.get(reverse("accounts:login")).headers["Content-Security-Policy"]
    policy = dict(part.strip().split(" ", 1) for part in header.split(";"))
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["default-src"] == policy["base-uri"] == "'none'"


def test_other_sites_may_show_nothing_of_ours_and_a_page_may_use_nothing_of_the_device(
    client: Any, db: None
) -> None:
    headers = client.get(reverse("accounts:login")).headers
    assert headers["Cross-Origin-Resource-Policy"] == headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert {"camera=()", "microphone=()", "geolocation=()"} <= {*headers["Permissions-Policy"].split(", ")}


@pytest.mark.django_db
def test_pages_are_sent_compressed_and_the_same_page_never_has_the_same_length(client: Any) -> None:
    answers = [client.get(reverse("accounts:login"), headers={"Accept-Encoding": "gzip"}) for _ in range(8)]
    assert {answer.headers["Content-Encoding"] for answer in answers} == {"gzip"}
    assert len({len(answer.content) for answer in answers}) > 1


def test_production_settings_pass_the_deployment_checks(tmp_path: Path) -> None:
    answer = run_python(
        tmp_path,
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        HTTPS="1",
        ALLOWED_HOSTS="a.test",
    )
    assert answer.returncode == 0, answer.stderr
