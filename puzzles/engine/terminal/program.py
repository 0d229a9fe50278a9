"""The terminal program: one command line, one verb, one exit code."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import BinaryIO, TextIO

from ..translation import language_of, open_words
from .arguments import PROGRAM, parse, wished_language
from .console import Console
from .verb import EXIT_ERROR, EXIT_FINE, TerminalError

_EXIT_INTERRUPTED = 130


def run() -> int:
    """Run with the streams and the environment of this process; gives the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter gets a question mark, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        return main(
            sys.argv[1:],
            stdin=sys.stdin.buffer,
            stdout=sys.stdout,
            stderr=sys.stderr,
            environment=os.environ,
        )
    except BrokenPipeError:
        # The reader has seen enough. What is still buffered must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FINE


def main(
    arguments: Sequence[str],
    *,
    stdin: BinaryIO,
    stdout: TextIO,
    stderr: TextIO,
    environment: Mapping[str, str],
) -> int:
    """Run one command line; gives 0, 1 for the answer no, 2 for an error told in one line.

    Raises BrokenPipeError when nobody reads any more.
    """
    language = wished_language(arguments) or language_of(environment)
    console = Console(stdin=stdin, stdout=stdout, stderr=stderr, words=open_words(language))
    try:
        options = parse(arguments, language, console.words)
        console.is_json = options.json
        code: int = options.run(options, console)
        console.flush()
    except TerminalError as error:
        console.complain(f"{PROGRAM}: {error}")
        return EXIT_ERROR
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    return EXIT_ERROR if console.has_complained else code
