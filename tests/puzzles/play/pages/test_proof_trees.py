"""Proofs as trees of lines: nothing of the proof is missing, and each line names its cells."""

import json
from collections.abc import Iterator

import pytest

from puzzles.engine import HOUSES, Rung
from puzzles.engine.techniques import example_of
from puzzles.play.pages.proof_trees import ProofLine, ProofTree, proof_tree

TREES = [
    "nishio",
    "cell_forcing_chain",
    "house_forcing_chain",
    "contradiction_chain",
    "trial",
    "nested_trial",
]


def tree_of(name: str, rung: Rung = "do") -> ProofTree:
    tree = proof_tree(example_of(name).step, rung, example_of(name).position)
    assert tree is not None
    return tree


def all_lines(lines: tuple[ProofLine, ...]) -> Iterator[ProofLine]:
    for line in lines:
        yield line
        yield from all_lines(line.inner)


@pytest.mark.parametrize("rung", ["nudge", "where"])
def test_no_proof_is_shown_before_the_reason(rung: Rung) -> None:
    assert proof_tree(example_of("trial").step, rung) is None


def test_a_step_that_one_sentence_proves_has_no_tree() -> None:
    example = example_of("naked_quad")
    assert proof_tree(example.step, "do", example.position) is None


def test_a_chain_is_walked_from_either_end() -> None:
    first, second, end = tree_of("aic").branches
    assert (first[0].kind, second[0].kind) == ("assume", "deny")
    assert first[0].at == second[0].at
    assert [line.kind for line in second[1:]] == ["place", "fall", "place", "fall", "place", "fall"]
    # Each line follows from the one above it.
    assert [line.origin for line in second[1:]] == [line.at for line in second[:-1]]
    step = example_of("aic").step
    assert second[-1].at == " ".join(f"{cell}.{digit}" for cell, digit in step.eliminations)
    assert [line.kind for line in end] == ["end"]


def test_a_deadly_rectangle_is_framed() -> None:
    (lines, *_rest) = tree_of("unique_rectangle_1", "why").branches
    left, top, width, height = map(int, lines[-1].frame.split())
    cells = example_of("unique_rectangle_1").step.cells_as("pattern")
    corners = {9 * row + column for row in (top, top + height - 1) for column in (left, left + width - 1)}
    assert (lines[-1].kind, set(cells)) == ("gap", corners)


@pytest.mark.parametrize("name", TREES)
def test_every_branch_begins_with_what_is_supposed_and_counts_all_its_lines(name: str) -> None:
    step, tree = example_of(name).step, tree_of(name, "why")
    assert len(tree.branches) == len(step.branches)
    for branch, lines in zip(step.branches, tree.branches, strict=True):
        assert (lines[0].kind, lines[0].at) == ("assume", f"{branch.assumed.cell}.{branch.assumed.digit}")
        assert lines[0].words.startswith("Suppose that")
    assert tree.count == sum(1 for lines in tree.branches for _line in all_lines(lines))


@pytest.mark.parametrize("name", TREES)
def test_the_conclusion_is_shown_with_the_last_rung_only(name: str) -> None:
    ends = [[line.kind for lines in tree_of(name, rung).branches for line in lines] for rung in ("why", "do")]
    assert "end" not in ends[0]
    assert ends[1] == [*ends[0], "end"]


@pytest.mark.parametrize("name", ["nishio", "contradiction_chain", "trial", "nested_trial"])
def test_a_trial_ends_in_a_contradiction_and_frames_it(name: str) -> None:
    step = example_of(name).step
    gap = tree_of(name, "why").branches[0][-1]
    assert gap.kind == "gap"
    assert gap.words.endswith("a contradiction.")
    left, top, width, height = map(int, gap.frame.split())
    cells = {9 * row + column for row in range(top, top + height) for column in range(left, left + width)}
    houses = [set(HOUSES[house]) for house in step.houses_as("gap")]
    assert cells in (houses or [set(step.cells_as("gap"))])


def test_a_chain_that_agrees_with_others_ends_in_no_contradiction() -> None:
    kinds = {line.kind for lines in tree_of("cell_forcing_chain").branches for line in lines}
    assert kinds <= {"assume", "place", "end"}


def test_a_trial_inside_a_trial_lies_inside_its_line() -> None:
    falls = [line for line in tree_of("nested_trial").branches[0] if line.kind == "fall"]
    assert falls
    for line in falls:
        assert line.inner[0].words.startswith("Suppose in turn that")
        assert line.inner[-1].kind == "gap"
        assert line.at == line.inner[0].at


def test_a_placement_lights_its_reason() -> None:
    placed = [line for line in tree_of("trial").branches[0] if line.kind == "place"]
    assert placed
    for line in placed:
        cell, _digit = map(int, line.at.split("."))
        assert json.loads(line.lights)["target"] == [cell]
