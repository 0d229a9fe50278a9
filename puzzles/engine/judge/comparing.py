"""Compare what a program gave with what was expected."""


def judge_case(exercise, case, outcome, expected):
    if outcome.value != expected.value:
        return "wrong"
    return None
