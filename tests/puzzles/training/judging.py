"""Random answers to drills, and what they must be judged as; `judge_answers.py` judges 2,000.

The solution comes from the search; the steps are those that the finders yield and `verify` proves anew.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from puzzles.engine import Board, Candidate, Position, Step, search, verify
from puzzles.engine.techniques import CATALOGUE, TECHNIQUES, example_of
from puzzles.training.models import DrillAnswer
from puzzles.training.services.answers import Answer, Judgement, judge
from puzzles.training.services.bank import DRILLED, disguised

ANSWERS = 2_000
SEED = 11
Verdict = DrillAnswer.Verdict


def judge_many() -> int:
    """Judge many, and say how many of each verdict; the status is 1 if one is wrong."""
    rng, verdicts, faults = random.Random(SEED), Counter[str](), []
    for _number, (position, technique, answer) in zip(range(ANSWERS), answers(rng, DRILLED), strict=False):
        judgement = judge(position, technique, answer)
        verdicts[judgement.verdict] += 1
        faults += faults_of(position, technique, answer, judgement)
    sys.stdout.write(f"{sum(verdicts.values())} answers: {dict(verdicts)}; {len(faults)} faults\n")
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return bool(faults)


def answers(rng: random.Random, techniques: Iterable[str]) -> Iterator[tuple[Position, str, Answer]]:
    """Random answers about positions of these techniques, in turn and without end: right, near and wrong."""
    positions = [(name, disguised(example_of(name).position, rng)) for name in techniques]
    while True:
        for technique, position in positions:
            yield position, technique, random_answer(rng, position, technique)


def random_answer(rng: random.Random, position: Position, technique: str) -> Answer:
    """Part of a step of the technique, of another, with a candidate more, or anything."""
    kind = rng.choice(("own", "own", "other", "more", "any", "place", "true"))
    if kind in ("own", "more") and (steps := proved_steps(position, technique)):
        answer = part_of(rng, rng.choice(steps))
        if kind == "more":
            answer = Answer(answer.struck | {any_candidate(rng, position)}, answer.placed)
        return answer
    if kind == "other":
        others = [name for name in DRILLED if TECHNIQUES[name].tier <= 3]
        if steps := proved_steps(position, rng.choice(others)):
            return part_of(rng, rng.choice(steps))
    if kind == "place":
        return Answer(placed=any_candidate(rng, position))
    if kind == "true":
        solution = solution_of(position.board)
        cell = rng.choice(position.board.empty_cells)
        return Answer(placed=Candidate(cell, solution[cell]))
    return Answer(frozenset(any_candidate(rng, position) for _time in range(rng.choice((1, 1, 2, 3)))))


def part_of(rng: random.Random, step: Step) -> Answer:
    """A nonempty part of the results of a step."""
    results = step.placements + step.eliminations
    chosen = rng.sample(results, rng.randint(1, len(results)))
    placed = [each for each in chosen if each in step.placements]
    return Answer(
        frozenset(each for each in chosen if each in step.eliminations), placed[0] if placed else None
    )


def any_candidate(rng: random.Random, position: Position) -> Candidate:
    cell = rng.choice(position.board.empty_cells)
    return Candidate(cell, rng.choice(position.candidates(cell)))


@lru_cache(maxsize=4096)
def proved_steps(position: Position, technique: str) -> tuple[Step, ...]:
    """What the technique's finder yields here, as far as it is proved."""
    return tuple(step for step in TECHNIQUES[technique].find(position) if verify(step, position))


@lru_cache(maxsize=4096)
def solution_of(board: Board) -> Board:
    solution = search(board).solution
    assert solution is not None
    return solution


def faults_of(position: Position, technique: str, answer: Answer, judgement: Judgement) -> list[str]:
    """What is wrong with a judgement; nothing if it is right."""
    expected = expected_verdicts(position, technique, answer)
    faults = []
    if judgement.verdict not in expected:
        faults.append(f"{technique}: {answer} is {expected}, not {judgement.verdict}")
    step = judgement.step
    if step is not None:
        if not verify(step, position):
            faults.append(f"{technique}: {step} is not proved")
        if not has_all(step, answer):
            faults.append(f"{technique}: {answer} is not in {step}")
        if (step.technique == technique) is (judgement.verdict == Verdict.OTHER):
            faults.append(f"{technique}: {judgement.verdict} by {step}")
    return faults


def expected_verdicts(position: Position, technique: str, answer: Answer) -> set[str]:
    """The verdicts that would be right."""
    solution = solution_of(position.board)
    is_true = all(solution[cell] != digit for cell, digit in answer.struck) and (
        answer.placed is None or solution[answer.placed.cell] == answer.placed.digit
    )
    if not is_true:
        return {Verdict.WRONG}
    showing = [step for step in proved_steps(position, technique) if has_all(step, answer)]
    if showing:
        count = len(answer.struck) + (answer.placed is not None)
        whole = any(len(step.placements + step.eliminations) == count for step in showing)
        return {Verdict.FOUND if whole else Verdict.PART}
    if not proved_steps(position, technique):
        return {Verdict.ABSENT}
    by_another = any(
        has_all(step, answer)
        for each in CATALOGUE
        if each.id != technique and each.tier <= max(3, TECHNIQUES[technique].tier)
        for step in proved_steps(position, each.id)
    )
    return {Verdict.OTHER} if by_another else {Verdict.UNPROVED}


def has_all(step: Step, answer: Answer) -> bool:
    """Whether all that is marked is a result of the step."""
    placed = {answer.placed} if answer.placed else set()
    return set(answer.struck) <= set(step.eliminations) and placed <= set(step.placements)
