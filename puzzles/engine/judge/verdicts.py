"""The loop of the judge: load a program, run the cases of each exercise, emit messages fit for JSON."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

from . import shrinking, values
from .cases import CHANGED, NOT_DEFINED, PASSED, RAISED, TOO_SLOW, WRONG
from .exercises import judged_exercises
from .function_lookup import Missing
from .limits import TEXT_LIMIT, Steps, hold_recursion_limit
from .program_loader import load
from .shrinking import Counterexample

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from .cases import Case, Expected, Outcome
    from .exercise import CallConvention, Exercise
    from .messages import Emit, Message
    from .student_program import Program


def judge(
    source: str | bytes, worksheet: str, keys: Collection[str] | None, emit: Emit, *, language: str = "fr"
) -> None:
    """Judge a program (text or bytes) against exercises of a worksheet; `emit` takes each message.

    `keys`: the exercises to judge, None = all of the worksheet that a program can answer. `language` is for a
    caller that words notes and verdicts (wording.py); the messages themselves are codes and values.
    """
    exercises = judged_exercises(worksheet, keys)
    emit({"kind": "loading"})
    set_recursion_limit = hold_recursion_limit()
    try:
        program = load(source)
        for note in program.notes:
            emit(note)
        if program.is_usable:
            for exercise in exercises:
                emit({"kind": "begin", "exercise": exercise.key})
                emit(judge_exercise(exercise, program, emit))
    finally:
        sys.setrecursionlimit = set_recursion_limit
    emit({"kind": "end"})


def judge_exercise(exercise: Exercise, program: Program, emit: Emit) -> Message:
    """The verdict of one exercise: by the convention that passes, else by the best one."""
    program.renew()
    program.steps = None
    if "random" in sys.modules and hasattr(sys.modules["random"], "seed"):
        sys.modules["random"].seed(1)
    found = exercise.find(program)
    if isinstance(found, Missing):
        return not_defined(exercise, found)
    tries = []
    for convention in exercise.conventions_of(program):
        tried = try_convention(exercise, program, emit, convention, found.name)
        if not tried.failures:
            return passed_verdict(exercise, tried, found.name)
        tries.append(tried)
    best = min(tries, key=lambda tried: tried.rank)
    failures = best.failures
    if failures[0].code == TOO_SLOW:
        counterexample = failures[0]
    else:
        counterexample = shrunk(exercise, program, best.convention, failures)
    return failed_verdict(exercise, counterexample, best.example, found.name, best.count)


class TriedConvention:
    """The cases tried by one convention, up to the limit of failures."""

    __slots__ = ("convention", "count", "example", "failures", "remark")

    def __init__(self, convention: CallConvention) -> None:
        self.convention = convention
        self.failures: list[Counterexample] = []
        self.example: Counterexample | None = None
        self.remark: str | None = None
        self.count = 0

    @property
    def rank(self) -> tuple[int, int, bool]:
        """Smaller is better: the fewest failures, then the most cases, then calls that end."""
        return len(self.failures), -self.count, self.failures[0].code == RAISED


def try_convention(
    exercise: Exercise, program: Program, emit: Emit, convention: CallConvention, name: str
) -> TriedConvention:
    """Run all cases by one convention."""
    began = perf_counter()
    tried = TriedConvention(convention)
    for index, case in enumerate(all_cases(exercise)):
        tried.count += 1
        emit(
            {
                "kind": "case",
                "exercise": exercise.key,
                "call": exercise.call_text(name, case)[:TEXT_LIMIT],
                "grid": case.grid,
            }
        )
        counterexample, outcome, expected = try_case(exercise, program, case, convention)
        is_example = index < len(exercise.examples)
        if counterexample is not None:
            tried.failures.append(counterexample)
            if tried.example is None and is_example:
                tried.example = counterexample
        elif exercise.unordered and is_example and values.plain(outcome.value) != expected.value:
            tried.remark = "order"
        if counterexample is None and perf_counter() - began > exercise.limit_s:
            tried.failures.append(Counterexample(case, outcome, expected, TOO_SLOW))
        if len(tried.failures) >= exercise.most_counterexamples or (
            tried.failures and perf_counter() - began > exercise.limit_s / 4
        ):
            break
    return tried


def passed_verdict(exercise: Exercise, tried: TriedConvention, name: str) -> Message:
    """The verdict where all cases are right."""
    verdict = {
        "kind": "verdict",
        "exercise": exercise.key,
        "verdict": PASSED,
        "name": name,
        "cases": tried.count,
    }
    if tried.remark:
        verdict["remark"] = tried.remark
    return verdict


def all_cases(exercise: Exercise) -> Iterator[Case]:
    """The worksheet's own examples, then the cases."""
    yield from exercise.examples
    yield from exercise.cases()


