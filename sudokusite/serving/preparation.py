"""Preparation before serving: packages, migrations, static files."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from packaging.requirements import Requirement

# An arbitrary key for the advisory lock.
PREPARING = 81_27_9


def unmet_requirements(path: Path) -> list[str]:
    """The pinned requirements of a file that are not installed as pinned."""
    lines = (line.rstrip(" \\") for line in path.read_text().splitlines())
    pinned = (line for line in lines if "==" in line and not line.startswith("#"))
    return [str(wanted) for wanted in map(Requirement, pinned) if is_for_here(wanted) and not is_met(wanted)]


def is_for_here(wanted: Requirement) -> bool:
    """Whether a requirement applies to this system and this Python."""
    return wanted.marker is None or wanted.marker.evaluate()


def is_met(wanted: Requirement) -> bool:
    """Whether the package is installed in a version that the requirement allows."""
    try:
        return wanted.specifier.contains(version(wanted.name), prereleases=True)
    except PackageNotFoundError:
        return False


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep other servers of this site from preparing the database at the same time.

    Two that start together on a new PostgreSQL would make the same tables. A server that dies lets go. On
    SQLite there is one server.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [PREPARING])


def migrate() -> None:
    """Apply migrations."""
    call_command("migrate", interactive=False, verbosity=0)


def collect_static_files() -> None:
    """Collect the static files if they have changed."""
    stamp = settings.DATA_DIR / "static.stamp"
    fingerprint = static_fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint and settings.STATIC_ROOT.exists():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(fingerprint)


def static_fingerprint() -> str:
    """A digest that changes when a static file is added, removed or written."""
    return hashlib.sha256("\n".join(sorted(static_files())).encode()).hexdigest()


def static_files() -> Iterator[str]:
    """Path, size and modification time of each static file."""
    for finder in get_finders():
        for path, storage in finder.list(None):
            status = Path(storage.path(path)).stat()
            yield f"{path} {status.st_size} {status.st_mtime_ns}"
