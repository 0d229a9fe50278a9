"""`trace`: a solver of the course at work: its counters, its events, or the board while it works."""

import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from itertools import islice

from ..board import Board
from ..cells import CELLS, cell_name
from ..formats import PuzzleRecord, to_grid
from ..rules import conflicts
from ..runs import ALGORITHMS, Trace, Walked, describe_event, trace_run
from ..translation import Words, gettext_noop
from ..worksheets import UnknownSourceError
from .console import Console
from .grids import add_grid_argument, has_many, positive_number, read_grids
from .headings import say_heading
from .verb import EXIT_FINE, TerminalError, Verb

_FASTEST = 1000
_LETTERS = {"A": "tutoriel", "B": "td_iteratif", "C": "projet_insa", "D": "mini_projet", "E": "propagation"}
_CLEAR_SCREEN = "\x1b[H\x1b[J"


def add_arguments(parser: ArgumentParser, words: Words) -> None:
    """An algorithm and a grid; where to begin, how much, and how fast."""
    parser.add_argument(
        "algorithm",
        type=algorithm_name(words),
        metavar=words.gettext("ALGORITHM"),
        help=words.gettext("one of %(names)s; or a letter: %(letters)s")
        % {
            "names": ", ".join(ALGORITHMS),
            "letters": ", ".join(f"{letter} = {name}" for letter, name in _LETTERS.items()),
        },
    )
    add_grid_argument(parser, words)
    number = positive_number(words)
    parser.add_argument("--live", action="store_true", help=words.gettext("show the grid as it changes"))
    parser.add_argument(
        "--speed",
        type=number,
        default=10,
        metavar="N",
        help=words.gettext("events per second (default: 10, at most 1000)"),
    )
    parser.add_argument(
        "--from", dest="start", type=number, default=1, metavar="N", help=words.gettext("start at event N")
    )
    parser.add_argument("--events", type=number, metavar="N", help=words.gettext("show at most N events"))


def algorithm_name(words: Words) -> Callable[[str], str]:
    """A reader of an algorithm's name or letter, for an argument."""

    def read(text: str) -> str:
        name = _LETTERS.get(text.upper(), text)
        if name in ALGORITHMS:
            return name
        message = words.gettext("“%(text)s” is not an algorithm: expected %(names)s, or a letter from A to E")
        raise ArgumentTypeError(message % {"text": text, "names": ", ".join(ALGORITHMS)})

    return read


def run(options: Namespace, console: Console) -> int:
    """Trace each grid: counters, or with `--json` a line of them and a line an event, or the board."""
    for index, record in enumerate(read_grids(options, console)):
        trace = trace_run(options.algorithm, Board.from_line(record.puzzle))
        if console.is_json:
            console.say_json(as_data(record, trace))
            for walked in _chosen(trace, options, console):
                console.say_json(event_data(trace, walked))
            continue
        if has_many(options):
            say_heading(record, index, console)
        if options.live or options.events or options.start > 1:
            for walked in _chosen(trace, options, console):
                show_event(trace, walked, options, console)
        for sentence in sentences(trace, console.words):
            console.say(sentence)
    return EXIT_FINE


def sentences(trace: Trace, words: Words) -> Iterator[str]:
    """The algorithm, what it did in all, and what came of it."""
    algorithm, totals = ALGORITHMS[trace.algorithm], trace.totals
    yield f"{words.gettext(algorithm.title)} ({trace.algorithm}.py)"
    counted = [
        (gettext_noop("Tests: %(count)s"), totals.tests, True),
        (gettext_noop("Placements: %(count)s"), totals.placements, True),
        (gettext_noop("Returns: %(count)s"), totals.returns, algorithm.letter != "C"),
        (gettext_noop("Forward: %(count)s"), totals.forward, algorithm.letter == "B"),
        (gettext_noop("Backward: %(count)s"), totals.backward, algorithm.letter == "B"),
        (gettext_noop("Writes to M: %(count)s"), totals.writes, algorithm.letter == "C"),
        (gettext_noop("Useful writes to M: %(count)s"), totals.useful_writes, algorithm.letter == "C"),
        (gettext_noop("Candidates removed: %(count)s"), totals.writes, algorithm.letter == "E"),
        (gettext_noop("Solutions: %(count)s"), totals.solutions, algorithm.finds_all),
        (gettext_noop("Events: %(count)s"), trace.length, True),
    ]
    for message, count, is_shown in counted:
        if is_shown:
            yield words.gettext(message) % {"count": amount(count, trace, words)}
    if not algorithm.finds_all:
        yield to_grid(Board(tuple(trace.final.digits)))
    yield verdict(trace, words)


