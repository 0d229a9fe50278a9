"""`steps`: every step open in positions given as lines of JSON."""

from argparse import ArgumentParser, Namespace

from ..techniques import CATALOGUE, ContradictionError, all_steps
from ..translation import Words, gettext_noop
from .cases import CaseError, StepCase, read_case, read_lines
from .console import Console
from .step_data import step_data
from .verb import EXIT_FINE, Verb


def add_arguments(parser: ArgumentParser, words: Words) -> None:
    """The file of the positions."""
    parser.add_argument(
        "--cases",
        required=True,
        metavar=words.gettext("FILE"),
        help=words.gettext(
            "a file, or - for standard input, with one JSON object per line: grid, and optionally givens, "
            "removed (a list of [digit, row, column]) and code (of one technique)"
        ),
    )


def run(options: Namespace, console: Console) -> int:
    """A line of JSON for each line that is not blank: its steps, or an error."""
    for number, line in read_lines(options.cases, console):
        try:
            say_steps(read_case(line, number, console.words), console)
        except CaseError as error:
            refuse(number, "bad_case", str(error), console)
        except ContradictionError:
            message = console.words.gettext("line %(line)d: this position has no solution")
            refuse(number, "no_solution", message % {"line": number}, console)
    return EXIT_FINE


def say_steps(case: StepCase, console: Console) -> None:
    """Every step of the technique asked for, or of all; none of a technique that is not known here."""
    wanted = None
    if case.code is not None:
        wanted = {technique.id for technique in CATALOGUE if technique.code == case.code}
    steps = list(all_steps(case.position, techniques=wanted))
    console.say_json({"steps": [step_data(step) for step in steps]})


def refuse(number: int, reason: str, message: str, console: Console) -> None:
    """Tell why a line has no answer: one line on standard error, and in its place as data."""
    console.say_json({"error": {"reason": reason, "line": number, "message": message}})
    console.complain(message)


VERB = Verb("steps", gettext_noop("list every possible step in a position"), add_arguments, run)
