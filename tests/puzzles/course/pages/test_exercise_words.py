"""What the scripts of an exercise's page say: every sentence they ask for is there, in both languages."""

import re

import pytest
from django.conf import settings
from django.utils import translation

from puzzles.course.models import JudgedExercise
from puzzles.course.pages.exercise_words import page_words

SCRIPTS = settings.BASE_DIR / "sudokusite" / "static" / "js" / "course"
# Names that a script puts together.
MADE = {
    *(f"verdict_{code}" for code in JudgedExercise.Verdict.values),
    *(f"fact_{name}" for name in ("call", "answers", "value", "expected", "printed", "expectedPrinted")),
    *(f"legend_{role}" for role in ("asked", "missing", "extra", "against", "left", "differs")),
    *("saved", "saving", "waiting", "conflict"),
    *("offline", "sessionEnded", "otherAccount", "tooLong"),
    *("sentence_too_slow", "sentence_stopped"),
}


def asked() -> set[str]:
    text = (SCRIPTS / "exercise.js").read_text(encoding="utf-8")
    return set(re.findall(r"word\(\"(\w+)\"", text)) | MADE


def test_every_word_that_a_script_asks_for_is_there_and_no_other() -> None:
    conditional = {
        "running",
        "loading",
        "stopped",
        "ran",
        "ranError",
        "gridOf",
        "gridEmpty",
        "notHandedIn",
        "handInWaits",
    }
    assert asked() | conditional == set(page_words())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_word_keeps_its_places(language: str) -> None:
    with translation.override("en"):
        english = page_words()
    with translation.override(language):
        for name, words in page_words().items():
            each = words if isinstance(words, dict) else {"": words}
            known = english[name] if isinstance(english[name], dict) else {"": english[name]}
            for form, sentence in each.items():
                assert sorted(re.findall(r"%\(\w+\)[sd]", sentence)) == sorted(
                    re.findall(r"%\(\w+\)[sd]", known[form])
                )
