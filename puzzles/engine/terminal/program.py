"""The terminal program: one command line, one verb, one exit code."""

import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import BinaryIO, TextIO

from ..translation import language_of, open_words
from .arguments import PROGRAM, parse, preferred_language
from .console import Console
from .verb import EXIT_ERROR, EXIT_FINE, TerminalError

_EXIT_INTERRUPTED = 130


def run() -> int:
    """Run with the streams and the environment of this process; gives the exit code."""
    stdin = sys.stdin.buffer if sys.stdin else io.BytesIO()
    stdout, stderr = _lenient(sys.stdout), _lenient(sys.stderr)
    try:
        code = main(sys.argv[1:], stdin=stdin, stdout=stdout, stderr=stderr, environment=os.environ)
        stdout.flush()
    except BrokenPipeError:
        code = EXIT_FINE  # the reader has seen enough
    except OSError as error:
        stderr.write(f"{PROGRAM}: {error.strerror or error}\n")
        code = EXIT_ERROR
    else:
        return code
    # What is still buffered must not complain at exit either.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
    return code


def main(
    arguments: Sequence[str],
    *,
    stdin: BinaryIO,
    stdout: TextIO,
    stderr: TextIO,
    environment: Mapping[str, str],
) -> int:
    """Run one command line; gives 0, 1 for the answer no, 2 for an error, described in one line.

    Raises BrokenPipeError when nobody reads any more, another OSError when a stream fails.
    """
    language = preferred_language(arguments) or language_of(environment)
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


def _lenient(stream: TextIO | None) -> TextIO:
    """A stream that writes a question mark for a letter it lacks; one to nowhere for a closed stream."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream
