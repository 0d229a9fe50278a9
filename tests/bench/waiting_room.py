"""Those who wait while the worker is busy: `python -m tests.bench.waiting_room`, where SUDOKUSITE_DATA says.

Run beside a site, it leaves grids that take seconds to grade and files that take their time, then asks for
hints that only a trial within a trial gives, as a page does, and prints when each was begun and found.
"""

import argparse
import io
import json
import random
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

FILE_NAME = "waiting.txt"
# Between two hints, so that they meet the worker at any moment of its work.
PAUSE_S = (0.2, 1.5)
PATIENCE_S = 300


def main(arguments: list[str]) -> int:
    """Leave the work, ask for the hints, and print what became of them as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--grids", nargs="*", default=[], help="grids to be graded")
    parser.add_argument("--lines", type=int, default=0, help="how long a file is to come in meanwhile")
    parser.add_argument("--hints", type=int, default=1)
    options = parser.parse_args(arguments)
    leave_grids(options.grids)
    rng, found = random.Random(1), []
    position = nested_position(options.grids)
    if options.lines:
        hand_in(options.lines, 0)
    for number in range(options.hints):
        time.sleep(rng.uniform(*PAUSE_S))
        if options.lines and not is_coming_in():
            hand_in(options.lines, number + 1)
        found.append(asked(position, number))
    sys.stdout.write(json.dumps({"hints": found, "graded": graded(), "imports": list(imports())}) + "\n")
    return 0


def leave_grids(grids: list[str]) -> None:
    """Put grids into the library that have no grade yet, and tell the worker."""
    from puzzles.library.models import Puzzle
    from puzzles.library.services.tasks import wake_grading

    known = {"solution_count": 1, "solution": "1" * 81, "canonical_key": 1, "solving_class": "harder"}
    Puzzle.objects.bulk_create(
        Puzzle(givens=grid, clue_count=81 - grid.count("."), **known) for grid in grids
    )
    wake_grading()


def nested_position(grids: list[str]) -> Any:
    """The first position on the way of one of these grids where only a trial within a trial leads on."""
    from puzzles.engine import CATALOGUE, Board, Position, next_step

    others = frozenset(technique.id for technique in CATALOGUE) - {"nested_trial"}
    for grid in grids:
        position = Position.from_board(Board.from_line(grid), is_unique=True)
        while (step := next_step(position, techniques=others)) is not None:
            position = position.apply(step)
        if not position.is_complete:
            return position
    raise ValueError("expected a grid that takes a trial within a trial")


def hand_in(lines: int, number: int) -> None:
    """Hand in a file of so many lines, for a collection of its own."""
    from accounts.models import User
    from puzzles.library import services as library
    from puzzles.library.services import start_import
    from tests.faults.library import file_of

    owner, _created = User.objects.get_or_create(username="waiting", defaults={"role": "teacher"})
    start_import(
        owner=owner,
        file=io.BytesIO(file_of(lines, seed=number).content),
        file_name=FILE_NAME,
        collection=library.open_collection(owner=owner, name=f"{FILE_NAME} {number}"),
    )


def is_coming_in() -> bool:
    from puzzles.library.models import PuzzleImport

    return PuzzleImport.objects.unfinished().exists()


def asked(position: Any, number: int) -> dict[str, float]:
    """Seconds after which a hint was begun, and after which it was found."""
    from puzzles.play.models import StepSearch
    from puzzles.play.services.hints.step_search import find_steps, search_fields, wake_searches

    search = StepSearch.objects.create(key=f"waiting {number}", **search_fields(position, None))
    wake_searches()
    deadline = time.monotonic() + PATIENCE_S
    while StepSearch.objects.filter(pk=search.pk, found_at=None).exists():
        if time.monotonic() > deadline:
            raise TimeoutError("expected the worker to find a hint")
        time.sleep(0.02)
    search.refresh_from_db()
    return {
        "begun_s": seconds_until_begun(find_steps, search.pk, search.asked_at),
        "found_s": (search.found_at - search.asked_at).total_seconds(),
    }


def seconds_until_begun(task: Any, key: int, since: datetime) -> float:
    """How long after a moment the first task of this kind with this argument was begun."""
    from django_tasks_db.models import DBTaskResult

    begun = DBTaskResult.objects.filter(task_path=task.module_path, started_at__isnull=False)
    starts = begun.values_list("args_kwargs", "started_at").order_by("started_at")
    first = next(started_at for arguments, started_at in starts if arguments["args"] == [key])
    return float((first - since).total_seconds())


def graded() -> int:
    from puzzles.library.models import Puzzle

    return Puzzle.objects.filter(solving_class="harder", tier__isnull=False).count()


def imports() -> Iterator[dict[str, float]]:
    """Seconds after which each file was begun."""
    from puzzles.library.models import PuzzleImport
    from puzzles.library.services.tasks import import_puzzles

    for each in PuzzleImport.objects.exclude(state=PuzzleImport.State.WAITING).order_by("pk"):
        yield {"begun_s": seconds_until_begun(import_puzzles, each.pk, each.created_at)}


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main(sys.argv[1:]))
