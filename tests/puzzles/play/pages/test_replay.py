"""The moves of an attempt, as played by the real service, in words and as effects."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.engine import Candidate, Step, WriteNotes
from puzzles.play.game import Op
from puzzles.play.models import Attempt, Move
from puzzles.play.pages.replay import MAX_SHOWN, Replay, helped_cells, replay_of, section_with
from puzzles.play.services.play import SentOp, play_moves

StartAttempt = Callable[..., Attempt]

NAKED_PAIR = Step("naked_pair", eliminations=(Candidate(2, 1), Candidate(2, 3), Candidate(3, 1))).to_dict()


def play(attempt: Attempt, *ops: Op) -> None:
    sent = [SentOp(seq, op, 1000) for seq, op in enumerate(ops, 1)]
    play_moves(player=attempt.player, attempt_id=attempt.pk, client="0123456789abcdef", ops=sent)


def replayed(attempt: Attempt, reader: User | None = None) -> Replay:
    found = Attempt.objects.for_history().get(pk=attempt.pk)
    return replay_of(found, reader or attempt.player)


def kinds(replay: Replay) -> list[str]:
    """The kinds of moments to which there is a way."""
    assert replay.line is not None
    return [moments.kind for moments in replay.line.moments]


def words(attempt: Attempt) -> list[str]:
    return [line.words for line in replayed(attempt).lines]


@pytest.mark.django_db(transaction=True)
def test_every_kind_of_move_is_described(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    play(
        attempt,
        Op("d", 2, 4),
        Op("n", 3, 2),
        Op("n", 3, 6),
        Op("o", 3, 2),
        Op("x", 2),
        Op("u"),
        Op("r"),
        Op("f"),
    )
    assert words(attempt) == [
        "r1c3: 4",
        "r1c4: note 2",
        "r1c4: note 6",
        "r1c4: note 2 taken away",
        "r1c3: cleared",
        "move 5 taken back",
        "move 5 made again",
        "all notes filled in",
    ]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"kind": "h", "technique": "hidden_single", "rung": 2}, "hint: Hidden single (where to look)"),
        ({"kind": "h", "rung": 1}, "hint (what kind of step to look for)"),
        ({"kind": "h", "rung": 4, "effect": [[2, 0, 4, 0, 0]]}, "r1c3: 4 by a hint"),
        ({"kind": "h", "rung": 4, "effect": [[2, 1, 0, 0, 0]]}, "r1c3: cleared by a hint"),
        ({"kind": "h", "rung": 4, "cell": 2, "effect": [[2, 0, 0, 3, 0]]}, "r1c3: cleared by a hint"),
        ({"kind": "h", "rung": 0}, "hint: no known step"),
        ({"kind": "a"}, "all steps listed"),
        ({"kind": "q", "cell": 2, "digit": 4, "hint": {"places": True}}, "deduction: 4 goes into r1c3"),
        (
            {"kind": "q", "cell": 2, "digit": 1, "hint": {"places": False}, "technique": "x_wing"},
            "deduction: 1 does not go into r1c3 (X-Wing)",
        ),
        (
            {"kind": "q", "cell": 2, "digit": 1, "hint": {"places": True, "opposite": "x_wing"}},
            "deduction: 1 goes into r1c3 (the opposite follows: X-Wing)",
        ),
        (
            {"kind": "h", "rung": 4, "effect": [[2, 0, 0, 7, 2], [3, 0, 0, 7, 6]], "hint": NAKED_PAIR},
            "hint: Naked pair, 1 from r1c3 and r1c4; 3 from r1c3 removed",
        ),
        (
            {"kind": "h", "rung": 4, "effect": [[2, 0, 0, 0, 7]], "hint": WriteNotes((2,)).to_dict()},
            "all notes filled in by a hint",
        ),
        ({"kind": "h", "technique": "write_notes", "rung": 2}, "hint: Write the notes (where to look)"),
        ({"kind": "k"}, "check for mistakes"),
        ({"kind": "c", "cell": 2, "digit": 4}, "r1c3: centre mark 4"),
        ({"kind": "e", "cell": 2, "digit": 4}, "r1c3: centre mark 4 taken away"),
        ({"kind": "l", "cell": 2, "digit": 4}, "r1c3: colour 4"),
        ({"kind": "l", "cell": 2}, "r1c3: no colour"),
        (
            {"kind": "n", "cell": 2, "digit": 4, "effect": [[2, 0, 0, 0, 8], [3, 0, 0, 0, 8]]},
            "r1c3: note 4 (2 cells)",
        ),
        (
            {"kind": "x", "digit": 0, "effect": [[2, 4, 0, 0, 0], [3, 0, 0, 8, 0]]},
            "r1c3: cleared (2 cells)",
        ),
        ({"kind": "x", "effect": [[0, 5, 5, 1 << 18, 0]]}, "r1c1: no colour"),
        ({"kind": "x", "effect": [[2, 0, 0, 1 << 18 | 8, 1 << 18]]}, "r1c3: cleared"),
        ({"kind": "d", "cell": 2, "digit": 4, "effect": [[2, 4, 0, 0, 0]]}, "r1c3: cleared"),
        ({"kind": "i", "cell": 2, "digit": 4, "effect": [[2, 0, 4, 0, 0]]}, "r1c3: 4"),
        ({"kind": "w", "effect": [[2, 4, 0, 0, 0]]}, "back to before the first mistake"),
        ({"kind": "g"}, "grid remembered"),
        ({"kind": "b", "effect": [[2, 4, 0, 0, 0]]}, "back to the remembered grid"),
        ({"kind": "t", "target": 7, "effect": [[2, 0, 4, 0, 0]]}, "position after move 7 taken over"),
        ({"kind": "p", "effect": [[3, 0, 0, 8, 0], [2, 0, 4, 0, 0]]}, "r1c3: 4 shown"),
        ({"kind": "m", "effect": [[2, 0, 4, 0, 0]]}, "simple method: 1 cell"),
        ({"kind": "m", "effect": [[2, 0, 4, 0, 0], [3, 0, 6, 0, 0]]}, "simple method: 2 cells"),
        ({"kind": "m", "effect": [[2, 0, 4, 0, 0], [3, 0, 0, 9, 1]]}, "simple method: 1 cell"),
        ({"kind": "s", "effect": [[2, 0, 4, 0, 0]]}, "solution shown"),
    ],
)
def test_help_is_described(
    fields: dict[str, object], told: str, attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student)
    Move.objects.create(attempt=attempt, number=1, **fields)
    assert words(attempt) == [told]


def test_every_kind_has_words(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    for number, kind in enumerate(Move.Kind.values, 1):
        Move.objects.create(
            attempt=attempt, number=number, kind=kind, digit=4, target=1, effect=[[2, 0, 4, 0, 0]]
        )
    told = words(attempt)
    assert len(told) == len(Move.Kind.values)
    assert all(told)


@pytest.mark.django_db(transaction=True)
def test_the_effects_lead_from_the_givens_to_the_current_grid(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student)
    play(attempt, Op("f"), Op("d", 2, 4), Op("d", 3, 6), Op("u"), Op("d", 2, 1), Op("x", 2))
    data = replayed(attempt).data
    digits = list(data["givens"])
    for effect in data["effects"]:
        for cell, before, after, _marks_before, _marks_after in effect:
            assert digits[cell] == (str(before) if before else ".")
            digits[cell] = str(after) if after else "."
    attempt.refresh_from_db()
    assert "".join(digits) == attempt.digits


def test_mistakes_of_an_open_attempt_are_shown_to_the_teacher_only(
    attempt_of: StartAttempt, student: User, teacher: User
) -> None:
    attempt = attempt_of(student)
    Move.objects.create(attempt=attempt, number=1, kind="d", cell=2, digit=1, mistake=True)
    assert not replayed(attempt).lines[0].is_mistake
    assert replayed(attempt, teacher).lines[0].is_mistake
    attempt.state, attempt.finished_at = Attempt.State.SHOWN, timezone.now()
    attempt.save()
    assert replayed(attempt).lines[0].is_mistake


def test_moves_after_the_end_are_marked_as_such(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    for number, (kind, cell, digit) in enumerate([("d", 2, 4), ("u", None, 0)], 1):
        Move.objects.create(attempt=attempt, number=number, kind=kind, cell=cell, digit=digit, late=True)
    assert words(attempt) == ["r1c3: 4, after the end", "a move taken back, after the end"]


# The position


@pytest.mark.django_db(transaction=True)
def test_the_board_shows_the_position_after_the_requested_move(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student)
    play(attempt, Op("d", 2, 4), Op("n", 3, 6), Op("d", 2, 1))
    found = Attempt.objects.for_history().get(pk=attempt.pk)
    boards = [replay_of(found, student, at).board for at in range(4)]
    assert [board.entered.text for board in boards] == ["", "4", "4", "1"]
    assert [board.notes.text for board in boards] == ["", "", "6", "6"]
    last = replay_of(found, student)
    assert (last.at, last.board) == (3, boards[3])


def test_a_digit_that_help_placed_is_not_the_players_own(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    for number, (kind, change) in enumerate(
        [("d", [2, 0, 4, 0, 0]), ("h", [3, 0, 6, 0, 0]), ("d", [3, 6, 8, 0, 0])], 1
    ):
        Move.objects.create(attempt=attempt, number=number, kind=kind, elapsed_ms=number, effect=[change])
    shown = [replay_of(attempt, student, at) for at in range(3)]
    assert [(each.board.entered.text, each.board.helped.text) for each in shown] == [
        ("", ""),
        ("4", ""),
        ("4", "6"),
    ]
    assert shown[0].data["helped"] == [1]
    assert helped_cells(attempt.moves.order_by("number")) == set()


def test_of_wider_marks_only_the_notes_are_drawn(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    wide = 0b1011_000000001_100000010
    Move.objects.create(attempt=attempt, number=1, kind="n", cell=2, effect=[[2, 0, 0, 0, wide]])
    Move.objects.create(attempt=attempt, number=2, kind="k")
    found = Attempt.objects.for_history().get(pk=attempt.pk)
    assert replay_of(found, student, 1).board.notes.text == "29"


def test_without_permission_no_link_leads_to_the_mistakes(
    attempt_of: StartAttempt, student: User, teacher: User
) -> None:
    attempt = attempt_of(student)
    Move.objects.create(
        attempt=attempt, number=1, kind="d", cell=2, digit=1, mistake=True, effect=[[2, 0, 1, 0, 0]]
    )
    mine, hers = replayed(attempt), replayed(attempt, teacher)
    assert kinds(mine) == []
    assert mine.data["jumps"] == {}
    assert kinds(hers) == ["mistake"]
    assert hers.data["jumps"] == {"mistake": [1]}


def test_from_a_solved_grid_nobody_goes_on(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    for number, cell in enumerate((2, 3), 1):
        Move.objects.create(attempt=attempt, number=number, kind="d", cell=cell, effect=[[cell, 0, 4, 0, 0]])
    assert not replayed(attempt).can_practise
    attempt.state, attempt.finished_at = Attempt.State.SOLVED, timezone.now()
    attempt.save()
    found = Attempt.objects.for_history().get(pk=attempt.pk)
    assert [replay_of(found, student, at).is_solved_here for at in range(3)] == [False, False, True]
    assert replay_of(found, student).can_practise


# A long game, in parts


@pytest.fixture
def long_game(attempt_of: StartAttempt, student: User, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    """A game of eight moves, of which three are shown at once: parts of 3, 3 and 2."""
    monkeypatch.setattr("puzzles.play.pages.replay.MAX_SHOWN", 3)
    attempt = attempt_of(student)
    play(attempt, *(Op("n", 3, digit) for digit in (2, 6)), *(Op("d", 2, digit) for digit in (4, 5, 1)))
    play_moves(
        player=student,
        attempt_id=attempt.pk,
        client="0123456789abcdef",
        ops=[SentOp(seq, Op("n", 5, seq), 1000) for seq in (6, 7, 8)],
    )
    return Attempt.objects.for_history().get(pk=attempt.pk)


@pytest.mark.django_db(transaction=True)
def test_a_long_game_is_shown_in_parts(long_game: Attempt, student: User) -> None:
    parts = [replay_of(long_game, student, at) for at in (0, 4, None)]
    numbers = [[line.number for line in each.lines] for each in parts]
    assert numbers == [[1, 2, 3], [4, 5, 6], [7, 8]]
    ways = [(each.section.first, each.section.later) for each in parts]
    assert ways == [(0, 4), (3, 7), (6, None)]
    # The way back leads to the end of the part before.
    assert replay_of(long_game, student, 6).section == parts[1].section


@pytest.mark.django_db(transaction=True)
def test_every_position_is_the_same_in_parts_and_at_once(
    long_game: Attempt, student: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_parts = [replay_of(long_game, student, at).board for at in range(9)]
    monkeypatch.setattr("puzzles.play.pages.replay.MAX_SHOWN", 8)
    assert in_parts == [replay_of(long_game, student, at).board for at in range(9)]
    assert replay_of(long_game, student).section.is_all


@pytest.mark.django_db(transaction=True)
def test_the_script_of_a_part_starts_where_the_part_does(long_game: Attempt, student: User) -> None:
    data = replay_of(long_game, student, 5).data
    assert (data["earlier"], data["at"], len(data["effects"])) == (3, 2, 3)  # type: ignore[arg-type]
    assert (data["digits"][2], data["marks"][3]) == ("4", 1 << 1 | 1 << 5)  # type: ignore[index]
    assert len(data["points"]) == 4  # type: ignore[arg-type]
    rows = replay_of(long_game, student, 5).line
    assert rows is not None
    assert {row.number for row in rows.rows} <= set(range(3, 7))


def test_no_part_holds_more_than_is_shown_at_once() -> None:
    for total in (0, 1, MAX_SHOWN, MAX_SHOWN + 1, 11_000):
        first, covered = section_with(0, total), 0
        part = first
        while True:
            assert part.first == covered
            assert part.last - part.first <= MAX_SHOWN
            covered = part.last
            if part.later is None:
                break
            part = section_with(part.later, total)
        assert covered == total
