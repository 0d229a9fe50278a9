"""A playing student receives nothing of the solution: tried over 160 random states of random grids.

Twice. Every byte of an answer is looked through for rows, columns and boxes of the solution that do not stand
on the student's own grid. And the solution on the server is exchanged for another: where no help was asked
for, not a byte of the answer may change by that. LONG_TESTS=1 tries 500 states.
"""

import base64
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from puzzles.engine import HOUSES, search_line
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.services.policies import EXAM, PRACTICE, policy_with
from puzzles.play.models import Attempt
from tests.lengths import IS_LONG
from tests.url_matrix.cast import GRIDS

STATES = 500 if IS_LONG else 160
# A state is looked at on the board or by a move, and now and then in one of these ways.
HTMX = {"HX-Request": "true"}
LOOKS = [
    *("/", "/history/", "/history/{pk}/", "/settings/board/"),
    *("/accounts/data/", "/accounts/data/file/", "/accounts/data/page/"),
]
HELPS = ["hint", "check", "cell", "simple", "steps", "deduction", "rewind"]
ANYWHERE = [
    {"hint_rung": 0, "checking": False, "partial_cells": 0, "solution": "never"},
    {"hint_rung": 2, "solution": "never"},
    PRACTICE,
    EXAM,
]

ClientOf = Callable[[User], Client]


@pytest.fixture
def grids(db: None) -> list[Puzzle]:
    lines = re.findall(r"^[\d.]{81}$", GRIDS.read_text(), re.MULTILINE)
    found = []
    for line in random.Random(8).sample(lines, 25 if IS_LONG else 12):
        givens = line.replace("0", ".")
        count, solution = search_line(givens)
        if count == 1:
            found.append(
                Puzzle.objects.create(
                    givens=givens,
                    solution=solution,
                    clue_count=81 - givens.count("."),
                    solution_count=1,
                    solving_class="simple",
                    tier=1,
                    score=9,
                    rating=1,
                    grader=1,
                )
            )
    return found


def some_digits(rng: random.Random, puzzle: Puzzle) -> str:
    """A grid somewhere on its way: some cells right, some wrong, at least two of each house still empty."""
    rate, mistakes = rng.random() * 0.7, rng.choice([0, 0, 0.05, 0.3])
    digits = [
        given
        if given != "."
        else "."
        if rng.random() > rate
        else (str(rng.randint(1, 9)) if rng.random() < mistakes else right)
        for given, right in zip(puzzle.givens, puzzle.solution, strict=True)
    ]
    return "".join(digits)


def revealed_houses(answer: bytes, puzzle: Puzzle, digits: str) -> list[str]:
    """Houses of the solution that an answer holds though they do not stand on the grid, written anyhow."""
    text = answer.decode("utf-8", "replace")
    plain = re.sub(r"(?<=\d)[\s,;|\"'\[\]]{1,4}(?=\d)", "", text)
    found = []
    for house in HOUSES:
        right = "".join(puzzle.solution[cell] for cell in house)
        if sum(digits[cell] == puzzle.solution[cell] for cell in house) > 7:
            continue
        written = [right, right[::-1], base64.b64encode(right.encode()).decode(), right.encode().hex()]
        found += [each for each in written if each in text or each in plain]
    return found


def whole(response: Any) -> bytes:
    body = b"".join(response) if response.streaming else response.content
    return b"\n".join([*(f"{name}: {value}".encode() for name, value in response.items()), body])


def without_chance(answer: bytes) -> bytes:
    """An answer without what is drawn anew for each: tokens and names of pages."""
    return re.sub(rb'value="[0-9A-Za-z]{16,}"', b"", answer)


def exchanged(puzzle: Puzzle) -> str:
    """Another complete grid in place of the solution: that with its digits renamed."""
    return puzzle.solution.translate(str.maketrans("123456789", "234567891"))


def start(student: User, puzzle: Puzzle, rules: dict[str, Any]) -> Attempt:
    return Attempt.objects.create(
        player=student, puzzle=puzzle, policy=policy_with(**rules), digits=puzzle.givens
    )


def random_ops(rng: random.Random) -> str:
    lines = [
        f"{seq}.{rng.randrange(81)}.{rng.choice('ddddno')}.{rng.randint(1, 9)}.900" for seq in range(1, 4)
    ]
    return "\n".join(["1", *lines])


def test_no_answer_to_a_playing_student_holds_the_solution(
    student: User, client_of: ClientOf, grids: list[Puzzle]
) -> None:
    rng, client = random.Random(500), client_of(student)
    attempts = [start(student, puzzle, ANYWHERE[at % len(ANYWHERE)]) for at, puzzle in enumerate(grids)]
    told, sizes = [], 0
    for state in range(STATES):
        attempt = rng.choice(attempts)
        digits = some_digits(rng, attempt.puzzle)
        Attempt.objects.filter(pk=attempt.pk).update(digits=digits, undo_stack="", redo_stack="")
        ask = {"client": f"{state:016x}", "version": 0, "ops": random_ops(rng)}
        if state % 2:
            answers: list[Any] = [client.get(f"/play/{attempt.pk}/")]
        else:
            answers = [client.post(f"/play/{attempt.pk}/moves/", ask, headers=HTMX)]
        if state % 5 == 0:
            answers.append(client.get(LOOKS[state // 5 % len(LOOKS)].format(pk=attempt.pk)))
        if state % 10 == 5:
            asked = {"version": 0, "cell": rng.randrange(81), "digit": rng.randint(1, 9), "places": 1}
            help_ = HELPS[state // 10 % len(HELPS)]
            answers.append(client.post(f"/play/{attempt.pk}/{help_}/", asked, headers=HTMX))
        standing = Attempt.objects.get(pk=attempt.pk)
        assert standing.is_open
        for answer in answers:
            assert answer.status_code < 400
            body = whole(answer)
            sizes += len(body)
            told += revealed_houses(body, attempt.puzzle, standing.digits)
    assert told == []
    assert sizes > 10_000 * STATES


@pytest.mark.parametrize("rules", ANYWHERE, ids=["no help", "hints", "all help", "exam"])
def test_where_no_help_is_asked_for_another_solution_would_answer_the_same(
    rules: dict[str, Any],
    student: User,
    client_of: ClientOf,
    grids: list[Puzzle],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Nothing is told of how long anything took: the clock stands still.
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    rng, client, policy = random.Random(81), client_of(student), policy_with(**rules)
    for puzzle in grids[: 6 if IS_LONG else 3]:
        digits, ops = some_digits(rng, puzzle), random_ops(rng)
        answers = [
            answers_with(client, student, puzzle, policy, solution, digits, ops)
            for solution in (puzzle.solution, exchanged(puzzle))
        ]
        assert answers[0] == answers[1]


def answers_with(
    client: Client,
    student: User,
    puzzle: Puzzle,
    policy: HelpPolicy,
    solution: str,
    digits: str,
    ops: str,
) -> list[bytes]:
    """What a student is answered on this grid if this is its solution; with the same numbers each time."""
    Puzzle.objects.filter(pk=puzzle.pk).update(solution=solution)
    Attempt.objects.filter(player=student).delete()
    # The default of a field has the clock that goes on.
    Attempt.objects.create(
        pk=9000 + puzzle.pk,
        player=student,
        puzzle=puzzle,
        policy=policy,
        digits=digits,
        started_at=timezone.now(),
    )
    place = f"/play/{9000 + puzzle.pk}/"
    sent = {"client": "0" * 16, "version": 0, "ops": ops}
    answers = [client.post(f"{place}moves/", sent, headers=HTMX), client.get(place)]
    answers += [client.post(f"{place}news/", {"version": 1}), client.get("/"), client.get("/history/")]
    return [without_chance(whole(answer)) for answer in answers]


def test_the_search_for_houses_would_find_them(grids: list[Puzzle]) -> None:
    puzzle = grids[0]
    row = puzzle.solution[9:18]
    for text in (row, row[::-1], ",".join(row), str([*map(int, row)]), f'"{row}"', row.encode().hex()):
        assert revealed_houses(text.encode(), puzzle, puzzle.givens)
    assert revealed_houses(row.encode(), puzzle, puzzle.solution) == []
