"""The source on a page: nothing of it lost, its tokens classified, its functions found."""

import pytest

from puzzles.course.pages.sources import SourceLine, function_lines, source_blocks, source_lines
from puzzles.engine.worksheets import COURSE_MODULES, functions_of, source_of


def text_of(lines: tuple[SourceLine, ...]) -> str:
    return "".join("".join(text for _kind, text in line.pieces) + "\n" for line in lines)


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_the_blocks_in_their_order_are_the_module(module: str) -> None:
    blocks = source_blocks(module, frozenset())
    assert "".join(text_of(block.lines) for block in blocks) == source_of(module)
    assert [block.name for block in blocks if block.name] == list(functions_of(module))
    numbers = [line.number for block in blocks for line in block.lines]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_function_begins_with_its_definition_and_keeps_its_numbers() -> None:
    lines = function_lines("mini_projet", "bloc", frozenset())
    assert text_of(lines[:1]) == "def bloc(S: list, i: int, j: int) -> list:\n"
    assert lines[0].number == functions_of("mini_projet")["bloc"].start


def test_tokens_are_classified() -> None:
    line = function_lines("mini_projet", "suivante", frozenset())[0]
    assert line.pieces[:4] == (
        ("keyword", "def"),
        ("", " "),
        ("name", "suivante"),
        ("", "(i: int, j: int) -> tuple:"),
    )
    assert function_lines("mini_projet", "suivante", frozenset())[1].pieces[1][0] == "string"
    assert any(kind == "comment" for line in source_lines("n_valide") for kind, _text in line.pieces)


def test_a_text_over_several_lines_is_marked_on_each_of_them() -> None:
    menu = [
        line
        for line in source_lines("projet_insa")
        if "MENU" in text_of((line,)) or "la solution complète, q" in text_of((line,))
    ]
    assert [line.pieces[-1][0] for line in menu[:2]] == ["string", "string"]