def try_case(
    exercise: Exercise, program: Program, case: Case, convention: CallConvention
) -> tuple[Counterexample | None, Outcome, Expected]:
    """Run one case: a Counterexample or None, the outcome, what was expected."""
    expected = exercise.expected(case)
    outcome = exercise.call(program, case, convention)
    found = exercise.judge_case(case, outcome, expected)
    if found is None:
        return None, outcome, expected
    code, detail = found
    return Counterexample(case, outcome, expected, code, detail), outcome, expected


def shrunk(
    exercise: Exercise, program: Program, convention: CallConvention, failures: Sequence[Counterexample]
) -> Counterexample:
    """The smallest counterexample within the exercise's bounds; then the nearest to the asked cell."""
    bound = shrinking.Bound(exercise.shrink_calls)
    program.steps = steps = Steps(exercise.shrink_events)

    def fails(case: Case) -> Counterexample | None:
        counterexample = try_case(exercise, program, case, convention)[0]
        if steps.left < 0:
            bound.calls = 0
            return None
        return counterexample

    found = shrinking.smallest(failures, fails, bound, distance=exercise.distance)
    program.steps = None
    return found


def not_defined(exercise: Exercise, missing: Missing) -> Message:
    """The verdict where the program has no such name."""
    return {
        "kind": "verdict",
        "exercise": exercise.key,
        "verdict": NOT_DEFINED,
        "name": exercise.names[0],
        "what": exercise.kind,
        "reason": missing.reason,
        "near": missing.near,
        "line": missing.line,
        "cases": 0,
    }


def failed_verdict(
    exercise: Exercise, counterexample: Counterexample, example: Counterexample | None, name: str, count: int
) -> Message:
    """The verdict with its counterexample; `example` is the worksheet's own if that fails too."""
    case, outcome, expected = counterexample.case, counterexample.outcome, counterexample.expected
    after = (
        counterexample.code == CHANGED or counterexample.detail == "grid" or outcome.grid_after != case.grid
    )
    verdict: Message = {
        "kind": "verdict",
        "exercise": exercise.key,
        "verdict": counterexample.code,
        "detail": counterexample.detail,
        "name": name,
        "call": exercise.call_text(name, case)[:TEXT_LIMIT],
        "value": None if outcome.error or outcome.stopped else values.show(outcome.value),
        "expected": values.show(expected.value),
        "grid": case.grid,
        "grid_after": outcome.grid_after if after and not outcome.error else None,
        "expected_after": expected_grid(case, expected) if after and not outcome.error else None,
        "printed": outcome.printed[:TEXT_LIMIT] or None,
        "expected_printed": None if expected.printed is None else expected.printed[:TEXT_LIMIT],
        "answers": list(case.answers) or None,
        "error": outcome.error,
        "line": outcome.line,
        "cases": count,
        "digits": counterexample.size,
    }
    if example is not None and example.code == counterexample.code and example.code == WRONG:
        verdict["example"] = {
            "call": exercise.call_text(name, example.case),
            "value": values.show(example.outcome.value),
            "expected": values.show(example.expected.value),
            "grid": example.case.grid,
        }
    return verdict


def expected_grid(case: Case, expected: Expected) -> str | None:
    """The grid expected after the call. None if several are right."""
    if isinstance(expected.grid_after, str):
        return expected.grid_after
    return case.grid if expected.grid_after is None else None
