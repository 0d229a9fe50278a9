"""Activities as plain data: there and back, and what is refused."""

from typing import Any

import pytest

from puzzles.lessons.services.activities import ActivityError, from_json, to_json
from puzzles.lessons.services.builtin import BUILT_IN

QUESTION = {
    "kind": "question",
    "title": "Ask",
    "minutes": 5,
    "question": "Which?",
    "choices": ["one", "two"],
    "right": 2,
}
RUN = {"kind": "watch", "title": "Watch", "minutes": 5, "algorithm": "tutoriel", "grid": "." * 81}
TABLE = RUN | {"kind": "table"}
CALL = {"kind": "call", "title": "Call", "minutes": 5, "function": "mini_projet.bloc", "grid": "." * 81}
WORK = {
    "kind": "exercises",
    "title": "Write",
    "minutes": 5,
    "worksheet": "n_valide",
    "exercises": ["solve"],
}
GRIDS = {"kind": "grids", "title": "Play", "minutes": 5, "tier": 1, "count": 2}


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_built_in_activity_is_sound_and_comes_back_as_it_was(key: str) -> None:
    for activity in BUILT_IN[key][2]:
        data = to_json(activity)
        assert to_json(from_json(data)) == data


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_built_in_pack_fills_a_lesson_and_every_activity_has_notes(key: str) -> None:
    activities = BUILT_IN[key][2]
    assert sum(each.minutes for each in activities if not each.is_homework) == 55
    assert all(str(each.notes) for each in activities)


@pytest.mark.parametrize("data", [QUESTION, RUN, TABLE, CALL, WORK, GRIDS])
def test_an_activity_is_read_without_its_optional_fields(data: dict[str, Any]) -> None:
    activity = from_json(data)
    assert (activity.notes, activity.is_homework) == ("", False)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"kind": ["watch"]},
        {"kind": "dance"},
        QUESTION | {"colour": "red"},
        QUESTION | {"grid": "." * 81},
        QUESTION | {"minutes": True},
        QUESTION | {"minutes": 5.0},
        QUESTION | {"minutes": 0},
        QUESTION | {"minutes": 10**30},
        QUESTION | {"title": "  "},
        QUESTION | {"title": 3},
        QUESTION | {"title": "a\0"},
        QUESTION | {"title": "\ud800"},
        QUESTION | {"title": "a" * 121},
        QUESTION | {"notes": None},
        QUESTION | {"is_homework": 1},
        QUESTION | {"choices": ["one"]},
        QUESTION | {"choices": ["one"] * 7},
        QUESTION | {"choices": "one two"},
        QUESTION | {"choices": [["one"], "two"]},
        QUESTION | {"right": 3},
        {name: value for name, value in QUESTION.items() if name != "right"},
        RUN | {"grid": "." * 80},
        RUN | {"grid": None},
        RUN | {"grid": ["."] * 81},
        RUN | {"algorithm": "nothing"},
        RUN | {"algorithm": ""},
        CALL | {"function": "os.system"},
        WORK | {"worksheet": "tutoriel", "exercises": ["n_valide"]},
        WORK | {"exercises": []},
        WORK | {"exercises": ["solve", "solve"]},
        WORK | {"exercises": [1]},
        WORK | {"worksheet": "propagation"},
        GRIDS | {"count": 61},
        GRIDS | {"tier": 6},
        {"kind": "read", "title": "Read", "minutes": 5},
        {"kind": "drill", "title": "Drill", "minutes": 5, "technique": "magic", "count": 5},
    ],
)
def test_anything_unexpected_is_refused_with_a_sentence(data: Any) -> None:
    with pytest.raises(ActivityError) as refusal:
        from_json(data)
    assert str(refusal.value)
