"""`check`: complete, valid, and every conflict by cell and house."""

import json
from collections.abc import Callable
from typing import Any

SOLVED = "795324168821956743643187259538261497964573812217498635479815326156732984382649571"
UNFINISHED = "79532416882195674364318725953826149796457381221749863547981532615673298438264957."
INSA = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"
CONFLICTING = "77" + INSA[2:]
SWAPPED = "975324168" + SOLVED[9:]


def test_a_solved_grid_is_complete_and_valid(
    terminal: Callable[..., Any], french: Callable[[str], str]
) -> None:
    assert terminal("check", SOLVED) == (0, "Complete: yes.\nValid: yes.\nConflicts: none.\n", "")
    assert terminal("check", SOLVED, language="fr") == (
        0,
        french("Complète : oui.\nValide : oui.\nConflits : aucun.\n"),
        "",
    )


def test_an_unfinished_grid_is_not_valid(terminal: Callable[..., Any], french: Callable[[str], str]) -> None:
    assert terminal("check", INSA) == (
        1,
        "Complete: no, 53 cells are empty.\nValid: no.\nConflicts: none.\n",
        "",
    )
    assert terminal("check", UNFINISHED).out.startswith("Complete: no, 1 cell is empty.\n")
    assert terminal("check", UNFINISHED, language="fr").out.startswith(
        french("Complète : non, 1 case est vide.\nValide : non.\n")
    )


def test_every_conflict_is_reported_with_house_and_cell(
    terminal: Callable[..., Any], french: Callable[[str], str]
) -> None:
    assert terminal("check", CONFLICTING) == (
        1,
        "Complete: no, 53 cells are empty.\nValid: no.\n"
        "Conflict in row 1: 7 in r1c1, r1c2.\n"
        "Conflict in column 2: 7 in r1c2, r7c2.\n"
        "Conflict in box 1: 7 in r1c1, r1c2.\n",
        "",
    )
    assert terminal("check", CONFLICTING, language="fr").out == french(
        "Complète : non, 53 cases sont vides.\nValide : non.\n"
        "Conflit (ligne 1) : le 7 en L1C1, L1C2.\n"
        "Conflit (colonne 2) : le 7 en L1C2, L7C2.\n"
        "Conflit (région 1) : le 7 en L1C1, L1C2.\n"
    )


def test_a_complete_grid_may_be_invalid(terminal: Callable[..., Any]) -> None:
    answer = terminal("check", SWAPPED)
    assert answer.code == 1
    assert answer.out.startswith("Complete: yes.\nValid: no.\nConflict in column 1: 9 in r1c1, r5c1.\n")


def test_of_several_grids_each_has_its_heading(
    terminal: Callable[..., Any], french: Callable[[str], str]
) -> None:
    answer = terminal("check", "-", stdin=f"{SOLVED}\n# \n{SOLVED}\n")
    assert answer.code == 0
    assert answer.out == (
        "Grid 1 (line 1)\nComplete: yes.\nValid: yes.\nConflicts: none.\n\n"
        "Grid 2 (line 3)\nComplete: yes.\nValid: yes.\nConflicts: none.\n"
    )
    one_invalid = terminal("check", "-", stdin=f"{SOLVED}\n{INSA}\n", language="fr")
    assert one_invalid.code == 1
    assert "\n\nGrille 2 (ligne 2)\nComplète" in one_invalid.out
    assert terminal("check", "-", stdin=f"{INSA}\n{SOLVED}\n").code == 1


def test_one_grid_of_a_file_has_no_heading(terminal: Callable[..., Any]) -> None:
    answer = terminal("check", "-", "--line", "2", stdin=f"{INSA}\n{SOLVED}\n")
    assert answer == (0, "Complete: yes.\nValid: yes.\nConflicts: none.\n", "")


def test_a_malformed_line_makes_the_exit_code_2(terminal: Callable[..., Any]) -> None:
    answer = terminal("check", "-", stdin=f"{SOLVED}\n{SOLVED[1:]}\n")
    assert answer.code == 2
    assert answer.err == "line 2, column 81: found 80 cells; expected 81 cells, or nine lines of 9\n"


def test_json_names_cells_and_houses_in_english(terminal: Callable[..., Any]) -> None:
    answer = terminal("--json", "check", CONFLICTING, language="fr")
    verdict = json.loads(answer.out)
    assert answer.code == 1
    assert (verdict["complete"], verdict["valid"], verdict["empty"]) == (False, False, 53)
    assert verdict["conflicts"][1] == {"house": "column 2", "digit": 7, "cells": ["r1c2", "r7c2"]}
