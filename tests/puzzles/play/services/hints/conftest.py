"""Attempts to ask help on, and what must hold after every help."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from accounts.models import User
from puzzles.engine import CATALOGUE, Board, Position, solve_path
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.game import Change, Op, replay
from puzzles.play.models import Attempt
from puzzles.play.services.play import SentOp, play_moves
from puzzles.play.services.techniques import switch_techniques

StartAttempt = Callable[..., Attempt]


@pytest.fixture
def hard_attempt(student: User) -> Attempt:
    """An attempt on the course's first grid, brought to where no single is left."""
    puzzle = Puzzle.objects.create(
        givens="790304108000006000000080059030000497000000000217000030470010000000700000302609071",
        clue_count=30,
        solution_count=1,
        solution="795324168821956743643187259538261497964573812217498635479815326156732984382649571",
        solving_class=Puzzle.SolvingClass.HARDER,
    )
    policy, _created = HelpPolicy.objects.get_or_create()
    attempt = Attempt.objects.create(player=student, puzzle=puzzle, policy=policy, digits=puzzle.givens)
    ops = [f"{cell}.d.{puzzle.solution[cell]}" for cell in (12, 43, 48, 49, 76)]
    play(attempt, ops)
    return attempt


@pytest.fixture
def stuck_attempt(student: User) -> Attempt:
    """An attempt played, notes and all, to where none of the techniques its player has left on leads on."""
    puzzle = Puzzle.objects.create(
        givens="..4...7.15...1......69.......27....9...6..5..95....8...25.....7.6.2..34...7.86...",
        clue_count=27,
        solution_count=1,
        solution="294865731578312964316947258682753419741698523953124876125439687869271345437586192",
        solving_class=Puzzle.SolvingClass.HARDER,
    )
    policy, _created = HelpPolicy.objects.get_or_create()
    attempt = Attempt.objects.create(player=student, puzzle=puzzle, policy=policy, digits=puzzle.givens)
    start = Position.from_board(Board.from_line(puzzle.givens), is_unique=True)
    ops = [".f"]
    known = {technique.id for technique in CATALOGUE if technique.tier <= 3}
    switch_techniques(player=student, on=known)
    for step in solve_path(start, techniques=known).steps:
        ops += [f"{cell}.d.{digit}" for cell, digit in step.placements]
        ops += [f"{cell}.o.{digit}" for cell, digit in step.eliminations]
    play(attempt, ops)
    return attempt


@pytest.fixture
def elimination_attempt(student: User) -> StartAttempt:
    """`elimination_attempt(**rules)`: an attempt whose first step takes 3 from r4c4 and r4c6, by pointing."""

    def start(**rules: Any) -> Attempt:
        puzzle = Puzzle.objects.create(
            givens="..9....546.......3...5..8......7....8.3.........8..692..1..52..2..76..4.3....1..7",
            clue_count=24,
            solution_count=1,
            solution="189326754675418923432597816946172385823659471517834692761945238258763149394281567",
            solving_class=Puzzle.SolvingClass.HARDER,
        )
        policy, _created = HelpPolicy.objects.get_or_create(**rules)
        return Attempt.objects.create(player=student, puzzle=puzzle, policy=policy, digits=puzzle.givens)

    return start


@pytest.fixture
def move() -> Callable[..., None]:
    """`move(attempt, "2.d.4", ".u")`: what the player does on a page, cell.kind.digit each."""

    return lambda attempt, *ops: play(attempt, ops)


def play(attempt: Attempt, ops: Iterable[str]) -> None:
    """Send these ops from a new page."""
    play_moves(
        player=attempt.player,
        attempt_id=attempt.pk,
        client=f"{attempt.clients.count():016}",
        ops=[sent(op, number) for number, op in enumerate(ops, 1)],
    )
    attempt.refresh_from_db()


def sent(text: str, number: int) -> SentOp:
    """The op written `cell.kind.digit`."""
    cell, kind, digit = (*text.split("."), "0")[:3]
    return SentOp(number, Op(kind, int(cell) if cell else None, int(digit)), 100)


@pytest.fixture
def grid_is_replay() -> Callable[[Attempt], Any]:
    """`grid_is_replay(attempt)`: whether the grid is what its moves, numbered without a gap, lead to."""

    def check(attempt: Attempt) -> bool:
        attempt.refresh_from_db()
        moves = attempt.moves.order_by("number")
        effects = [tuple(Change(*change) for change in move.effect) for move in moves]
        again, state = replay(Board.from_line(attempt.puzzle.givens).digits, effects), attempt.game_state()
        numbers = [move.number for move in moves]
        return (again.digits, again.marks) == (state.digits, state.notes) and numbers == list(
            range(1, attempt.version + 1)
        )

    return check
