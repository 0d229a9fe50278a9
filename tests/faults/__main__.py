"""`python -m tests.faults`: make every fault, in its long form, and print one table.

A fault is a module `fault_NAME.py` beside this file with a function `rows(ground, size)` that yields `Row`s;
it is found by its name. Where it says `IS_VARIANT`, its ground is that of a site with knobs.
"""

import argparse
import importlib
import pkgutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .ground import LONG, SHORT, VARIANT, Ground, Size, found_school
from .rows import CannotDoError, Row, table

PREFIX = "fault_"


def faults() -> list[str]:
    """The faults that can be made, in alphabetical order."""
    beside = importlib.import_module(__package__).__path__
    names = sorted(module.name for module in pkgutil.iter_modules(beside))
    return [name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)]


def needs_variant(fault: str) -> bool:
    """Whether a fault needs a site with knobs."""
    return getattr(importlib.import_module(f"{__package__}.{PREFIX}{fault}"), "IS_VARIANT", False)


def ground_for(fault: str, school: Path, folder: Path) -> Ground:
    """A ground of the kind that a fault needs."""
    variant = {"DJANGO_SETTINGS_MODULE": VARIANT} if needs_variant(fault) else {}
    return Ground(school, folder, **variant)


def make(fault: str, ground: Ground, size: Size) -> Iterator[Row]:
    """The rows of one fault, as they come."""
    yield from importlib.import_module(f"{__package__}.{PREFIX}{fault}").rows(ground, size)


def main(arguments: list[str]) -> int:
    """Make the faults asked for; 1 if a promise was broken, or a fault could not be made."""
    options = parse(arguments)
    rows: list[Row] = []
    excuses = []
    with tempfile.TemporaryDirectory(prefix="sudokusite-faults-") as place:
        school = found_school(Path(place) / "school")
        for fault in options.faults or faults():
            ground = ground_for(fault, school, Path(place) / fault)
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
    sys.stdout.write("\n".join([table(rows), *excuses]) + "\n")
    return 0 if rows and not excuses and all(row.is_kept for row in rows) else 1


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults", description="Make faults, and print what the site has kept."
    )
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"of {', '.join(faults())}; all if none")
    parser.add_argument("--short", action="store_true", help="the short forms, as the tests make them")
    options = parser.parse_args(arguments)
    if unknown := set(options.faults) - set(faults()):
        parser.error(f"cannot make {', '.join(sorted(unknown))}: expected {', '.join(faults())}")
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
