import threading
from pathlib import Path

import pytest
from django.db import connections
from packaging.requirements import Requirement

from sudokusite import settings as site
from sudokusite.serving import preparation

PROJECT = Path(__file__).parents[3]


def test_this_environment_has_what_the_site_has_pinned() -> None:
    assert preparation.unmet_requirements(PROJECT / "requirements.txt") == []


def test_a_package_that_is_missing_or_of_another_version_is_named(tmp_path: Path) -> None:
    pins = tmp_path / "pins.txt"
    pins.write_text(
        "django==1.0 \\\n    --hash=sha256:00\nno-such-package-here==1 \\\n"
        "not-for-us==1 ; python_version < '3'\n# a==1 is only spoken of\n"
    )
    assert preparation.unmet_requirements(pins) == ["django==1.0", "no-such-package-here==1"]


def test_a_requirement_for_another_system_does_not_matter_here() -> None:
    assert not preparation.is_for_here(Requirement("x==1; sys_platform == 'nowhere'"))


@pytest.fixture
def own_folders(tmp_path: Path, settings: object) -> Path:
    """A site with one folder of static files, collected into another."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.css").write_text("a { color: red }")
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.DATA_DIR = tmp_path
    return source


def test_static_files_are_collected_again_only_when_they_changed(own_folders: Path, settings: object) -> None:
    collected = settings.STATIC_ROOT / "a.css"
    preparation.collect_static_files()
    assert collected.read_text() == "a { color: red }"
    collected.unlink()
    preparation.collect_static_files()
    assert not collected.exists()
    (own_folders / "a.css").write_text("a { color: blue }")
    preparation.collect_static_files()
    assert collected.read_text() == "a { color: blue }"


def test_every_file_that_a_style_sheet_or_a_script_names_can_be_found(
    tmp_path: Path, settings: object
) -> None:
    settings.STATIC_ROOT, settings.DATA_DIR = tmp_path / "collected", tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": site.STATICFILES_STORAGE_NAME},
    }
    preparation.collect_static_files()
    assert (settings.STATIC_ROOT / "staticfiles.json").exists()


@pytest.mark.skipif(site.ON_SQLITE, reason="on SQLite there is one server")
@pytest.mark.django_db(transaction=True)
def test_servers_that_start_together_get_a_postgresql_ready_one_after_the_other() -> None:
    told: list[str] = []

    def start_another() -> None:
        with preparation.one_at_a_time():
            told.append("the other one")
        connections.close_all()

    other = threading.Thread(target=start_another)
    with preparation.one_at_a_time():
        other.start()
        other.join(0.5)
        told.append("the first")
    other.join()
    assert told == ["the first", "the other one"]
