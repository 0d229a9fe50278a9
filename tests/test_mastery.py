"""Nobody masters by typing what is known already, and who finds the steps does.

LONG_TESTS=1 lets thirty players type the solutions of the sample collection in five orders, in each tier;
with `--log-cli-level=INFO` it says what they came to.
"""

import logging
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle, islice

import pytest

from accounts.models import User
from puzzles.engine import TECHNIQUES, TIERS, Board, solutions
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.game import Op
from puzzles.play.models import Attempt, TechniqueProgress, TechniqueUse
from puzzles.play.services import hints
from puzzles.play.services.review import review_attempt
from tests.lengths import IS_LONG
from tests.players import (
    FAST_MS,
    HUMAN_MS,
    ORDERS,
    found,
    play,
    struck_at_random,
    struck_when_stuck,
    typed,
)
from tests.puzzles.conftest import SAMPLES

BOARD = 81
PLAYERS = 30 if IS_LONG else 2
# Grids of the sample collection, two of each tier; those of tier 3 need an X-Wing, the second of them three.
OF_EACH_TIER = [
    "004036005005100080137804602050400036490073208006080970809765001602300040000900807",
    "000120000700000502200047009840500201000000000507006084100380005903000007000052000",
    "790304108000006000000080059030000497000000000217000030470010000000700000302609071",
    "700020910940080000000906200090005000600000003000700090007304000000050037013090008",
    "290003004000000800641090020300500060000304000060001007030040972006000000400200053",
    "506109080380050000004800000607201030000000000040305607000007300000010075050903402",
    "020501090800203006030060070001000600540000019002000700090030080200804007010907060",
    "000390500000000800053007090700006004008401700200500009020700150006000000007089000",
    "900680023060000000008030670050300800000906000001008090037060900000000010190052007",
    "000603000000040601300050009003062500020504070006890300100020005507080000000305000",
]
X_WINGS = OF_EACH_TIER[4:6]
SINGLES = {name for name, technique in TECHNIQUES.items() if technique.tier == 1}

logger = logging.getLogger("tests.mastery")
pytestmark = pytest.mark.django_db
PuzzleOf = Callable[[str], Puzzle]


def puzzle_of(line: str) -> Puzzle:
    """The graded puzzle of a line."""
    givens = line.replace("0", ".")
    [solution] = solutions(Board.from_line(givens), limit=1)
    puzzle, _created = Puzzle.objects.get_or_create(
        givens=givens,
        defaults={
            "clue_count": 81 - givens.count("."),
            "solution_count": 1,
            "solution": solution.to_line(),
            "solving_class": Puzzle.SolvingClass.HARDER,
        },
    )
    return grade_now(puzzle=puzzle)


def attempt_on(player: User, puzzle: Puzzle, **fields: object) -> Attempt:
    policy, _created = HelpPolicy.objects.get_or_create()
    return Attempt.objects.create(player=player, puzzle=puzzle, policy=policy, digits=puzzle.givens, **fields)


def reviewed(player: User, puzzle: Puzzle, ops: list[Op], *, ms: int = HUMAN_MS) -> Attempt:
    attempt = play(attempt_on(player, puzzle), ops, ms=ms)
    review_attempt(attempt_id=attempt.pk)
    attempt.refresh_from_db()
    return attempt


def progress(player: User) -> dict[str, int]:
    return dict(TechniqueProgress.objects.filter(player=player).values_list("technique", "progress"))


def beyond_singles(player: User) -> dict[str, int]:
    return {name: steps for name, steps in progress(player).items() if name not in SINGLES}


def library(rng: random.Random) -> dict[int, Iterator[Puzzle]]:
    """tier -> puzzles without end, mixed: of the sample collection in the long form."""
    lines = SAMPLES.read_text().splitlines() if IS_LONG else OF_EACH_TIER
    by_tier: dict[int, list[Puzzle]] = {tier: [] for tier in TIERS}
    for line in lines:
        if len(line) != BOARD or line.startswith("#"):
            continue
        puzzle = puzzle_of(line)
        by_tier[puzzle.tier or TIERS[-1]].append(puzzle)
    return {tier: cycle(rng.sample(puzzles, len(puzzles))) for tier, puzzles in by_tier.items()}


# Who types what is known already


def test_typing_solutions_masters_singles_at_most() -> None:
    rng = random.Random(7)
    puzzles = library(rng)
    mastered: Counter[str] = Counter()
    games = 0
    for number in range(PLAYERS):
        player = User.objects.create(username=f"program-{number}")
        orders = list(ORDERS) if IS_LONG else islice(cycle(ORDERS), number, number + 1)
        for order in orders:
            for tier in TIERS:
                puzzle = next(puzzles[tier])
                reviewed(player, puzzle, typed(puzzle, order, rng), ms=(HUMAN_MS, FAST_MS)[number % 2])
                games += 1
        assert beyond_singles(player) == {}
        mastered.update(name for name, steps in progress(player).items() if steps == 3)
    logger.info("%d players, %d games; mastered: %s", PLAYERS, games, dict(mastered))
    assert set(mastered) <= SINGLES


