"""Judge 2,000 random answers to drills: `.venv/bin/python -m tests.puzzles.training.judge_answers`."""

import os
import sys

import django


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from .judging import judge_many

    return judge_many()


if __name__ == "__main__":
    sys.exit(main())
