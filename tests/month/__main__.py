"""`python -m tests.month`: simulate a month of a class, and print what its weeks come to."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import django
from django.core.management import call_command


def main(arguments: list[str]) -> int:
    """Print the weeks of a simulated class, on a database of its own."""
    parser = ArgumentParser(prog="python -m tests.month", description="Simulate a month of a class.")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--guessers", type=int, default=30)
    parser.add_argument("--weeks", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        os.environ |= {"SUDOKUSITE_DATA": folder, "DJANGO_SETTINGS_MODULE": "sudokusite.settings"}
        django.setup()
        call_command("migrate", verbosity=0)
        for line in lines(options.students, options.guessers, options.weeks, options.seed):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    return 0


def lines(students: int, guessers: int, weeks: int, seed: int) -> Iterator[str]:
    """The lines of the figures, each week as soon as it is over."""
    from datetime import datetime, time

    from django.utils import timezone, translation

    from .clock import standing_still
    from .simulation import MONDAY, Month

    start = timezone.make_aware(datetime.combine(MONDAY, time(8)))
    with translation.override("en"), standing_still(start) as clock:
        month = Month.of(students=students, guessers=guessers, weeks=weeks, seed=seed, clock=clock)
        yield f"{students} students, {guessers} guessers"
        for week in month.weeks(weeks):
            yield ""
            yield f"week of {week.monday}"
            yield f"  first page of one student: {week.first_page}"
            yield f"  played a grid of the day, each day: {', '.join(map(str, week.daily))}"
            yield f"  reviews done {week.reviews_done}, due at the end {week.reviews_due}"
            yield f"  weekly goals met {week.goals_met}"
            yield f"  techniques mastered by guessers {week.mastered_by_guessers}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
