"""The algorithms that can be watched: their names, the text they follow, and the line of each event in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from ..board import Board
from ..translation import gettext_noop
from ..worksheets import UnknownSourceError, line_of
from .events import Operation, Piece
from .forward_backward import ForwardBackward
from .reading_order import ReadingOrder
from .replay import ChoicePlayer, ListPlayer, MovesPlayer, Player, RecursionPlayer, TablePlayer
from .simple_method import SimpleMethod
from .smallest_choice import SmallestChoice

STATEMENTS = f"{__package__}.statements"


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm.

    `name` is the module of the course that it follows, `title` a msgid, `test` the function there that makes
    one test. `letter` is the kind of run: it decides what the viewer shows.
    """

    name: str
    letter: str
    title: str
    pieces: Callable[[Board], Iterator[Piece]]
    player: type[Player]
    test: str | None = None
    finds_all: bool = False

    @property
    def statements(self) -> dict[Operation, tuple[str, str, int]]:
        """The statement of each operation: function, text, and which of them. Raises UnknownSourceError."""
        try:
            module = import_module(f"{STATEMENTS}.{self.name}")
        except ModuleNotFoundError:
            raise UnknownSourceError(f"this copy comes without the statements of {self.name}.py") from None
        found: dict[Operation, tuple[str, str, int]] = module.STATEMENTS
        return found

    def line(self, operation: Operation) -> int:
        """The line of the course's text that does an operation."""
        function, statement, nth = self.statements[operation]
        return line_of(self.name, function, statement, nth=nth)


_ALGORITHMS = (
    Algorithm(
        name="tutoriel",
        letter="A",
        title=gettext_noop("Recursion in reading order, first solution"),
        pieces=lambda board: ReadingOrder(board).pieces(),
        player=RecursionPlayer,
        test="is_valid",
    ),
    Algorithm(
        name="n_valide",
        letter="A",
        title=gettext_noop("Recursion in reading order, every solution"),
        pieces=lambda board: ReadingOrder(board, every_solution=True).pieces(),
        player=RecursionPlayer,
        test="n_valide",
        finds_all=True,
    ),
    Algorithm(
        name="td_iteratif",
        letter="B",
        title=gettext_noop("Forward and backward without recursion"),
        pieces=lambda board: ForwardBackward(board).pieces(),
        player=MovesPlayer,
        test="test",
    ),
    Algorithm(
        name="projet_insa",
        letter="C",
        title=gettext_noop("The simple method with its table M"),
        pieces=lambda board: SimpleMethod(board).pieces(),
        player=TablePlayer,
        test="permis",
    ),
    Algorithm(
        name="mini_projet",
        letter="D",
        title=gettext_noop("Recursion with the list of possible digits"),
        pieces=lambda board: ReadingOrder(board, lists_digits=True).pieces(),
        player=ListPlayer,
        test="possibles",
    ),
    Algorithm(
        name="propagation",
        letter="E",
        title=gettext_noop("Beyond the course: smallest choice first, with propagation"),
        pieces=lambda board: SmallestChoice(board).pieces(),
        player=ChoicePlayer,
    ),
)

ALGORITHMS = {algorithm.name: algorithm for algorithm in _ALGORITHMS}
