"""The bank: positions in which each technique is the easiest step, enough of each to practise it.

It fills in the background, a slice at a time, and hardly at all while somebody plays. The paths of the
library's puzzles are read first, in the order of their keys; then each technique that lacks positions gets
others of its own in disguise (permuted, transposed, relabelled), and last come generated puzzles, whose paths
are read alike.

Positions are shown to everybody, so only puzzles that everybody may draw are read, and none that an exam
reserves. Whether a reader may see a position now is decided when it is chosen: see `drills.py`.
"""

import random
import time
from collections.abc import Collection as Several
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django_tasks import TaskResultStatus, task

from puzzles.engine import (
    CATALOGUE,
    TECHNIQUES,
    Board,
    ContradictionError,
    GeneratorError,
    Position,
    Step,
    generate,
    next_step,
)
from puzzles.engine.cells import CELLS, DIGITS
from puzzles.engine.grading import GRADER_VERSION, HARDEST_TIER
from puzzles.engine.similarity import random_symmetry
from puzzles.engine.techniques import Candidate
from puzzles.engine.techniques.examples import example_positions
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.difficulty import has_ungraded, queues
from puzzles.library.services.task_queues import GRADING_PRIORITY, LATER_QUEUE, tasks_in
from puzzles.library.services.tasks import GRADING_DEAD_AFTER
from puzzles.library.services.throttle import ALONE, current_pace
from puzzles.play.services.access import reserved_for_exams
from puzzles.play.services.techniques import ALL, LONG

from ..models import BankProgress, TrainingPosition
from .assigned_positions import assigned_positions

# How many positions each technique of a tier should have; assumptions are no patterns to be found by eye.
WANTED = {1: 50, 2: 50, 3: 50, 4: 20}
DRILLED = tuple(technique.id for technique in CATALOGUE if technique.tier in WANTED)

# A step of one of these comes with an easier one: a dual kite is two kites, a remote pair has a turbot fish
# in it, a fin of an X-Wing makes a skyscraper or an empty rectangle. On no path of the 606 sample grids is
# one of them the easiest. At their positions nothing is open of a tier below this one.
SHADOWED = {
    "hidden_quad": 3,
    "dual_two_string_kite": 3,
    "dual_empty_rectangle": 3,
    "remote_pair": 3,
    "simple_colors_wrap": 3,
    "avoidable_rectangle_2": 1,
    "finned_x_wing": 3,
    "sashimi_x_wing": 3,
    "sashimi_jellyfish": 4,
    "als_xz": 4,
    "als_chain": 4,
    "franken_swordfish": 4,
    "franken_jellyfish": 4,
    "finned_franken_x_wing": 3,
}

SLICE_SECONDS = 2.0
# A pause between two puzzles.
BREATH_SECONDS = 0.005
# As many take no longer than the path of a hard puzzle.
DISGUISED_AT_ONCE = 10
PUZZLES_READ = 200
# Puzzles generated for techniques that the library lacks, in all.
MOST_TRIES = 1_000
SEED = "bank"

Origin = TrainingPosition.Origin
Found = tuple[str, Position, int]


def wanted_of(technique: str) -> int:
    """How many positions of a technique the bank should have."""
    return WANTED.get(TECHNIQUES[technique].tier, 0)


def lacking(counts: Mapping[str, int]) -> dict[str, int]:
    """technique -> how many positions it lacks, given how many there are; easiest first."""
    missing = {name: wanted_of(name) - counts.get(name, 0) for name in DRILLED}
    return {name: count for name, count in missing.items() if count > 0}


def fill_slice(*, seconds: float = SLICE_SECONDS) -> int:
    """Fill the bank for some seconds, or while somebody plays by one puzzle; returns how many are new."""
    deadline = time.monotonic() + seconds
    begin_anew_for_a_new_grader()
    added = 0
    while time.monotonic() < deadline:
        new = _read_next()
        if new is None:
            new = _disguise_next()
        if new is None:
            new = _generate_next()
        if new is None:
            break
        added += new
        if current_pace() != ALONE:
            break
        time.sleep(BREATH_SECONDS)
    return added


