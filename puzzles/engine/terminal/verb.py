"""What a verb of the terminal program is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass

from ..translation import Words
from .console import Console

EXIT_FINE = 0
EXIT_NO = 1
EXIT_ERROR = 2


class TerminalError(Exception):
    """A sentence for standard error, in the reader's language, that ends the program."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: its name, its summary (a msgid), the arguments it takes, and what it does.

    `run` gives the exit code; anything it refuses is written to standard error and makes it 2.
    """

    name: str
    summary: str
    add_arguments: Callable[[ArgumentParser, Words], None]
    run: Callable[[Namespace, Console], int]
