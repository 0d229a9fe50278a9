#!/usr/bin/env python
"""Django's command line for this site: `python manage.py serve` starts everything."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit(
            "Django is not installed here. Run:\n  python -m pip install --require-hashes -r requirements.txt"
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
