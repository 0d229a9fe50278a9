"""Verdicts as a browser sends them: untrusted data, of which only known, short fields are kept."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import BadRequest

from ..models import JudgedExercise, is_judged_by_browser
from ..models.submissions import DETAILS_BYTES

# The fields of a verdict that are kept, each with its longest text; numbers are kept as they are.
TEXTS = {
    "name": 60,
    "call": 300,
    "value": 800,
    "expected": 800,
    "grid": 81,
    "grid_after": 81,
    "expected_after": 81,
    "printed": 500,
    "expected_printed": 500,
    "error": 400,
}
NUMBERS = ("line", "cases", "digits")
# More than any worksheet has exercises.
MAX_VERDICTS = 40
MAX_NUMBER = 10_000_000


@dataclass(frozen=True, slots=True)
class ReportedVerdict:
    """A verdict that may be stored."""

    exercise: str
    verdict: str
    details: dict[str, Any] = field(default_factory=dict)


class VerdictError(BadRequest):
    """What was sent is not a list of verdicts; Django answers 400."""


def parse_verdicts(worksheet: str, sent: object) -> list[ReportedVerdict]:
    """The verdicts among the messages of a judge, the last of each exercise. Raises VerdictError."""
    if not isinstance(sent, list) or len(sent) > MAX_VERDICTS:
        raise VerdictError("expected a list of at most 40 verdicts")
    found: dict[str, ReportedVerdict] = {}
    for each in sent:
        verdict = _parse(worksheet, each)
        found[verdict.exercise] = verdict
    return list(found.values())


def _parse(worksheet: str, sent: object) -> ReportedVerdict:
    if not isinstance(sent, Mapping):
        raise VerdictError("expected an object for each verdict")
    exercise, code = sent.get("exercise"), sent.get("verdict")
    if not isinstance(exercise, str) or not is_judged_by_browser(worksheet, exercise):
        raise VerdictError("no exercise that a browser judges")
    if not isinstance(code, str) or code not in JudgedExercise.Verdict.values:
        raise VerdictError("no such verdict")
    return ReportedVerdict(exercise, code, _details(sent))


def _details(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What else a verdict says, in known fields, cut to what a row holds."""
    details: dict[str, Any] = {}
    for name, longest in TEXTS.items():
        value = sent.get(name)
        if isinstance(value, str) and value:
            details[name] = _storable(value[:longest])
    for name in NUMBERS:
        value = sent.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER:
            details[name] = value
    return _cut(details, reversed(TEXTS))


def _cut(details: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The details without the least needed texts, until the row holds them.

    A text can grow sixfold in JSON, where each character may become an escape.
    """
    for name in names:
        if len(json.dumps(details)) <= DETAILS_BYTES:
            break
        details.pop(name, None)
    return details


def _storable(text: str) -> str:
    """The text as every database takes it: without NUL and halves of characters."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode("utf-8")
