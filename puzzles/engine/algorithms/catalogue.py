"""The algorithms that can be watched: their names, the text they follow, and the line of each event in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..board import Board
from ..course import line_of
from ..translation import gettext_noop
from .events import Operation, Piece
from .forward_backward import ForwardBackward
from .reading_order import ReadingOrder
from .replaying import ChoicePlayer, ListPlayer, MovesPlayer, Player, RecursionPlayer, TablePlayer
from .simple_method import SimpleMethod
from .smallest_choice import SmallestChoice


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm. `name` is the module of the course it follows, `title` a msgid, `test` the function
    that makes one test there. `statements` tells for each operation where it stands: function, statement,
    which one.
    """

    name: str
    letter: str
    title: str
    pieces: Callable[[Board], Iterator[Piece]]
    player: type[Player]
    statements: dict[Operation, tuple[str, str, int]]
    test: str | None = None
    finds_all: bool = False

    def line(self, operation: Operation) -> int:
        """The line of the course's text where an operation stands."""
        function, statement, nth = self.statements[operation]
        return line_of(self.name, function, statement, nth=nth)


_WRITES = {
    operation: ("interdire", statement, 1)
    for statement, operations in {
        "self.M[i][n][k] = 1": (Operation.WRITE_ROW, Operation.WRITE_ROW_AGAIN),
        "self.M[n][j][k] = 1": (Operation.WRITE_COLUMN, Operation.WRITE_COLUMN_AGAIN),
        "self.M[a][b][k] = 1": (Operation.WRITE_BOX, Operation.WRITE_BOX_AGAIN),
    }.items()
    for operation in operations
}

_ALGORITHMS = (
    Algorithm(
        name="tutoriel",
        letter="A",
        title=gettext_noop("Recursion in reading order, first solution"),
        pieces=lambda board: ReadingOrder(board).pieces(),
        player=RecursionPlayer,
        statements={
            Operation.PLACE: ("solve", "board[row][col] = num", 1),
            Operation.RETURN: ("solve", "board[row][col] = 0", 1),
            Operation.SOLUTION: ("solve", "return True", 1),
            Operation.OVER: ("solve", "return False", 1),
        },
        test="is_valid",
    ),
    Algorithm(
        name="n_valide",
        letter="A",
        title=gettext_noop("Recursion in reading order, every solution"),
        pieces=lambda board: ReadingOrder(board, every_solution=True).pieces(),
        player=RecursionPlayer,
        statements={
            Operation.PLACE: ("solve", "grid[y][x] = n", 1),
            Operation.RETURN: ("solve", "grid[y][x] = 0", 1),
            Operation.SOLUTION: ("solve", 'print(grid[i][j], end="")', 1),
            Operation.OVER: ("solve", "return", 1),
        },
        test="n_valide",
        finds_all=True,
    ),
    Algorithm(
        name="td_iteratif",
        letter="B",
        title=gettext_noop("Forward and backward without recursion"),
        pieces=lambda board: ForwardBackward(board).pieces(),
        player=MovesPlayer,
        statements={
            Operation.PLACE: ("remplissage", "M[i][j] = nombre", 1),
            Operation.ADVANCE: ("resolution", "i, j = avance_case(i, j)", 1),
            Operation.RETREAT: ("resolution", "i, j = recule_case(i, j)", 1),
            Operation.SOLUTION: ("resolution", "affiche(M)", 2),
            Operation.OVER: ("resolution", 'print("Le problème n\'a pas été résolu.")', 1),
        },
        test="test",
    ),
    Algorithm(
        name="projet_insa",
        letter="C",
        title=gettext_noop("The simple method with its table M"),
        pieces=lambda board: SimpleMethod(board).pieces(),
        player=TablePlayer,
        statements={
            Operation.PLACE: ("resoudre_simple", "self.grille[i][j] = chiffre", 1),
            Operation.SOLUTION: ("resoudre_simple", "return self.est_valide()", 1),
            Operation.OVER: ("resoudre_simple", "return self.est_valide()", 1),
            **_WRITES,
        },
        test="permis",
    ),
    Algorithm(
        name="mini_projet",
        letter="D",
        title=gettext_noop("Recursion with the list of possible digits"),
        pieces=lambda board: ReadingOrder(board, lists_digits=True).pieces(),
        player=ListPlayer,
        statements={
            Operation.PLACE: ("resoudre", "S[i][j] = k", 1),
            Operation.RETURN: ("resoudre", "if resoudre(S, a, b):", 1),
            Operation.SOLUTION: ("resoudre", "return True", 1),
            Operation.OVER: ("resoudre", "return False", 1),
        },
        test="possibles",
    ),
    Algorithm(
        name="propagation",
        letter="E",
        title=gettext_noop("Beyond the course: smallest choice first, with propagation"),
        pieces=lambda board: SmallestChoice(board).pieces(),
        player=ChoicePlayer,
        statements={
            Operation.REMOVE_GIVEN: ("candidats", "C[a][b].remove(S[i][j])", 1),
            Operation.REMOVE: ("placer", "C[a][b].remove(chiffre)", 1),
            Operation.PLACE_NAKED: ("chiffre_seul", "return i, j, C[i][j][0]", 1),
            Operation.PLACE_HIDDEN: ("place_seule", "return i, j, chiffre", 1),
            Operation.CHOOSE: ("chercher", "if placer(S2, C2, i, j, chiffre):", 1),
            Operation.RETURN: ("chercher", "for chiffre in C[i][j]:", 1),
            Operation.SOLUTION: ("chercher", "return S", 1),
            Operation.OVER: ("chercher", "return None", 2),
        },
    ),
)

ALGORITHMS = {algorithm.name: algorithm for algorithm in _ALGORITHMS}
