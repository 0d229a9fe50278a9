"""Events in sentences."""

import re

import pytest

from puzzles.engine.runs import EVENT_SENTENCES, Event, Operation, describe_event
from puzzles.engine.translation import ENGLISH, open_words


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event(Operation.START, 0, 0), "The grid as given"),
        (Event(Operation.PLACE, 40, 7), "7 in r5c5"),
        (Event(Operation.RETURN, 8, 3), "back to r1c9, where 3 is done with"),
        (Event(Operation.ADVANCE, 9, 0), "forward to r2c1"),
        (Event(Operation.ADVANCE, 81, 0), "forward beyond the last cell"),
        (Event(Operation.RETREAT, 80, 0), "backward to r9c9"),
        (Event(Operation.RETREAT, -1, 0), "backward beyond the first cell"),
        (Event(Operation.SOLUTION, 81, 0), "a solution"),
        (Event(Operation.OVER, 81, 0), "nothing is left to try"),
        (Event(Operation.WRITE_BOX_AGAIN, 1, 2), "M forbids 2 to r1c2 once more, in the same box"),
        (Event(Operation.REMOVE_GIVEN, 1, 2), "a given takes the candidate 2 from r1c2"),
        (Event(Operation.CHOOSE, 1, 2), "2 is tried in r1c2, where the choice is smallest"),
    ],
)
def test_an_event_is_described_with_its_cell_and_its_digit(event: Event, sentence: str) -> None:
    assert describe_event(event, ENGLISH) == sentence


def test_every_operation_has_a_sentence_of_its_own() -> None:
    told = [describe_event(Event(operation, 30, 6), ENGLISH) for operation in Operation]
    assert set(EVENT_SENTENCES) == set(Operation)
    assert len(set(told)) == len(Operation)


@pytest.mark.parametrize("operation", Operation)
def test_every_sentence_has_its_french_with_the_same_places(operation: Operation) -> None:
    words, sentence = open_words("fr"), EVENT_SENTENCES[operation]
    french = words.gettext(sentence)
    assert french != sentence
    assert sorted(re.findall(r"%\(\w+\)\w", french)) == sorted(re.findall(r"%\(\w+\)\w", sentence))


def test_french_names_the_cell_by_ligne_and_colonne() -> None:
    assert describe_event(Event(Operation.PLACE, 40, 7), open_words("fr")) == "7 en L5C5"
    assert describe_event(Event(Operation.ADVANCE, 81, 0), open_words("fr")) == (
        "avance au-delà de la dernière case"
    )
