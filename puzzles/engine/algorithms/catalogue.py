"""The algorithms that can be watched: their names, the text they follow, and the line of each event in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from ..board import Board
from ..course import UnknownSourceError, line_of
from ..translation import gettext_noop
from .events import Operation, Piece, State
from .forward_backward import ForwardBackward
from .reading_order import ReadingOrder
from .replaying import ChoicePlayer, ListPlayer, MovesPlayer, Player, RecursionPlayer, TablePlayer
from .simple_method import SimpleMethod
from .smallest_choice import SmallestChoice

STATEMENTS = f"{__package__}.statements"
ALL_CANDIDATES = 0b111_111_111


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm. `name` is the module of the course it follows, `title` a msgid, `test` the function
    that makes one test there.
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
        """For each operation where it stands: function, statement, which one. Raises UnknownSourceError."""
        try:
            module = import_module(f"{STATEMENTS}.{self.name}")
        except ModuleNotFoundError:
            raise UnknownSourceError(f"this copy comes without the statements of {self.name}.py") from None
        found: dict[Operation, tuple[str, str, int]] = module.STATEMENTS
        return found

    @property
    def is_recursive(self) -> bool:
        """Whether its text calls itself."""
        return self.letter in "ADE"

    def start(self, board: Board) -> State:
        """The state before the first event."""
        digits = bytes(board)
        if self.player is TablePlayer:
            return State(digits, masks=(0,) * 81)
        if self.player is ChoicePlayer:
            masks = tuple(0 if digit else ALL_CANDIDATES for digit in board)
            return State(digits, masks=masks, levels=bytes(81))
        return State(digits)

    def line(self, operation: Operation) -> int:
        """The line of the course's text where an operation stands."""
        function, statement, nth = self.statements[operation]
        return line_of(self.name, function, statement, nth=nth)

    def depth(self, state: State, givens: bytes) -> int:
        """How many calls of the solver are open (A, D), one more than choices are open (E), else 0."""
        last = state.last.operation
        if self.letter == "A":
            filled = sum(map(bool, state.digits)) - sum(map(bool, givens))
            return filled + (last != Operation.PLACE)
        if self.letter == "D":
            return 1 if last in (Operation.START, Operation.OVER) else state.last.cell + 1
        if self.letter == "E":
            return max(state.levels) + 1
        return 0


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