@transaction.atomic
def begin_anew_for_a_new_grader() -> None:
    """Empty the bank if its positions come from an earlier grader.

    What players answered stays, and so do the positions of assignments.
    """
    if BankProgress.objects.filter(pk=_progress().pk).exclude(grader=GRADER_VERSION).exists():
        TrainingPosition.objects.exclude(pk__in=assigned_positions()).delete()
        BankProgress.objects.update(grader=GRADER_VERSION, read_to=0, tries=0)


def has_more() -> bool:
    """Whether there is something to read, to disguise or to generate."""
    if BankProgress.objects.exclude(grader=GRADER_VERSION).exists():
        return True
    if not lacking(TrainingPosition.objects.own().counts()):
        return False
    progress = BankProgress.objects.first() or BankProgress()
    if _public_puzzles(progress.read_to).exists():
        return True
    # On a site without a grid to play nobody trains.
    return progress.read_to > 0 and progress.tries < MOST_TRIES and not has_ungraded()


# Reading paths


def positions_on_path(givens: str, techniques: Several[str]) -> Iterator[Found]:
    """(technique, position, steps before it) for the first step of each of these on the easiest path.

    The path is the grader's, up to where only a long search leads on.
    """
    left, count = set(techniques), 0
    position = Position.from_board(Board.from_line(givens), is_unique=True)
    while left and (step := easiest_step(position)) is not None:
        for technique in [name for name in left if _fits(position, name, step)]:
            left.remove(technique)
            yield technique, position, count
        position = position.apply(step)
        count += 1


def easiest_step(position: Position) -> Step | None:
    """The easiest step open, as the grader takes it; None where there is none, or only a long search."""
    with suppress(ContradictionError):
        return next_step(position, techniques=ALL - LONG)
    return None


def fits(position: Position, technique: str) -> bool:
    """Whether the technique can be practised here: it is the easiest step, all easier ones are absent.

    For one of SHADOWED, that it has a step, and nothing of the tiers below.
    """
    step = easiest_step(position)
    return step is not None and _fits(position, technique, step)


def _fits(position: Position, technique: str, easiest: Step) -> bool:
    if technique == easiest.technique:
        return True
    return (
        technique in SHADOWED
        and SHADOWED[technique] <= TECHNIQUES[easiest.technique].tier
        and next(TECHNIQUES[technique].find(position), None) is not None
    )


def may_need(technique: str, counts: Mapping[str, int]) -> bool:
    """Whether a path with these counts of steps may lead to a position of the technique."""
    hardest = max((TECHNIQUES[name].tier for name in counts if name in TECHNIQUES), default=0)
    return technique in counts or hardest >= SHADOWED.get(technique, HARDEST_TIER + 1)


def _public_puzzles(after: int) -> QuerySet[Puzzle]:
    """Graded puzzles beyond this key that everybody may draw, up to the first that waits for its grade."""
    entries = Entry.objects.drawable().filter(
        puzzle=OuterRef("pk"), collection__audience=Collection.Audience.EVERYONE
    )
    puzzles = Puzzle.objects.filter(Exists(entries), pk__gt=after, grader=GRADER_VERSION).order_by("pk")
    waiting = [queue.filter(pk__gt=after).values_list("pk", flat=True).first() for queue in queues()]
    first = min(filter(None, waiting), default=None)
    return puzzles if first is None else puzzles.filter(pk__lt=first)


def _read_next() -> int | None:
    """Read the path of the next puzzle of the library that has a technique in need; None at the end."""
    progress = _progress()
    rows = list(
        _public_puzzles(progress.read_to).values_list("pk", "givens", "technique_counts")[:PUZZLES_READ]
    )
    if not rows:
        return None
    short = lacking(TrainingPosition.objects.own().counts())
    for puzzle_id, givens, counts in rows:
        wanted = {name for name in short if may_need(name, counts or {})}
        if wanted:
            found = [] if reserved_for_exams([puzzle_id]) else list(positions_on_path(givens, wanted))
            return _store(found, Origin.LIBRARY, puzzle_id=puzzle_id, read_to=puzzle_id)
    return _store([], Origin.LIBRARY, read_to=rows[-1][0])


# Disguises


