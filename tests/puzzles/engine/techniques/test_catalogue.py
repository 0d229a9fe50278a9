import csv

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS
from puzzles.engine.techniques.catalogue import CATALOGUE, TECHNIQUES
from puzzles.engine.techniques.position import Position
from tests.puzzles.engine.conftest import DATA


def test_a_person_sees_full_houses_then_hidden_then_naked_singles():
    assert [technique.id for technique in CATALOGUE][:3] == ["full_house", "hidden_single", "naked_single"]


def test_each_technique_has_an_id_and_a_code_of_its_own():
    assert len({technique.id for technique in CATALOGUE}) == len(CATALOGUE) == len(TECHNIQUES)
    codes = [technique.code for technique in CATALOGUE if technique.code]
    assert len(set(codes)) == len(codes) > 30


def test_tiers_never_fall_along_the_catalogue():
    tiers = [technique.tier for technique in CATALOGUE]
    assert tiers == sorted(tiers)
    assert set(tiers) <= set(range(1, 6))


def test_a_finder_names_its_steps_by_the_techniques_id():
    # One grid on which every single is open: row 5 lacks one cell, and that cell is naked.
    row_but_one = Board(tuple(cell - 35 if 36 <= cell < 44 else 0 for cell in CELLS))
    position = Position.from_board(row_but_one)
    for technique in CATALOGUE:
        assert {step.technique for step in technique.find(position)} <= {technique.id}
    assert {step.technique for t in CATALOGUE for step in t.find(position)} >= {"full_house", "naked_single"}


@pytest.mark.skipif(not DATA.exists(), reason="the shared table of techniques is not beside the project")
def test_scores_are_those_of_the_common_table():
    scores = {}
    for row in csv.DictReader((DATA / "techniques/technique_table.csv").read_text().splitlines()):
        if row["code"] != "-":
            first, *last = (int(code) for code in row["code"].split("-"))  # one code, or a range
            scores |= {f"{code:04}": int(row["score"]) for code in range(first, (last or [first])[0] + 1)}
    known = [technique for technique in CATALOGUE if technique.code in scores]
    assert len(known) > 15
    assert {one.id: one.score for one in known} == {one.id: scores[one.code] for one in known}
