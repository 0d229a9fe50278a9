"""The sentences of hints: each technique has them, with nothing missing and nothing too early."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import parse_cell
from puzzles.engine.techniques import (
    CATALOGUE,
    RUNGS,
    TECHNIQUES,
    Mistake,
    Position,
    Step,
    WriteNotes,
    next_step,
)
from puzzles.engine.translation import ENGLISH
from puzzles.engine.wording import (
    SENTENCES,
    TECHNIQUE_NAMES,
    TECHNIQUE_SUMMARIES,
    Sentence,
    candidates_text,
    describe,
    placeholders,
    render,
)

Examples = dict[str, list[Position]]
StepsOf = Callable[[str], list[Step]]

PUZZLE = Board.from_line("530070000600195000098000060800060003400803001700020006060000280000419005000080079")
R5C5 = parse_cell("r5c5")
MISTAKES = [Mistake("wrong_digit", R5C5)]
REASONED = [
    Mistake("wrong_digit", R5C5, "seen", causes=(36,)),
    Mistake("wrong_digit", R5C5, "step", "naked_pair", (36, 37)),
    Mistake("wrong_digit", R5C5, "single", "naked_single"),
    Mistake("wrong_digit", R5C5, "elsewhere", "hidden_single"),
]
ADVICE = [WriteNotes((R5C5,)), WriteNotes((R5C5,), form="by_hand")]
# What is told that is no step.
OTHERS = [*MISTAKES, *REASONED, *ADVICE]
IDS = [technique.id for technique in CATALOGUE]
MSGIDS = [msgid for sentences in SENTENCES.values() for msgid in sentences.values()]

MEMBERS = re.compile(r"(?:[a-z]+_)*(cell|place|digit|house|number)s?|eliminations|targets|technique|sets")
TELLS_A_CELL = re.compile(r"(?:.*_)?(?:cells?|places)|targets|eliminations")
TELLS_A_DIGIT = re.compile(r"(?:.*_)?digits?|eliminations")
TELLS_A_HOUSE = re.compile(r"(?:.*_)?(?:house|number)s?")


class Backwards:
    """A language that says a sentence in another order and names cells in its own way."""

    SAYS = {
        "Place %(digit)s in %(cell)s: no other digit is possible there.": "En %(cell)s, le %(digit)s.",
        "r%(row)dc%(column)d": "L%(row)dC%(column)d",
        "%(first)s and %(last)s": "%(first)s et %(last)s",
    }

    def gettext(self, message: str) -> str:
        return self.SAYS.get(message, message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)


def position_without(*eliminated: tuple[str, int]) -> Position:
    return Position.from_board(PUZZLE).eliminate((parse_cell(name), digit) for name, digit in eliminated)


def sentence_of(hint, rung) -> str:
    return render(describe(hint, rung), ENGLISH)


@pytest.fixture(scope="module")
def steps_of(examples: Examples) -> StepsOf:
    """`steps_of(technique)`: its steps on its examples (real positions, mirror images too), found once."""

    @cache
    def found(technique: str) -> list[Step]:
        return [step for position in examples[technique] for step in TECHNIQUES[technique].find(position)]

    return found


def params_that(tell: re.Pattern[str], sentence: Sentence) -> set[str]:
    return {name for name in sentence.params if tell.fullmatch(name)}


def test_every_technique_has_a_name_a_summary_and_sentences():
    ids = {*IDS, *(hint.technique for hint in OTHERS)}
    assert set(TECHNIQUE_NAMES) == set(TECHNIQUE_SUMMARIES) == set(SENTENCES) == ids


@pytest.mark.parametrize("technique", IDS)
@pytest.mark.parametrize("rung", RUNGS)
def test_every_rung_of_every_technique_has_a_sentence_on_real_positions(technique, rung, steps_of):
    for step in steps_of(technique):
        sentence = sentence_of(step, rung)
        assert sentence[0].isupper() or sentence[0] == "r"  # or a cell
        assert sentence.endswith(".")
        assert "%" not in sentence
        assert len(sentence) < 400


@pytest.mark.parametrize("hint", OTHERS, ids=lambda hint: hint.technique)
@pytest.mark.parametrize("rung", RUNGS)
def test_every_rung_of_other_hints_has_a_sentence(hint, rung):
    assert sentence_of(hint, rung).endswith(".")


@pytest.mark.parametrize("msgid", MSGIDS)
def test_a_sentence_fills_in_only_what_is_known(msgid):
    assert all(MEMBERS.fullmatch(name) for name in placeholders(msgid))
    assert msgid.count("%") == len(re.findall(r"%\(\w+\)s", msgid))


@pytest.mark.parametrize("technique", IDS)
@pytest.mark.parametrize("rung", RUNGS)
def test_a_sentence_carries_each_of_its_placeholders_and_no_more(technique, rung, steps_of):
    for hint in [*steps_of(technique), *MISTAKES]:
        sentence = describe(hint, rung)
        assert sorted(sentence.params) == placeholders(sentence.msgid)
        assert all(sentence.params.values())


def test_a_mistake_is_described_with_its_reason_and_never_with_a_digit():
    words = [sentence_of(mistake, "why") for mistake in REASONED]
    assert words == [
        "The digit in r5c5 is wrong: it is already in r5c1.",
        "The digit in r5c5 is wrong. Once the mistakes are erased, one step shows that it cannot be there: "
        "Naked pair (r5c1 and r5c2).",
        "The digit in r5c5 is wrong. Once the mistakes are erased, one step shows that another digit goes "
        "there: Naked single.",
        "The digit in r5c5 is wrong. Once the mistakes are erased, one step shows where it goes instead: "
        "Hidden single.",
    ]


@pytest.mark.parametrize("technique", SENTENCES)
def test_every_written_sentence_is_used(technique, steps_of):
    hints = [hint for hint in OTHERS if hint.technique == technique]
    if not hints:
        hints = list(steps_of(technique))
    spoken = {describe(hint, rung).msgid for hint in hints for rung in RUNGS}
    assert spoken == set(SENTENCES[technique].values())


@pytest.mark.parametrize("technique", IDS)
def test_the_nudge_names_no_place_and_no_digit(technique, steps_of):
    for hint in [*steps_of(technique), *OTHERS]:
        assert not describe(hint, "nudge").params
        assert not re.search(r"\d", sentence_of(hint, "nudge"))


@pytest.mark.parametrize("technique", IDS)
def test_where_names_a_house_or_the_digits_and_no_more(technique, steps_of):
    for hint in [*steps_of(technique), *MISTAKES]:
        sentence = describe(hint, "where")
        assert not params_that(TELLS_A_CELL, sentence)
        assert bool(params_that(TELLS_A_HOUSE, sentence)) != bool(params_that(TELLS_A_DIGIT, sentence))


@pytest.mark.parametrize("technique", IDS)
def test_why_does_not_name_the_eliminations(technique, steps_of):
    for step in steps_of(technique):
        sentence = describe(step, "why")
        assert not {"eliminations", "targets"} & set(sentence.params)
        if step.eliminations:
            pattern = {cell for _, cells in step.cells for cell in cells}
            cells = {cell for name in params_that(TELLS_A_CELL, sentence) for cell in sentence.params[name]}
            assert cells <= pattern


@pytest.mark.parametrize("technique", ["full_house", "naked_single"])
def test_why_leaves_the_digit_of_a_lone_cell_to_the_player(technique, steps_of):
    for step in steps_of(technique):
        assert "digit" not in describe(step, "why").params


@pytest.mark.parametrize("technique", IDS)
def test_do_names_the_placement_or_all_eliminations(technique, steps_of):
    for step in steps_of(technique):
        if step.placements:
            ((cell, digit),) = step.placements
            assert sentence_of(step, "do").startswith(f"Place {digit} in r{cell // 9 + 1}c{cell % 9 + 1}")
        else:
            assert describe(step, "do").msgid.startswith("Remove %(eliminations)s: ")
            assert set(describe(step, "do").params["eliminations"]) == set(step.eliminations)


def test_a_mistake_never_names_a_digit():
    for mistake in (*MISTAKES, *REASONED):
        for rung in RUNGS:
            assert "digit" not in describe(mistake, rung).params


def test_no_article_comes_before_a_digit_because_it_would_need_elision():
    assert not [msgid for msgid in MSGIDS if re.search(r"\ban? %\(digit\)s", msgid)]


def test_hints_at_a_mistake_go_from_the_grid_to_its_cell():
    assert [sentence_of(MISTAKES[0], rung) for rung in RUNGS] == [
        "There is a mistake on the grid: one of your digits is wrong.",
        "One of your digits in box 5 is wrong.",
        "The digit in r5c5 is wrong. No single step shows why: think again about what led you to it.",
        "r5c5 is now empty: think about this cell again.",
    ]


def test_a_hidden_single_is_explained_as_a_teacher_would():
    step = next_step(Position.from_board(PUZZLE), techniques=["hidden_single"])
    assert [sentence_of(step, rung) for rung in RUNGS] == [
        "Look for a digit that has only one possible cell left in a box.",
        "Look at box 9: one digit has only one possible cell left there.",
        "In box 9, every empty cell but r9c7 already sees the digit 1 (r5c9 and r8c5): "
        "it can go nowhere else.",
        "Place 1 in r9c7, the only cell left for it in box 9.",
    ]


def test_narrowed_candidates_are_not_put_down_to_digits_on_the_grid(steps_of):
    naked = next_step(position_without(("r1c3", 1), ("r1c3", 2)), techniques=["naked_single"])
    assert sentence_of(naked, "why") == "r1c3 has only one candidate left."
    narrowed = [step for step in steps_of("hidden_single") if step.cells_as("ruled_out")]
    assert {sentence_of(step, "why") for step in narrowed} == {
        "In row 1, 5 is a candidate in one cell only: r1c1.",
        "In column 1, 5 is a candidate in one cell only: r1c1.",
        "In box 1, 5 is a candidate in one cell only: r1c1.",
    }


def test_another_language_orders_the_words_and_names_the_cells():
    step = next_step(Position.from_board(PUZZLE), techniques=["naked_single"])
    ((cell, digit),) = step.placements
    name = f"L{cell // 9 + 1}C{cell % 9 + 1}"
    assert render(describe(step, "do"), Backwards()) == f"En {name}, le {digit}."
    several = Sentence("%(cells)s", {"cells": (0, 40, 80)})
    assert render(several, Backwards()) == "L1C1, L5C5 et L9C9"
    assert render(several, ENGLISH) == "r1c1, r5c5 and r9c9"
    assert render(Sentence("%(cells)s", {"cells": (40,)}), ENGLISH) == "r5c5"


def test_digits_eliminated_in_the_same_cells_are_named_together():
    r1c1, r2c2 = parse_cell("r1c1"), parse_cell("r2c2")
    assert candidates_text([(r1c1, 7), (r1c1, 2)], ENGLISH) == "2 and 7 from r1c1"
    fallen = [(r1c1, 2), (r2c2, 2), (r2c2, 5), (r1c1, 5), (r2c2, 9)]
    assert candidates_text(fallen, ENGLISH) == "2 and 5 from r1c1 and r2c2; 9 from r2c2"


@pytest.mark.parametrize("technique", IDS)
@pytest.mark.parametrize("rung", RUNGS)
def test_the_names_of_cells_and_houses_can_be_marked(technique, rung, steps_of):
    """Marks change nothing else in a sentence, and each encloses the name of what it says."""
    for step in steps_of(technique):
        sentence = describe(step, rung)
        marked = render(sentence, ENGLISH, lambda kind, number, text: f"[{kind} {number}:{text}]")
        assert re.sub(r"\[\w+ \d+:(.*?)\]", r"\1", marked) == render(sentence, ENGLISH)
        for kind, number, text in re.findall(r"\[(\w+) (\d+):(.*?)\]", marked):
            if kind == "cell":
                assert parse_cell(text) == int(number)
            else:
                assert text.split()[-1] == str(int(number) % 9 + 1)
