from puzzles.engine.judge.exercises import WORKSHEETS
from tests.bench.judged import MUTANTS, keys_of, seconds, verdict_on


def test_an_exercise_lasts_from_its_beginning_to_its_verdict():
    heard = [
        {"kind": "begin", "exercise": "bloc", "at": 1.5},
        {"kind": "case", "exercise": "bloc", "at": 1.75},
        {"kind": "verdict", "exercise": "bloc", "at": 2.0},
    ]
    assert seconds(heard) == {"bloc": 0.5}


def test_questions_are_not_judged():
    assert "questions" not in keys_of("mini_projet")
    assert all(keys_of(worksheet) for worksheet in WORKSHEETS)


def test_the_table_counts_a_mutant_as_caught():
    assert verdict_on(MUTANTS["mini_projet"][-1])["verdict"] != "passed"
