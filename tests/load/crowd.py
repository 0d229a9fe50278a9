"""A crowd of students at one site: they come, they play for a while, and then perhaps faster and faster."""

import asyncio
import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass

from .lesson import Lesson
from .report import Step
from .student import Student
from .watch import Sample, Watch

# The load grows by so much from step to step, from this part of what was asked for; where that is too much
# already, it shrinks.
GROWTH, SHRINKING, FIRST_PART = 1.2, 0.6, 0.4
MOST_STEPS = 12


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a lesson goes: students come for `ramp_s`, and play for `seconds`.

    Where the knee is sought, each load lasts `step_s`, of which the first part counts for nothing.
    """

    students: Sequence[tuple[str, str]]
    ramp_s: float
    seconds: float
    pause_s: float = 5.0
    seeks_knee: bool = False
    step_s: float = 30.0
    settle_s: float = 15.0
    bound_ms: float = 500.0


@dataclass
class Observation:
    """What was seen: when the lesson began, when all were there, and the processes at both times and last."""

    lesson: Lesson
    began: float
    all_there: float
    ended: float
    first: Sample
    there: Sample
    last: Sample
    steps: list[Step]
    missing: int

    @property
    def has_failed(self) -> bool:
        """Whether a request failed while they came and played; past the knee is another matter."""
        return bool(self.lesson.book.failures(self.began, self.ended)) or self.missing > 0


def hold(lesson: Lesson, plan: Plan, watch: Watch) -> Observation:
    """Hold a lesson, from the first student who comes until the last move is handed over."""
    gc.freeze()
    return asyncio.run(_run(lesson, plan, watch))


async def _run(lesson: Lesson, plan: Plan, watch: Watch) -> Observation:
    lesson.pause_s = plan.pause_s
    students = [
        Student(lesson, name, password, seed=seed) for seed, (name, password) in enumerate(plan.students)
    ]
    began, first = time.monotonic(), watch.look()
    delay = plan.ramp_s / max(len(students), 1)
    tasks = [asyncio.create_task(each.attend(delay * place)) for place, each in enumerate(students)]
    await lesson.rest(plan.ramp_s)
    all_there, there = time.monotonic(), watch.look()
    await lesson.rest(plan.seconds)
    ended, last = time.monotonic(), watch.look()
    missing = sum(not student.is_in for student in students)
    steps = await _steps(lesson, plan, watch) if plan.seeks_knee else []
    lesson.over.set()
    await asyncio.gather(*tasks)
    return Observation(
        lesson=lesson,
        began=began,
        all_there=all_there,
        ended=ended,
        first=first,
        there=there,
        last=last,
        steps=steps,
        missing=missing,
    )


async def _steps(lesson: Lesson, plan: Plan, watch: Watch) -> list[Step]:
    """More and more load, until the site cannot stand it; or less and less, until it can.

    The students are the same, with shorter pauses or longer ones.
    """
    steps: list[Step] = []
    part = FIRST_PART
    while len(steps) < MOST_STEPS:
        lesson.pause_s = plan.pause_s / part
        await lesson.rest(max(plan.settle_s, 1.4 * lesson.pause_s))
        steps.append(await _step(lesson, plan, watch, students=round(part * len(plan.students))))
        held = [step.holds(plan.bound_ms) for step in steps]
        if held[-1] != held[0]:
            break
        part *= GROWTH if held[0] else SHRINKING
    lesson.pause_s = plan.pause_s / FIRST_PART
    return steps


async def _step(lesson: Lesson, plan: Plan, watch: Watch, *, students: int) -> Step:
    start, before = time.monotonic(), watch.look()
    await lesson.rest(plan.step_s)
    end, after = time.monotonic(), watch.look()
    return Step(
        students=students,
        seconds=end - start,
        asked=list(lesson.book.between(start, end)),
        failed=lesson.book.failures(start, end),
        cores=after.cores_since(before),
    )
