"""A conversation, in words and as data."""

import io
import json

import pytest

from puzzles.engine import EMPTY_BOARD
from puzzles.engine.terminal.console import Console
from puzzles.engine.terminal.dialogue import Dialogue, LeaveError
from puzzles.engine.translation import ENGLISH


def dialogue_of(answers: bytes, *, is_json: bool) -> tuple[Dialogue, io.StringIO]:
    out = io.StringIO()
    console = Console(
        stdin=io.BytesIO(answers), stdout=out, stderr=io.StringIO(), words=ENGLISH, is_json=is_json
    )
    return Dialogue(console), out


def test_a_question_waits_on_its_line_and_the_answer_is_trimmed() -> None:
    dialogue, out = dialogue_of("  élève \r\n".encode("cp1252"), is_json=False)
    dialogue.say("Hello.")
    assert dialogue.ask("Who?") == "élève"
    assert out.getvalue() == "Hello.\nWho? "


def test_the_end_of_the_input_quits() -> None:
    dialogue, out = dialogue_of(b"", is_json=False)
    with pytest.raises(LeaveError):
        dialogue.ask("Who?")
    dialogue.close("Bye.")
    assert out.getvalue() == "Who? \nBye.\n"


def test_as_data_each_question_is_a_line_with_what_was_said_before_it() -> None:
    dialogue, out = dialogue_of(b"me\n", is_json=True)
    dialogue.say("Hello.")
    dialogue.show(EMPTY_BOARD)
    dialogue.ask("Who?")
    dialogue.say("I see.")
    with pytest.raises(LeaveError):
        dialogue.ask("And?")
    dialogue.close("Bye.")
    grid = "." * 81
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {"says": ["Hello."], "grid": grid, "asks": "Who?"},
        {"says": ["I see."], "grid": grid, "asks": "And?"},
        {"says": ["Bye."], "grid": grid, "asks": None},
    ]
