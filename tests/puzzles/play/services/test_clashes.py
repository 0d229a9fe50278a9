"""Where two pages of one attempt meet in a cell, unseen by one of them."""

import pytest

from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.pages.play import clash_sentence
from puzzles.play.services import play
from puzzles.play.services.play import SentOp, clashing_cells

OURS, THEIRS = "a" * 16, "b" * 16


def play_ops(attempt: Attempt, client: str, *ops: Op, first: int = 1) -> play.Game:
    sent = [SentOp(seq, op, 50) for seq, op in enumerate(ops, first)]
    return play.play_moves(player=attempt.player, attempt_id=attempt.pk, client=client, ops=sent)


@pytest.mark.parametrize(
    ("theirs", "ours", "cells"),
    [
        (Op("d", 2, 4), Op("d", 2, 1), [2]),
        (Op("d", 2, 4), Op("d", 3, 6), []),
        (Op("d", 2, 4), Op("d", 2, 4), []),
        (Op("n", 2, 1), Op("n", 2, 4), []),
        (Op("n", 2, 1), Op("c", 2, 1), []),
        (Op("n", 2, 1), Op("o", 2, 1), [2]),
        (Op("n", 2, 1), Op("d", 2, 4), [2]),
        (Op("l", 2, 1), Op("l", 2, 2), [2]),
        (Op("l", 2, 1), Op("d", 2, 4), []),
        (Op("d", 2, 4), Op("x", 2), [2]),
        # Notes that a digit removes from its peers were not changed by the player on purpose.
        (Op("n", 3, 4), Op("d", 2, 4), []),
        (Op("n", 2, 4, (3, 5)), Op("x", 3, 0, (5,)), [3, 5]),
        (Op("d", 2, 4), Op("u"), [2]),
    ],
)
def test_it_is_a_clash_to_replace_what_was_not_seen(
    attempt: Attempt, theirs: Op, ours: Op, cells: list[int]
) -> None:
    play_ops(attempt, THEIRS, theirs)
    assert clashing_cells(play_ops(attempt, OURS, ours), seen_version=0) == cells


def test_a_move_already_seen_is_no_clash(attempt: Attempt) -> None:
    play_ops(attempt, THEIRS, Op("d", 2, 4))
    assert clashing_cells(play_ops(attempt, OURS, Op("d", 2, 1)), seen_version=1) == []


def test_ones_own_moves_are_no_clash_when_their_answer_was_lost(attempt: Attempt) -> None:
    play_ops(attempt, OURS, Op("d", 2, 4))
    assert clashing_cells(play_ops(attempt, OURS, Op("d", 2, 1), first=2), seen_version=0) == []


def test_a_page_that_only_asks_clashes_with_nothing(attempt: Attempt) -> None:
    play_ops(attempt, THEIRS, Op("d", 2, 4))
    for seen_version in (-1, 0):
        assert clashing_cells(play_ops(attempt, OURS), seen_version=seen_version) == []


@pytest.mark.parametrize(
    ("cells", "where"),
    [([2], "Row 1, column 3"), ([2, 9], "Row 1, column 3; Row 2, column 1"), ([0, 1, 2, 3], "4 cells")],
)
def test_a_clash_is_reported_with_its_cells(cells: list[int], where: str) -> None:
    told = f"Changed on another page meanwhile: {where}. Your move came last and stands."
    assert clash_sentence(cells) == told


def test_without_a_clash_nothing_is_reported() -> None:
    assert clash_sentence([]) == ""
