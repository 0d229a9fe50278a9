"""`generate`: new puzzles with one solution."""

import random
from argparse import ArgumentParser, Namespace

from ..board import Board
from ..generator import GeneratorError, generate
from ..grading import HARDEST_TIER, TIERS, grade
from ..search import search
from ..techniques import solving_class
from ..translation import Words, gettext_noop
from .console import Console
from .grade import grade_data
from .grids import positive_number
from .verb import EXIT_FINE, TerminalError, Verb

_FEWEST_CLUES = 17
_SEED_BITS = 32


def add_arguments(parser: ArgumentParser, words: Words) -> None:
    """How many, from which seed, of which class and tier, with how many clues."""
    number = positive_number(words)
    parser.add_argument(
        "--count", type=number, default=1, metavar="K", help=words.gettext("how many puzzles (default: 1)")
    )
    parser.add_argument(
        "--seed", metavar="S", help=words.gettext("any text; the same seed gives the same puzzles")
    )
    parser.add_argument(
        "--class",
        dest="wanted",
        choices=("simple", "singles", "harder"),
        help=words.gettext("simple: naked singles suffice; singles: hidden ones too; harder: neither"),
    )
    parser.add_argument(
        "--tier",
        type=number,
        choices=TIERS,
        help=words.gettext("how hard: 1 singles; 2 pairs and triples; 3 patterns; 4 chains; 5 trial"),
    )
    parser.add_argument("--clues", type=number, metavar="N", help=words.gettext("how many givens, 17 to 81"))
    parser.add_argument(
        "--symmetric",
        action="store_true",
        help=words.gettext("givens in a pattern that looks the same upside down"),
    )


def run(options: Namespace, console: Console) -> int:
    """Print each puzzle as soon as it is found, one a line."""
    words = console.words
    _refuse_contradictions(options, words)
    seed = options.seed if options.seed is not None else str(random.SystemRandom().getrandbits(_SEED_BITS))
    rng = random.Random(seed)
    for number in range(1, options.count + 1):
        say_puzzle(_generate(options, rng, words), number, seed, console)
        console.flush()
    return EXIT_FINE


def _refuse_contradictions(options: Namespace, words: Words) -> None:
    if options.clues is not None and not _FEWEST_CLUES <= options.clues <= 81:
        message = words.gettext("%(count)d givens: expected 17 to 81")
        raise TerminalError(message % {"count": options.clues})
    if options.wanted and options.tier and (options.wanted == "harder") != (options.tier > 1):
        raise TerminalError(words.gettext("singles solve only puzzles of tier 1: ask for another class"))


def _generate(options: Namespace, rng: random.Random, words: Words) -> Board:
    tier = options.tier
    try:
        return generate(
            rng,
            wanted="harder" if tier and tier > 1 else options.wanted,
            clue_count=options.clues,
            is_symmetric=options.symmetric,
            accept=(lambda puzzle: grade(puzzle).tier == tier) if tier else None,
            weigh=(lambda puzzle: grade(puzzle).score) if tier == HARDEST_TIER else None,
        )
    except GeneratorError:
        raise TerminalError(
            words.gettext("no such puzzle found; ask for another number of givens, another class or tier")
        ) from None


def say_puzzle(puzzle: Board, number: int, seed: str, console: Console) -> None:
    """One puzzle: its 81 characters, or all that is known of it as data."""
    if not console.is_json:
        console.say(puzzle.to_line())
        return
    solution = search(puzzle).solution
    console.say_json(
        {
            "number": number,
            "seed": seed,
            "puzzle": puzzle.to_line(),
            "solution": solution.to_line() if solution else None,
            "clues": puzzle.clue_count,
            "class": solving_class(puzzle),
        }
        | grade_data(grade(puzzle))
    )


VERB = Verb("generate", gettext_noop("make new puzzles with one solution"), add_arguments, run)
