"""`python -m tests.ratings`: simulate a school that answers drills, and print what its ratings come to."""

import os
import sys
from argparse import ArgumentParser

import django

AFTER = (10, 30, 100)


def main(arguments: list[str]) -> int:
    """Print the figures of a simulated school."""
    parser = ArgumentParser(prog="python -m tests.ratings", description="Simulate a school and its ratings.")
    parser.add_argument("--students", type=int, default=1000)
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    sys.stdout.writelines(f"{line}\n" for line in figures(options.students, options.positions, options.seed))
    return 0


def figures(students: int, positions: int, seed: int) -> list[str]:
    """The lines of the figures."""
    from .simulation import School, gains, spoiled

    school = School.of(students=students, items=positions, seed=seed)
    lines = [
        f"{students:,} students, {positions:,} positions",
        "",
        "answers   correlation with the truth: ability   difficulty   the engine's difficulty",
    ]
    for answers in AFTER:
        school.play(answers)
        ability, learned = school.ability_correlation(), school.difficulty_correlation()
        engine = school.difficulty_correlation(is_prior=True)
        lines.append(f"{answers:7}{ability:38.3f}{learned:13.3f}{engine:26.3f}")
    lines += ["", "expected   found   answers"]
    lines += [f"{expected:8.3f}{found:8.3f}{count:10,}" for expected, found, count in school.calibration()]
    lines += [
        "",
        "20 answers a day   ability   estimate after 1, 10, 30 days   most in a day   3 honest days later",
    ]
    for gain in gains(school):
        first, tenth, last = gain.means[0], gain.means[9], gain.means[-1]
        lines.append(
            f"{gain.name:17}{gain.ability:9.2f}{first:19.2f}{tenth:7.2f}{last:7.2f}{gain.most_a_day:16.2f}"
            f"{gain.afterwards:22.2f}"
        )
    lines += ["", f"a position after 20 new accounts failed at it on purpose: {spoiled(school, 20):+.2f}"]
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
