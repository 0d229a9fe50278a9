"""Copies of a PostgreSQL database that is in use, made and restored as docs/deployment.md says."""

import os
import re
import subprocess
from pathlib import Path

from tests.faults.journal import Written
from tests.faults.oracle import Verdict, acknowledged_in
from tests.faults.running import PROJECT
from tests.faults.tables import connected_to, new_database

GUIDE = PROJECT / "docs" / "deployment.md"


def back_up(database_url: str, folder: Path) -> None:
    """Leave a copy of a database in a folder."""
    run_command_of_guide("pg_dump", folder, database_url)


def verdict_of_copy(server: str, folder: Path, known: list[Written]) -> Verdict:
    """Whether the copy in a folder, restored, holds what was acknowledged before it was begun."""
    restored = new_database(server, f"restored-{folder.name}")
    run_command_of_guide("pg_restore", folder, restored)
    with connected_to(restored) as tables:
        return acknowledged_in(tables, known)


def run_command_of_guide(program: str, folder: Path, database_url: str) -> None:
    """Run the command of the guide that begins with a program."""
    found = re.search(rf"^    ({program} .*)$", GUIDE.read_text(), re.MULTILINE)
    assert found, f"the guide tells nothing of {program}"
    environment = os.environ | {"DATABASE_URL": database_url}
    subprocess.run(["/bin/sh", "-c", found[1]], cwd=folder, env=environment, check=True)
