"""The command line: verbs, the options all of them share, and argparse in the reader's language."""

import gettext
import os
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NoReturn

from ..files import IS_ARCHIVE
from ..formats.lines import first_strange
from ..translation import CATALOGUE, LANGUAGES, Words, catalogue_folder, gettext_noop
from . import check, generate, grade, judge, path, play, show, simple, solve, steps, trace
from .verb import TerminalError, Verb

PROGRAM = "python sudoku.pyz" if IS_ARCHIVE else "python -m puzzles.engine"

VERBS: tuple[Verb, ...] = (
    show.VERB,
    check.VERB,
    simple.VERB,
    solve.VERB,
    trace.VERB,
    grade.VERB,
    steps.VERB,
    path.VERB,
    generate.VERB,
    play.VERB,
    judge.VERB,
)

_LEAST_GRID = 20

# argparse's own words: it looks them up itself, so that they need a place in the catalogue.
_ARGPARSE_WORDS = (
    gettext_noop("usage: "),
    gettext_noop("options"),
    gettext_noop("positional arguments"),
    gettext_noop("show this help message and exit"),
    gettext_noop("the following arguments are required: %s"),
    gettext_noop("unrecognized arguments: %s"),
    gettext_noop("argument %(argument_name)s: %(message)s"),
    gettext_noop("invalid choice: %(value)r (choose from %(choices)s)"),
    gettext_noop("expected one argument"),
    gettext_noop("ambiguous option: %(option)s could match %(matches)s"),
    gettext_noop("ignored explicit argument %r"),
)


class Parser(ArgumentParser):
    """An argument parser that raises its refusal as a sentence."""

    def error(self, message: str) -> NoReturn:
        """Raise TerminalError."""
        raise TerminalError(message)


def build_parser(words: Words) -> Parser:
    """The parser of the whole command line."""
    parser = Parser(prog=PROGRAM, description=words.gettext("Sudoku in a terminal, as in the course."))
    _add_shared_options(parser, words)
    verbs = parser.add_subparsers(metavar=words.gettext("VERB"), title=words.gettext("verbs"))
    for verb in VERBS:
        summary = words.gettext(verb.summary)
        verb_parser = verbs.add_parser(
            verb.name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}."
        )
        _add_shared_options(verb_parser, words)
        verb.add_arguments(verb_parser, words)
        verb_parser.set_defaults(run=verb.run)
    return parser


def parse(arguments: Sequence[str], language: str, words: Words) -> Namespace:
    """The options of a command line. Raises TerminalError; `--help` prints and raises SystemExit."""
    with _argparse_speaks(language):
        options = build_parser(words).parse_args([_with_dots(argument) for argument in arguments])
    if not hasattr(options, "run"):
        message = words.gettext("which verb? %(verbs)s (--help describes each)")
        raise TerminalError(message % {"verbs": ", ".join(verb.name for verb in VERBS)})
    options.json = getattr(options, "json", False)
    options.language = language
    return options


def preferred_language(arguments: Sequence[str]) -> str | None:
    """The language `--lang` asks for, before the whole command line is read; None without a known one."""
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("--lang")
    try:
        language = parser.parse_known_args(arguments)[0].lang
    except TerminalError:
        return None
    return language if language in LANGUAGES else None


def _with_dots(argument: str) -> str:
    """A grid that begins with dashes would pass for an option: its empty cells become dots."""
    is_grid = len(argument) >= _LEAST_GRID and first_strange(argument) is None
    return argument.replace("-", ".") if is_grid and argument.startswith("-") else argument


def _add_shared_options(parser: ArgumentParser, words: Words) -> None:
    # Suppressed defaults: a verb's parser must not undo the options before the verb.
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=SUPPRESS, help=words.gettext("the language of the answers")
    )
    parser.add_argument(
        "--json",
        action="store_true",
        default=SUPPRESS,
        help=words.gettext("answer in JSON, one object per line"),
    )


@contextmanager
def _argparse_speaks(language: str) -> Iterator[None]:
    """Let argparse find its words in our catalogue: it uses gettext, which obeys the domain and LANGUAGE."""
    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    with ExitStack() as stack:
        stack.callback(_restore_gettext, domain, before)
        gettext.bindtextdomain(CATALOGUE, stack.enter_context(catalogue_folder(language)))
        gettext.textdomain(CATALOGUE)
        os.environ["LANGUAGE"] = language
        yield


def _restore_gettext(domain: str, language: str | None) -> None:
    gettext.textdomain(domain)
    if language is None:
        del os.environ["LANGUAGE"]
    else:
        os.environ["LANGUAGE"] = language