def test_striking_wrong_candidates_by_chance_masters_singles_at_most() -> None:
    rng = random.Random(8)
    puzzles = library(rng)
    met: Counter[int] = Counter()
    for number, strike in enumerate([struck_when_stuck, struck_at_random] * (15 if IS_LONG else 1)):
        player = User.objects.create(username=f"program-{number}")
        for tier in TIERS * (5 if IS_LONG else 1):
            puzzle = next(puzzles[tier])
            reviewed(player, puzzle, list(strike(puzzle, rng)))
        met.update(beyond_singles(player).values())
    logger.info("progress beyond singles, how often: %s", dict(met))
    assert 3 not in met


def test_inhumanly_fast_play_masters_nothing(student: User) -> None:
    for line in OF_EACH_TIER[:2]:
        puzzle = puzzle_of(line)
        reviewed(student, puzzle, typed(puzzle, "easiest first", random.Random(1)), ms=FAST_MS)
    assert progress(student) == {}


# Who finds the steps


def test_finding_x_wings_and_striking_their_eliminations_masters_them(student: User) -> None:
    for line in X_WINGS:
        assert beyond_singles(student).get("x_wing", 0) < 3
        puzzle = puzzle_of(line)
        assert (puzzle.technique_counts or {})["x_wing"]
        reviewed(student, puzzle, list(found(puzzle)))
    assert beyond_singles(student)["x_wing"] == 3


def test_an_x_wing_that_is_only_thought_of_is_not_counted(student: User) -> None:
    for line in X_WINGS:
        puzzle = puzzle_of(line)
        reviewed(student, puzzle, [op for op in found(puzzle) if op.kind == "d"])
    assert beyond_singles(student) == {}


def test_notes_that_a_digit_cleans_are_not_struck_by_the_player(student: User) -> None:
    for line in X_WINGS:
        puzzle = puzzle_of(line)
        reviewed(student, puzzle, [Op("f"), *(op for op in found(puzzle) if op.kind == "d")])
    assert beyond_singles(student) == {}


def test_eliminations_made_while_an_easier_step_is_open_are_not_counted(student: User) -> None:
    """All eliminations of the path at once, before the first digit: singles are open."""
    for line in X_WINGS:
        puzzle = puzzle_of(line)
        ops = list(found(puzzle))
        strikes = [op for op in ops if op.kind == "o"]
        reviewed(student, puzzle, [Op("f"), *strikes, *(op for op in ops if op.kind == "d")])
    assert beyond_singles(student) == {}


@pytest.mark.parametrize("what", ["practice", "fast", "shown", "seen before"])
def test_a_game_that_says_nothing_of_its_player_counts_for_nothing(what: str, student: User) -> None:
    puzzle = puzzle_of(X_WINGS[0])
    if what == "seen before":
        hints.show_solution(player=student, attempt_id=attempt_on(student, puzzle).pk)
    attempt = attempt_on(student, puzzle, is_practice=what == "practice")
    ops = list(found(puzzle))
    play(attempt, ops, ms=FAST_MS if what == "fast" else HUMAN_MS)
    if what == "shown":
        Attempt.objects.filter(pk=attempt.pk).update(cells_shown=50)
    review_attempt(attempt_id=attempt.pk)
    assert progress(student) == {}


def test_a_step_that_a_hint_revealed_is_a_missed_chance(student: User) -> None:
    puzzle = puzzle_of(X_WINGS[0])
    ops = list(found(puzzle))
    before = next(at for at, op in enumerate(ops) if op.kind == "o")
    attempt = play(attempt_on(student, puzzle), ops[:before])
    hints.give_hint(player=student, attempt_id=attempt.pk, seen_version=attempt.version)
    attempt.refresh_from_db()
    told = attempt.moves.order_by("-number")[0].technique
    play(attempt, ops[before:], client="after the hint", ms=HUMAN_MS)
    review_attempt(attempt_id=attempt.pk)
    use = TechniqueUse.objects.get(attempt=attempt, technique=told)
    assert not use.is_unbroken


def test_a_step_that_no_move_shows_is_a_missed_chance(student: User) -> None:
    puzzle = puzzle_of(OF_EACH_TIER[-1])
    attempt = reviewed(student, puzzle, list(struck_when_stuck(puzzle, random.Random(2))))
    uses = TechniqueUse.objects.filter(attempt=attempt).exclude(technique__in=SINGLES)
    assert uses.exists()
    assert not any(use.is_unbroken for use in uses)


# Reviews of before


def test_credits_of_an_earlier_reviewer_are_computed_again(student: User) -> None:
    puzzle = puzzle_of(X_WINGS[0])
    attempt = reviewed(student, puzzle, typed(puzzle, "reading", random.Random(1)))
    attempt.placements.update(technique="sue_de_coq")
    TechniqueUse.objects.create(
        attempt=attempt, player=student, technique="sue_de_coq", taken=3, is_unbroken=True
    )
    TechniqueProgress.objects.create(player=student, technique="sue_de_coq", progress=2)
    Attempt.objects.update(reviewer=1)
    assert list(Attempt.objects.to_review()) == [attempt]
    review_attempt(attempt_id=attempt.pk)
    assert beyond_singles(student) == {}
    assert not Attempt.objects.to_review().exists()
    assert attempt.placements.count() == puzzle.givens.count(".")


def test_a_grid_that_help_had_filled_before_it_counted_is_no_longer_solved(student: User) -> None:
    puzzle = puzzle_of(OF_EACH_TIER[0])
    attempt = reviewed(student, puzzle, typed(puzzle, "reading", random.Random(1)))
    Attempt.objects.update(reviewer=1, cells_shown=20)
    review_attempt(attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.HELPED