def disguised(position: Position, rng: random.Random) -> Position:
    """The same position transposed, permuted and relabelled at random."""
    cells, names = random_symmetry(rng).cells(), [0, *rng.sample(DIGITS, 9)]
    start = Position.from_board(
        Board(tuple(names[position.digits[cell]] for cell in cells)),
        givens=[cell for cell in CELLS if position.is_given(cells[cell])],
        is_unique=position.is_unique,
    )
    kept = {Candidate(cell, names[digit]) for cell in CELLS for digit in position.candidates(cells[cell])}
    return start.eliminate(
        (cell, digit) for cell in CELLS for digit in start.candidates(cell) if (cell, digit) not in kept
    )


def _disguise_next() -> int | None:
    """Give the next technique that lacks positions some in disguise; None where none can get any."""
    if has_ungraded():
        return None
    counts = TrainingPosition.objects.counts()
    for technique, count in lacking(counts).items():
        there = counts.get(technique, 0)
        rng = random.Random(f"{SEED}/{technique}/{there}/{_progress().tries}")
        found = _disguises(technique, range(there, there + min(count, DISGUISED_AT_ONCE)), rng)
        if new := _store(list(found), Origin.PERMUTED):
            return new
    return None


def _disguises(technique: str, places: range, rng: random.Random) -> Iterator[Found]:
    """A position of a technique in disguise for each place: of its own in turn, or of its examples."""
    own = TrainingPosition.objects.own().filter(technique=technique).order_by("pk")
    sources = [(row.position, row.step_count) for row in own] or _examples(technique)
    for place in places if sources else ():
        source, steps = sources[place % len(sources)]
        position = disguised(source, rng)
        if fits(position, technique):
            yield technique, position, steps


@cache
def _examples(technique: str) -> list[tuple[Position, int]]:
    """The examples of a technique at which it can be practised, of puzzles with one solution."""
    found = (position for name, position in example_positions() if name == technique)
    return [(each, 0) for each in found if each.is_unique and fits(each, technique)]


# Generated puzzles


def _generate_next() -> int | None:
    """Generate a puzzle and read its path for what the bank lacks of its own; None when that is over."""
    progress = _progress()
    short = lacking(TrainingPosition.objects.own().counts())
    if not short or progress.tries >= MOST_TRIES or has_ungraded():
        return None
    rng = random.Random(f"{SEED}/{progress.tries}")
    try:
        board = generate(rng, wanted="harder", tries=1)
    except GeneratorError:
        return _store([], Origin.GENERATED, tries=1)
    return _store(list(positions_on_path(board.to_line(), short)), Origin.GENERATED, tries=1)


# Storing


def _progress() -> BankProgress:
    progress, _is_new = BankProgress.objects.get_or_create(pk=1, defaults={"grader": GRADER_VERSION})
    return progress


@transaction.atomic
def _store(
    found: Iterable[Found],
    origin: Origin,
    *,
    puzzle_id: int | None = None,
    read_to: int = 0,
    tries: int = 0,
) -> int:
    """Store positions and how far the bank has come; returns how many are new."""
    before = TrainingPosition.objects.count()
    rows = [
        TrainingPosition.of(position, technique, origin, puzzle_id=puzzle_id, step_count=count)
        for technique, position, count in found
    ]
    TrainingPosition.objects.bulk_create(rows, ignore_conflicts=True)
    if read_to:
        BankProgress.objects.filter(pk=1, read_to__lt=read_to).update(read_to=read_to)
    if tries:
        BankProgress.objects.filter(pk=1).update(tries=F("tries") + tries)
    return TrainingPosition.objects.count() - before if rows else 0


# In the background


@task(priority=GRADING_PRIORITY, queue_name=LATER_QUEUE)
def fill_bank() -> None:
    """Fill the bank for some seconds, and enqueue the next slice while there is more to do.

    While somebody plays the next one is left to the sweep.
    """
    fill_slice()
    if current_pace() == ALONE and has_more() and not tasks_in(TaskResultStatus.READY, fill_bank).exists():
        fill_bank.enqueue()


def wake_bank() -> None:
    """Enqueue the task if the bank lacks something and no task works at it."""
    running = tasks_in(TaskResultStatus.RUNNING, fill_bank)
    if tasks_in(TaskResultStatus.READY, fill_bank).exists():
        return
    if running.filter(started_at__gt=timezone.now() - GRADING_DEAD_AFTER).exists():
        return
    if has_more():
        fill_bank.enqueue()
