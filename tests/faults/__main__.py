"""`python -m tests.faults`: make every fault, in its long form, and print one table.

A fault is a module `fault_NAME.py` beside this file with a function `rows(ground, size)` that yields `Row`s;
it is found by its name. Where it says `IS_VARIANT`, its ground is that of a site with knobs. With --postgres
those are made that do not depend on where the tables are.
"""

import importlib
import pkgutil
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.postgres import exit_on_sigterm, running_postgres, shared_folder

from .ground import LONG, SHORT, VARIANT, Ground, Size, found_school
from .rows import CannotDoError, Row, table
from .tables import new_database

PREFIX = "fault_"
SCHOOL = "school"
ON_POSTGRES = ("drafts", "early", "kill_web", "kill_worker", "proxy", "restart", "tabs")


def faults() -> list[str]:
    """The faults that can be made, in alphabetical order."""
    beside = importlib.import_module(__package__).__path__
    names = sorted(module.name for module in pkgutil.iter_modules(beside))
    return [name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)]


def needs_variant(fault: str) -> bool:
    """Whether a fault needs a site with knobs."""
    return getattr(importlib.import_module(f"{__package__}.{PREFIX}{fault}"), "IS_VARIANT", False)


def ground_for(fault: str, school: Path, folder: Path, *, server: str = "") -> Ground:
    """A ground of the kind that a fault needs; its tables on a PostgreSQL server, if there is one."""
    # What is killed in a variant must be what has just answered.
    variant = {"DJANGO_SETTINGS_MODULE": VARIANT, "SERVER_PROCESSES": "1"}
    environment = variant if needs_variant(fault) else {}
    if server:
        environment["DATABASE_URL"] = new_database(server, fault, like=SCHOOL)
    return Ground(school, folder, **environment)


def make(fault: str, ground: Ground, size: Size) -> Iterator[Row]:
    """The rows of one fault, as they come."""
    yield from importlib.import_module(f"{__package__}.{PREFIX}{fault}").rows(ground, size)


def main(arguments: list[str]) -> int:
    """Make the faults asked for; 1 if a promise was broken, or a fault could not be made."""
    options = parse(arguments)
    exit_on_sigterm()
    with ExitStack() as stack:
        place = stack.enter_context(shared_folder("sudokusite-faults-"))
        server, environment = "", {}
        if options.postgres:
            server = stack.enter_context(running_postgres(place / "postgres"))
            environment = {"DATABASE_URL": new_database(server, SCHOOL)}
        school = found_school(place / SCHOOL, **environment)
        rows, excuses = make_all(options, school, place, server)
    sys.stdout.write("\n".join([table(rows), *excuses]) + "\n")
    return 0 if rows and not excuses and all(row.is_kept for row in rows) else 1


def make_all(options: Namespace, school: Path, place: Path, server: str) -> tuple[list[Row], list[str]]:
    """The rows of all faults asked for, and what went wrong besides."""
    rows: list[Row] = []
    excuses = []
    for fault in options.faults or (ON_POSTGRES if server else faults()):
        ground = ground_for(fault, school, place / fault, server=server)
        began = time.monotonic()
        try:
            for row in make(fault, ground, SHORT if options.short else LONG):
                rows.append(row)
                sys.stderr.write(f"{'  '.join(row.columns())}\n")
        except CannotDoError as error:
            excuses.append(f"{fault}: not made, {error}")
        except AssertionError as error:
            excuses.append(f"{fault}: BROKEN, {error}")
        finally:
            ground.stop()
        sys.stderr.write(f"{fault}: {time.monotonic() - began:.0f} s\n")
    return rows, excuses


def parse(arguments: list[str]) -> Namespace:
    """The options of the command line."""
    parser = ArgumentParser(
        prog="python -m tests.faults", description="Make faults, and print what the site has kept."
    )
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"of {', '.join(faults())}; all if none")
    parser.add_argument("--short", action="store_true", help="the short forms, as the tests make them")
    parser.add_argument("--postgres", action="store_true", help=f"on PostgreSQL: {', '.join(ON_POSTGRES)}")
    options = parser.parse_args(arguments)
    known = ON_POSTGRES if options.postgres else faults()
    if unknown := set(options.faults) - set(known):
        parser.error(f"cannot make {', '.join(sorted(unknown))}: expected {', '.join(known)}")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
