#!/usr/bin/env python
"""Django's command line for this site: `python manage.py serve` starts everything."""

import io
import os
import sys

OWN_PACKAGES = {"accounts", "puzzles", "sudokusite", "tests"}


def main() -> None:
    """Run one management command. A missing package or a wrong setting is told in a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    for stream in (sys.stdout, sys.stderr):
        # A console without accents gets a question mark, not a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        run_command()
    except ModuleNotFoundError as error:
        if str(error.name).split(".")[0] in OWN_PACKAGES:
            raise
        stop(
            f"{error.name} is not installed for this Python. Run:\n"
            f"  {sys.executable} -m pip install --require-hashes -r requirements.txt"
        )


def run_command() -> None:
    """Hand the command line to Django."""
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        stop(str(error))


def stop(sentence: str) -> None:
    """End with a sentence on standard error."""
    print(sentence, file=sys.stderr)  # noqa: T201
    sys.exit(2)


if __name__ == "__main__":
    main()