def amount(count: int, trace: Trace, words: Words) -> str:
    """A total, or more than it where the run was cut."""
    return str(count) if trace.is_exact else words.gettext("more than %(count)d") % {"count": count}


def verdict(trace: Trace, words: Words) -> str:
    """Solved or not, or given up."""
    if not trace.is_exact:
        message = words.gettext("Stopped after %(count)d events: the run does not end.")
        return message % {"count": trace.length}
    if is_truly_solved(trace):
        return words.gettext("Solved.")
    if trace.is_solved:
        return words.gettext(
            "The solver considers it solved, but it is not valid: two givens in one row, column or box are "
            "equal, and the solver never compares givens."
        )
    if trace.algorithm == "projet_insa":
        return words.gettext("The simple method does not solve this grid.")
    return words.gettext("This grid has no solution.")


def is_truly_solved(trace: Trace) -> bool:
    """Whether a solution was found. Given digits that break the rules are nothing a solver looks at."""
    return trace.is_solved and not conflicts(Board(tuple(trace.givens)))


def show_event(trace: Trace, walked: Walked, options: Namespace, console: Console) -> None:
    """An event in a line; live with the board after it: on a terminal in place, and in time."""
    line = event_line(trace, walked, console.words)
    if not options.live:
        console.say(line)
        return
    start = _CLEAR_SCREEN if console.is_terminal else ""
    console.say(f"{start}{to_grid(Board(tuple(walked.state.digits)))}\n{line}")
    if console.is_terminal:
        console.flush()
        time.sleep(1 / min(options.speed, _FASTEST))


def event_line(trace: Trace, walked: Walked, words: Words) -> str:
    """What an event was, its line in the course's text, and the counters after it."""
    counters, line = walked.state.counters, source_line(trace, walked)
    message = words.gettext(
        "%(number)d. %(event)s"
        " (line %(line)d; tests %(tests)d, placements %(placements)d, returns %(returns)d)"
    )
    if line is None:
        message = words.gettext(
            "%(number)d. %(event)s (tests %(tests)d, placements %(placements)d, returns %(returns)d)"
        )
    return message % {
        "number": walked.number + 1,
        "event": describe_event(walked.event, words),
        "line": line,
        "tests": counters.tests,
        "placements": counters.placements,
        "returns": counters.returns,
    }


def as_data(record: PuzzleRecord, trace: Trace) -> dict[str, object]:
    """The counters as data; `exact` is false where they are only a lower bound."""
    return {
        "number": record.number,
        "line": record.line,
        "puzzle": record.puzzle,
        "algorithm": trace.algorithm,
        "exact": trace.is_exact,
        "solved": is_truly_solved(trace),
        "events": trace.length,
        "kept": kept_events(trace),
        "counters": trace.totals._asdict(),
        "grid": Board(tuple(trace.final.digits)).to_line(),
    }


def kept_events(trace: Trace) -> list[tuple[int, int]]:
    """The first and the last number, from 1 on, of each part of the run whose events are kept."""
    if trace.head == trace.tail:
        return [(1, trace.length)]
    return [(1, trace.head), (trace.tail + 1, trace.length)]


def event_data(trace: Trace, walked: Walked) -> dict[str, object]:
    """One event as data: what, where, the line of the course's text, the tests before it and the depth."""
    event = walked.event
    return {
        "event": walked.number + 1,
        "operation": event.operation.name.lower(),
        "cell": cell_name(event.cell) if event.cell in CELLS else None,
        "digit": event.digit or None,
        "source": source_line(trace, walked),
        "tests": len(walked.tests),
        "depth": walked.depth,
    }


def source_line(trace: Trace, walked: Walked) -> int | None:
    """The line of the course's text that makes an event; None in a copy without that text."""
    try:
        return trace.line(walked.number)
    except UnknownSourceError:
        return None


def _chosen(trace: Trace, options: Namespace, console: Console) -> Iterator[Walked]:
    """The events the options ask for, those of the kept end too. Raises TerminalError where none is kept."""
    start = options.start - 1
    if start >= trace.length or trace.head <= start < trace.tail:
        message = console.words.gettext("event %(number)d is not stored: there are %(kept)s")
        kept = ", ".join(f"{first}-{last}" for first, last in kept_events(trace))
        raise TerminalError(message % {"number": options.start, "kept": kept})
    return islice(_walk(trace, start), options.events)


def _walk(trace: Trace, start: int) -> Iterator[Walked]:
    yield from trace.walk(start)
    if start < trace.head < trace.tail:
        yield from trace.walk(trace.tail)


VERB = Verb("trace", gettext_noop("watch a solver of the course at work"), add_arguments, run)
