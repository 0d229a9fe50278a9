"""Players that are programs: those who type a solution they have, and one who finds it as a person does."""

import random
from collections.abc import Callable, Iterator

from puzzles.engine import CATALOGUE, CELLS, DIGITS, Board, Candidate, Position, box_of, next_step, solve_path
from puzzles.library.models import Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services.play import SentOp, play_moves

# How long a digit takes a person, and somebody who copies.
HUMAN_MS, FAST_MS = 8_000, 300

SINGLES = frozenset(technique.id for technique in CATALOGUE if technique.tier == 1)

Order = Callable[[Puzzle, random.Random], list[int]]


def empty_cells(puzzle: Puzzle) -> list[int]:
    return [cell for cell in CELLS if puzzle.givens[cell] == "."]


def shuffled(puzzle: Puzzle, rng: random.Random) -> list[int]:
    cells = empty_cells(puzzle)
    return rng.sample(cells, len(cells))


def easiest_first(puzzle: Puzzle, rng: random.Random) -> list[int]:
    """The cells in the order of the engine's own path."""
    path = solve_path(Position.from_board(Board.from_line(puzzle.givens), is_unique=True))
    return [cell for step in path.steps for cell, _digit in step.placements]


ORDERS: dict[str, Order] = {
    "reading": lambda puzzle, rng: empty_cells(puzzle),
    "by digit": lambda puzzle, rng: sorted(empty_cells(puzzle), key=lambda cell: puzzle.solution[cell]),
    "by box": lambda puzzle, rng: sorted(empty_cells(puzzle), key=box_of),
    "random": shuffled,
    "easiest first": easiest_first,
}


def typed(puzzle: Puzzle, order: str, rng: random.Random) -> list[Op]:
    """The solution, typed in an order."""
    return [Op("d", cell, int(puzzle.solution[cell])) for cell in ORDERS[order](puzzle, rng)]


def struck_at_random(puzzle: Puzzle, rng: random.Random) -> list[Op]:
    """All notes, those that the solution lacks removed by chance, and then the solution."""
    candidates = candidates_of(Position.from_board(Board.from_line(puzzle.givens)))
    wrong = [Op("o", *each) for each in candidates if puzzle.solution[each.cell] != str(each.digit)]
    return [Op("f"), *rng.sample(wrong, len(wrong)), *typed(puzzle, "random", rng)]


def struck_when_stuck(puzzle: Puzzle, rng: random.Random) -> Iterator[Op]:
    """Singles as they come, and where there is none, notes that the solution lacks, removed by chance."""
    position = Position.from_board(Board.from_line(puzzle.givens), is_unique=True)
    has_notes = False
    while not position.is_complete:
        step = next_step(position, techniques=SINGLES)
        if step is not None:
            yield from (Op("d", cell, digit) for cell, digit in step.placements)
            position = position.apply(step)
            continue
        if not has_notes:
            has_notes = True
            yield Op("f")
        wrong = [each for each in candidates_of(position) if puzzle.solution[each.cell] != str(each.digit)]
        struck = rng.choice(wrong)
        yield Op("o", *struck)
        position = position.eliminate([struck])


def candidates_of(position: Position) -> list[Candidate]:
    return [
        Candidate(cell, digit)
        for cell in position.board.empty_cells
        for digit in DIGITS
        if position.has_candidate(cell, digit)
    ]


def found(puzzle: Puzzle) -> Iterator[Op]:
    """What a person does: singles as they come, then notes, and of each step the candidates it eliminates."""
    position = Position.from_board(Board.from_line(puzzle.givens), is_unique=True)
    has_notes = False
    while not position.is_complete and (step := next_step(position)) is not None:
        if step.eliminations and not has_notes:
            has_notes = True
            yield Op("f")
        yield from (Op("o", cell, digit) for cell, digit in step.eliminations)
        yield from (Op("d", cell, digit) for cell, digit in step.placements)
        position = position.apply(step)


def play(attempt: Attempt, ops: list[Op], *, ms: int = HUMAN_MS, client: str = "program") -> Attempt:
    """Play a whole game; each op takes so long, by the site's clock."""
    sent = [SentOp(number, op) for number, op in enumerate(ops, 1)]
    for at in range(0, len(sent), 50):
        some = sent[at : at + 50]
        play_moves(player=attempt.player, attempt_id=attempt.pk, client=client, ops=some)
    attempt.refresh_from_db()
    # No test waits: the time is written down as the clock would have.
    attempt.elapsed_ms += ms * len(ops)
    attempt.save(update_fields=["elapsed_ms"])
    return attempt
