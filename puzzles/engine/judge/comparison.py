"""Compare actual with expected outcomes: values by type and content, grids, printed text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cases import ANYTHING, CHANGED, PRINTED_WRONG, RAISED, SOLVED, TOO_SLOW, VARIABLE, WRONG, AnyOf
from .oracle import completes
from .values import plain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .cases import Case, Expected, Fault, Outcome, Placeholder, Requirement


def judge_case(exercise: Requirement, case: Case, outcome: Outcome, expected: Expected) -> Fault:
    """None when the outcome is right, else (code, detail)."""
    if outcome.stopped:
        return TOO_SLOW, None
    if outcome.error:
        return RAISED, None
    if exercise.kind == VARIABLE:
        return judge_variable(outcome, expected)
    detail = value_fault(outcome.value, expected.value, unordered=exercise.unordered)
    if detail:
        if outcome.value is None and same_text(outcome.printed, repr(expected.value)):
            detail = "printed_instead"
        return WRONG, detail
    fault = grid_fault(case.grid, outcome.grid_after, expected.grid_after)
    if fault:
        return fault, "grid"
    if expected.printed is not None and not same_text(outcome.printed, expected.printed):
        return PRINTED_WRONG, None
    if not exercise.may_print and outcome.printed.strip():
        return PRINTED_WRONG, None
    return None


def judge_variable(outcome: Outcome, expected: Expected) -> Fault:
    """A variable is right when it holds the expected grid."""
    if expected.grid_after is None:
        detail = value_fault(outcome.value, expected.value, unordered=False)
        return (WRONG, detail) if detail else None
    if outcome.grid_after is None or not isinstance(plain(outcome.value), list):
        return WRONG, "shape"
    return None if outcome.grid_after == expected.grid_after else (WRONG, "grid")


def value_fault(value: Any, expected: Any, *, unordered: bool) -> str | None:
    """What is wrong with a value: None, `type` (equal but of another type), `order` or `value`."""
    if expected is ANYTHING:
        return None
    if isinstance(expected, AnyOf):
        faults = [value_fault(value, each, unordered=unordered) for each in expected.values]
        return None if None in faults else faults[0]
    value = plain(value)
    if same(value, expected):
        return None
    if isinstance(value, list) and isinstance(expected, list) and same(in_order(value), in_order(expected)):
        return None if unordered else "order"
    return "type" if same_but_type(value, expected) else "value"


_BUILT_IN = (int, bool, str, list, tuple)


def same(value: Any, expected: Any) -> bool:
    """Equal in value and type: True is not 1, a tuple is no list."""
    if type(value) in _BUILT_IN and type(value) is type(expected) and repr(value) == repr(expected):
        return True
    if isinstance(expected, bool) or isinstance(value, bool):
        return value is expected
    if isinstance(expected, int):
        return isinstance(value, int) and value == expected
    if isinstance(expected, (list, tuple)):
        kind = list if isinstance(expected, list) else tuple
        return (
            isinstance(value, kind)
            and len(value) == len(expected)
            and all(same(one, other) for one, other in zip(value, expected, strict=True))
        )
    if expected is None:
        return value is None
    try:
        return type(value) is type(expected) and bool(value == expected)
    except Exception:
        return False


def in_order(items: Iterable[Any]) -> list[Any]:
    """Items sorted by type and text, so that any two can be ordered."""
    return sorted(items, key=lambda item: (type(item).__name__, repr(item)))


def same_but_type(value: Any, expected: Any) -> bool:
    """Whether a value is right but for its type: 1 for True, a tuple or set for a list."""
    try:
        if isinstance(expected, list) and isinstance(value, (tuple, set, frozenset, dict, range)):
            return same(in_order(value), in_order(expected))
        if isinstance(expected, tuple) and isinstance(value, list):
            return same(tuple(value), expected)
        if isinstance(expected, (bool, int)) and isinstance(value, (bool, int, float)):
            return value == expected
        if isinstance(value, str) and not isinstance(expected, str):
            return value == repr(expected)
    except Exception:
        return False
    return False


def grid_fault(before: str | None, after: str | None, expected: str | Placeholder | None) -> str | None:
    """None when the grid after the call is right, else `changed` or `wrong`."""
    if before is None or expected is ANYTHING:
        return None
    if expected is None:
        return None if after == before else CHANGED
    if after is None:
        return CHANGED
    if expected is SOLVED:
        if completes(after, before):
            return None
        return WRONG if all(before[cell] in (".", after[cell]) for cell in range(81)) else CHANGED
    return None if after == expected else WRONG


def same_text(printed: str, expected: str) -> bool:
    """Whether two texts are equal but for blanks at the ends of lines and empty lines at the end."""
    return _trimmed(printed) == _trimmed(expected)


def _trimmed(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines
