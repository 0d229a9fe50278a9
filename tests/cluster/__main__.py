"""`python -m tests.cluster`: two servers with a worker each, on one PostgreSQL, behind nginx.

A lesson is played while their processes are killed, then the browser tests are run against the proxy; both
print what came of it.
"""

import argparse
import os
import re
import secrets
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

from tests.faults.ground import LONG, SHORT, found_school
from tests.faults.rows import Row, table
from tests.faults.running import PROJECT
from tests.faults.tables import new_database
from tests.postgres import NoPostgresError, exit_on_sigterm, running_postgres, shared_folder

from . import lesson
from .nginx import NoNginxError, nginx_path
from .servers import running_cluster

PARTS = ("lesson", "browser")
# What pytest-django calls the test database of a server whose own is called postgres.
TEST_DATABASE = "test_postgres"


def main(arguments: list[str]) -> int:
    """Do the parts asked for; 1 if a promise was broken, 2 if they cannot be done."""
    options = parse(arguments)
    exit_on_sigterm()
    try:
        nginx_path()
        with (
            shared_folder("sudokusite-cluster-") as folder,
            running_postgres(folder / "postgres") as server,
        ):
            kept = [DOES[part](folder / part, server, options) for part in options.parts or PARTS]
    except (NoNginxError, NoPostgresError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0 if all(kept) else 1


def give_a_lesson(folder: Path, server: str, options: argparse.Namespace) -> bool:
    """Play while processes are killed; whether all promises were kept."""
    postgres = folder.parent / "postgres"
    database = new_database(server, "school")
    found_school(folder / "school", DATABASE_URL=database)
    rows: list[Row] = []
    with running_cluster(folder, database) as cluster:
        for row in lesson.rows(cluster, SHORT if options.short else LONG, postgres=postgres):
            rows.append(row)
        said = cluster.said()
    sys.stdout.write(f"{table(rows)}\n\n")
    if not all(row.is_kept for row in rows):
        sys.stdout.write(f"{said}\n")
    return all(row.is_kept for row in rows)


def test_by_browser(folder: Path, server: str, options: argparse.Namespace) -> bool:
    """Run the browser tests against the proxy; whether all that could be run passed."""
    secret_key = secrets.token_hex(32)
    database = new_database(server, TEST_DATABASE)
    report = folder / "report.xml"
    began = time.monotonic()
    with running_cluster(folder, database, secret_key=secret_key) as cluster:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "--reuse-db",
            f"--junit-xml={report}",
            "-p",
            "no:cacheprovider",
        ]
        environment = {"CLUSTER_URL": cluster.url, "SECRET_KEY": secret_key, "DATABASE_URL": server}
        tests = options.tests or ["tests/browser"]
        done = subprocess.run([*command, *tests], cwd=PROJECT, env=os.environ | environment, check=False)
    counts = outcomes(report)
    lines = [f"browser tests against the proxy, {time.monotonic() - began:.0f} s"]
    lines += [f"  {count:>4}  {outcome}" for outcome, count in counts.items()]
    sys.stdout.write("\n".join(lines) + "\n\n")
    return done.returncode == 0


def outcomes(report: Path) -> Counter[str]:
    """How many tests passed, failed, and were left out, by the reason."""
    counts: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None:
            counts[f"left out: {re.sub(' +', ' ', skipped.get('message', ''))}"] += 1
        else:
            is_bad = case.find("failure") is not None or case.find("error") is not None
            counts["failed" if is_bad else "passed"] += 1
    return counts


DOES = {"lesson": give_a_lesson, "browser": test_by_browser}


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.cluster", description="Try two servers and two workers on one database."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; both if none")
    parser.add_argument("--short", action="store_true", help="kill each process once")
    parser.add_argument("--tests", nargs="+", help="only these browser tests")
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}: expected {', '.join(PARTS)}")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
