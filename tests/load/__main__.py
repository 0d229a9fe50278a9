"""`python -m tests.load`: a school at a site over real HTTP, and what became of its moves.

Students log in, draw grids and play them on a site that is started for it, on SQLite and on PostgreSQL. Then
the load grows until the site cannot stand it. With `--url` they come to a site that runs already, whose
school is that of `tests/faults/school.py` or of `tests/load/school.py`.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.faults.oracle import Verdict
from tests.faults.school import PASSWORD, STUDENTS
from tests.postgres import NoPostgresError, shared_folder

from .crowd import Observation, Plan, hold
from .lesson import Lesson
from .report import knee, memory_table, request_table, step_table, verdict_line
from .school import names
from .sites import DATABASES, Ground, open_ground
from .watch import Watch
from .wire import Address


def main(arguments: list[str]) -> int:
    """Hold the lessons asked for; 1 if a request failed, or a move was not kept."""
    options = parse(arguments)
    plan = plan_of(options)
    if options.url:
        outcome = hold(Lesson(Address.of(options.url)), plan, Watch(None))
        print_tables(f"{options.url}, {len(plan.students):,} students", outcome, plan, None)
        return int(outcome.has_failed)
    is_good = True
    for database in DATABASES if options.database == "both" else [options.database]:
        try:
            is_good &= on_ground(database, plan)
        except NoPostgresError as error:
            sys.stdout.write(f"{database}: not measured, {error}\n")
            is_good = False
    return int(not is_good)


def on_ground(database: str, plan: Plan) -> bool:
    """Hold a lesson on a site of its own, and tell what became of it; whether all was as it should be."""
    with ground_of(database, len(plan.students)) as ground:
        outcome = hold(Lesson(Address("127.0.0.1", ground.site.port)), plan, ground.watch)
        verdict = ground.verdict(outcome.lesson.journal)
    print_tables(
        f"{database}, {len(plan.students):,} students, a move every {plan.pause_s:g} s",
        outcome,
        plan,
        verdict,
    )
    return verdict.is_clean and not outcome.has_failed


@contextmanager
def ground_of(database: str, count: int) -> Iterator[Ground]:
    """A site with a school of so many students, in a folder that is gone afterwards."""
    with shared_folder("sudokusite-load-") as folder, open_ground(database, folder, count) as ground:
        yield ground


def print_tables(title: str, outcome: Observation, plan: Plan, verdict: Verdict | None) -> None:
    """Print the tables of a lesson."""
    book = outcome.lesson.book
    phases = (
        (f"while they come ({plan.ramp_s:.0f} s)", outcome.began, outcome.all_there),
        (f"all there ({plan.seconds:.0f} s)", outcome.all_there, outcome.ended),
    )
    parts = [f"== {title} =="]
    for phase, start, end in phases:
        parts.append(f"-- {phase}\n{request_table(book.between(start, end), book.failures(start, end))}")
    if outcome.there.mib:
        parts.append(memory_table(outcome.there, outcome.last))
    if outcome.steps:
        parts.append(f"-- more and more\n{step_table(outcome.steps, plan.bound_ms)}")
        parts.append(knee(outcome.steps, plan.bound_ms))
    parts.append(f"{outcome.lesson.solved:,} grids solved; {outcome.missing} students were not let in")
    parts += [f"failed {count} times: {reason}" for reason, count in book.reasons().most_common(10)]
    if verdict:
        parts.append(verdict_line(verdict))
    sys.stdout.write("\n".join(parts) + "\n")
    sys.stdout.flush()


def plan_of(options: argparse.Namespace) -> Plan:
    """What the options ask for."""
    people = STUDENTS if options.small_school else names(options.students)
    return Plan(
        students=[(name, PASSWORD) for name in people[: options.students]],
        ramp_s=options.ramp,
        seconds=options.seconds,
        pause_s=options.pause,
        seeks_knee=options.knee,
        bound_ms=options.bound,
    )


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load", description="Let a school play, and print how the site stood it."
    )
    add = parser.add_argument
    add("--students", type=int, default=1000, help="how many (default %(default)s)")
    add("--ramp", type=float, default=120, help="seconds in which they log in (default %(default)g)")
    add("--seconds", type=float, default=180, help="seconds they play then (default %(default)g)")
    add("--pause", type=float, default=5, help="seconds between their moves (default %(default)g)")
    add("--database", choices=[*DATABASES, "both"], default="both", help="default %(default)s")
    add("--no-knee", dest="knee", action="store_false", help="do not look for the most that holds")
    add("--bound", type=float, default=500, help="ms that moves' p95 may take there (default %(default)g)")
    add("--url", help="a site that runs already, http://host:port")
    add("--small-school", action="store_true", help="the students of tests/faults/school.py, with --url")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
