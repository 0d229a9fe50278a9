"""The first worksheet: the class `Sudoku`, its readers, its drawing, its check, two solvers and a program.

The worksheet fixes a few names and leaves the rest open; `layout` finds how the program is built, and each
way to call a question's function is a form. A form that passes all cases is enough.
"""

from .. import comparison, dialogue, grids, layout, oracle, printed_grids
from ..cases import ANYTHING, CLASS, FUNCTION, METHOD, SCRIPT, SOLVED, Case, Expected, Outcome
from ..environment import Environment, attempt
from ..exercise import Exercise
from ..function_lookup import Found

FILE = layout.FILE
FIGURE_1_SOLUTION = "426571398857293146139468275971385624543726819682149753794632581265814937318957462"
# Errors that a program raises on purpose to say that it failed; others are accidents.
RAISED_ON_PURPOSE = ("ValueError", "Exception", "RuntimeError", "AssertionError", "ArithmeticError")


class _Outcome(Outcome):
    """An outcome with every grid that can be read afterwards: in the value, and in what held the grid."""

    __slots__ = ("answers_left", "gave_up", "given_back", "held", "is_untouched", "memory")

    def __init__(self, outcome, given_back=(), held=(), memory=None):
        Outcome.__init__(self, outcome.value, None, outcome.printed, outcome.error, outcome.line)
        self.stopped = outcome.stopped
        self.given_back = list(given_back)
        self.held = list(held)
        self.memory = memory
        self.is_untouched = True
        self.answers_left = 0
        self.gave_up = False
        self.grid_after = (self.held + self.given_back + [None])[0]
        if self.given_back and hasattr(self.value, "__dict__"):
            # An object of the student's class is shown by its grid.
            self.value = layout.Shown(self.value, self.given_back[0])

    @property
    def lines(self):
        return self.given_back + self.held

    def fault(self):
        """The verdict where the call did not come to an end."""
        if self.stopped:
            return "too_slow", None
        return ("raised", None) if self.error else None


class _Question(Exercise):
    """A question whose function works on one grid, as a method or a function."""

    worksheet = "projet_insa"
    container: str | None = "Sudoku"
    kind = METHOD

    def found_names(self, program):
        """The names in the program that may be what the question asks for, the likeliest first."""
        known = layout.layout_of(program)
        return [name for name in self.names if known.functions(name)]

    def find(self, program):
        names = self.found_names(program)
        return Found(names[0], None) if names else super().find(program)

    def forms_of(self, program):
        known = layout.layout_of(program)
        return [way for name in self.found_names(program) for way in known.ways(name)]

    def call(self, program, case, form):
        prepared = layout.run(program, lambda: form.prepare(case.grid), **_world(case.grid))
        if prepared.error or prepared.stopped:
            return _Outcome(prepared)
        act, holders = prepared.value
        before = [layout.raw_cells(holder) for holder in holders()]
        outcome = layout.run(program, act, answers=case.answers, files=case.files)
        held = [line for holder in holders() for line in layout.grids_in(holder)]
        outcome = _Outcome(outcome, layout.grids_in(outcome.value), held, form.memory)
        outcome.is_untouched = before == [layout.raw_cells(holder) for holder in holders()]
        return outcome


def _world(line):
    """The file and the answer that a program may want in order to hold a grid."""
    text = (line or grids.EMPTY).replace(".", "0")
    return {"answers": (text,), "files": {FILE: text + "\n"}}


# --- Question 1 ---


class SudokuClass(_Question):
    """The class takes a grid, complete or not, and keeps it; two objects share nothing, nor do two rows."""

    key = "sudoku"
    number = "1"
    kind = CLASS
    names = ("Sudoku",)
    container = None
    examples = (Case(grid=grids.PROJET_INSA, label="the worksheet's line"),)

    def find(self, program):
        if layout.find_class(program) is not None:
            return Found("Sudoku", None)
        return Exercise.find(self, program)

    def forms_of(self, program):
        known = layout.layout_of(program)
        constructors = known.constructors()
        if not any(known.fits(make) for make in constructors):
            misreading = [make for make in constructors if known.misreads(make)]
            if misreading:
                return misreading
        return known.objects() or constructors[-3:]

    def cases(self):
        yield Case(grid=FIGURE_1_SOLUTION, label="complete")
        yield Case(grid=grids.EMPTY, label="empty")
        yield Case(grid=grids.random_grid(5, 30), label="random")
        yield Case("two", grid=grids.TUTORIEL, label="two objects")
        for cell in (0, 40, 80):
            yield Case("write", cell, grid=grids.MINI_PROJET, label="a cell is written", shrinks=False)
        yield Case("bare", grid=grids.EMPTY, label="two empty objects", shrinks=False)

    def expected(self, case):
        if case.arguments[:1] == ("write",):
            return Expected(value=ANYTHING, grid_after=grids.with_digit(case.grid, case.arguments[1], 9))
        return Expected(value=ANYTHING, grid_after=case.grid)

    def call(self, program, case, form):
        sudoku = layout.find_class(program)
        what = case.arguments[0] if case.arguments else "one"
        answers = _world(case.grid)["answers"] * 2

        def act():
            if what == "bare":
                first, held = sudoku(), sudoku()
                _write(first, 0, 9)
            else:
                held = form(case.grid)
                if what == "write":
                    _write(held, case.arguments[1], 9)
            return held

        outcome = layout.run(program, act, answers=answers, files=_world(case.grid)["files"])
        held = layout.grids_in(outcome.value)
        if what == "bare" and (outcome.error or not held):
            # Sudoku() without a grid is not asked for.
            return _Outcome(Outcome(), (), [grids.EMPTY])
        if what == "two" and not outcome.error:
            layout.run(program, lambda: form(grids.FIGURE_2), **_world(grids.FIGURE_2))
            held = layout.grids_in(outcome.value)
        if what == "write" and case.grid in held and self.expected(case).grid_after not in held:
            # What was written reached no grid: a property gives copies, or the grid is text.
            held = [self.expected(case).grid_after]
        outcome = _Outcome(outcome, (), held)
        if outcome.grid_after is not None:
            outcome.value = layout.Shown(outcome.value, outcome.grid_after)
        return outcome

    def judge_case(self, case, outcome, expected):
        if outcome.fault() or expected.grid_after in outcome.held:
            return outcome.fault()
        return "wrong", "grid"

    def call_text(self, name, case):
        what = case.arguments[0] if case.arguments else "one"
        if what == "bare":
            return f"a, b = {name}(), {name}()"
        if what == "two":
            return f"a, b = {name}(...), {name}(...)"
        return f"a = {name}(...)"


def _write(held, cell, digit):
    """Write a digit into a cell of the list that an object has, as its own methods would."""
    for value in [held] + [value for _, value in layout.attributes(held)]:
        if layout.grid_line(value) is None or isinstance(value, (str, tuple)):
            continue
        try:
            if isinstance(value, dict):
                value[layout.dict_keys(value)[cell]] = digit
            elif len(value) == 81:
                value[cell] = digit
            else:
                value[cell // 9][cell % 9] = digit
            return
        except Exception:  # noqa: S112 - whatever a student's class raises
            continue


# --- Questions 2 and 3: a grid from a file, from the keyboard ---


class _Reader(_Question):
    """A function that gives a grid back, or fills its object. A form: (owner, function, setting)."""

    kind = FUNCTION
    settings: tuple = ()

    def forms_of(self, program):
        known = layout.layout_of(program)
        return [
            (owner, function, setting)
            for owner, function in known.functions(self.names[0])
            for setting in self.settings
        ]

    def call(self, program, case, form):
        owner, function, setting = form
        known = layout.layout_of(program)
        prepared = layout.run(program, lambda: _bound(known, owner, function, self.names[0]), **_world(None))
        if prepared.error or prepared.stopped:
            return _Outcome(prepared)
        act, holder = prepared.value
        answers = self.answers(case, setting)
        met = Environment(answers, case.files)
        outcome = attempt(program, lambda: act(*self.arguments(program, case, setting)), met, program.steps)
        held = layout.grids_in(holder)
        if owner is None:
            names = known.globals_with_grid()
            held = [line for name in names for line in layout.grids_in(program.namespace[name])]
        outcome = _Outcome(outcome, layout.grids_in(outcome.value), held)
        outcome.answers_left = len(met.console.answers)
        return outcome

    def arguments(self, program, case, setting):
        return ()

    def answers(self, case, setting):
        return ()

    def expected(self, case):
        return Expected(value=ANYTHING, grid_after=case.grid)

    def judge_case(self, case, outcome, expected):
        if outcome.fault() or case.grid in outcome.lines:
            return outcome.fault()
        outcome.grid_after = outcome.given_back[0] if outcome.given_back else None
        return "wrong", "grid"


def _bound(known, owner, function, name):
    """What to call, and the object that may hold the grid afterwards."""
    if owner is None:
        return function, None
    if isinstance(function, (staticmethod, classmethod)):
        return getattr(owner, name), None
    held = known.bare()
    return getattr(held, name), held


class LireFichier(_Reader):
    """`ligne` counts from 1 or from 0, `fichier` is a name or an open file: any, but always the same."""

    key = "lire_fichier_sudoku"
    number = "2"
    names = ("lire_fichier_sudoku",)
    parameters = ("fichier", "ligne")
    settings = ((1, False), (0, False), (1, True), (0, True))  # the first line's number, is it an open file
    LINES = (
        grids.PROJET_INSA,
        grids.FIGURE_1,
        grids.FIGURE_2,
        grids.TUTORIEL,
        grids.random_grid(3, 30),
        grids.random_full(4),
    )

    def cases(self):
        text = "\n".join(self.LINES).replace(".", "0")
        for number, line in enumerate(self.LINES, 1):
            yield Case(FILE, number, grid=line, files={FILE: text + "\n"}, label="six grids", shrinks=False)
        yield Case(FILE, 6, grid=line, files={FILE: text}, label="no end of line at the end", shrinks=False)
        one = grids.MINI_PROJET
        files = {"grilles.txt": one.replace(".", "0") + "\n"}
        yield Case("grilles.txt", 1, grid=one, files=files, label="one grid", shrinks=False)

    def arguments(self, program, case, setting):
        first, is_open = setting
        name, number = case.arguments
        return (program.namespace["open"](name) if is_open else name), number - 1 + first


class Saisir(_Reader):
    """81 characters at once, by rows or one by one; wrong answers first. Giving up then is handled too."""

    key = "saisir_sudoku"
    number = "3"
    names = ("saisir_sudoku",)
    settings = (81, 9, 1)  # characters in an answer

    def cases(self):
        for wrong, line in (
            ("", grids.FIGURE_1),
            ("", FIGURE_1_SOLUTION),
            ("short", grids.FIGURE_2),
            ("letter", grids.FIGURE_2),
            ("long", grids.FIGURE_2),
            ("empty", grids.FIGURE_2),
            ("sign", grids.FIGURE_2),
            ("letter short", grids.TUTORIEL),
        ):
            typed = _typed(line, wrong, 81)
            label = f"wrong first: {wrong}" if wrong else "right at once"
            yield Case(wrong, grid=line, answers=typed, label=label, shrinks=False)

    def answers(self, case, setting):
        return _typed(case.grid, case.arguments[0], setting)

    def call(self, program, case, form):
        outcome = super().call(program, case, form)
        # It asked, and gave up at a wrong answer: the right ones are all still there.
        total, wrong = len(self.answers(case, form[2])), len(case.arguments[0].split())
        outcome.gave_up = total - wrong <= outcome.answers_left < total
        return outcome

    def judge_case(self, case, outcome, expected):
        if outcome.fault() or case.grid in outcome.lines:
            return outcome.fault()
        gave_up = outcome.gave_up and all(line == grids.EMPTY for line in outcome.given_back)
        if gave_up and (outcome.given_back or outcome.value in (None, False, 0, "")):
            return None
        return super().judge_case(case, outcome, expected)

    def call_text(self, name, case):
        return f"{name}()"


def _typed(line, wrong, size):
    """What is typed: wrong answers of these kinds, then the grid in answers of so many characters."""
    text = line.replace(".", "0")
    right = [text[start : start + size] for start in range(0, 81, size)]
    return [_mistyped(right[0], kind) for kind in wrong.split()] + right


def _mistyped(right, kind):
    if kind == "short":
        return right[: len(right) // 2]
    if kind == "long":
        return "1" + right
    if kind == "empty":
        return ""
    return right[: len(right) // 2] + ("a" if kind == "letter" else "!") + right[len(right) // 2 + 1 :]


# --- Question 4 ---


class Afficher(_Question):
    """Nine rows on nine lines, in any frame and with any sign for an empty cell; the grid is left alone."""

    key = "afficher_sudoku"
    number = "4"
    names = ("afficher_sudoku",)
    examples = (Case(grid=grids.PROJET_INSA, label="the worksheet's line"),)

    def cases(self):
        yield Case(grid=grids.EMPTY, label="empty")
        yield Case(grid=FIGURE_1_SOLUTION, label="complete")
        yield Case(grid=grids.FIGURE_2, label="figure 2")
        for cell in (0, 13, 80):
            yield Case(grid=grids.with_digit(grids.EMPTY, cell, 7), label="one digit")
        yield Case(grid=grids.random_grid(8, 40), label="random")

    def expected(self, case):
        return Expected(value=ANYTHING, printed=printed_grids.framed(case.grid))

    def judge_case(self, case, outcome, expected):
        if outcome.fault():
            return outcome.fault()
        found = outcome.memory["drawing"]
        lines = printed_grids.drawing_lines(outcome.printed)
        if found is None or not any(found.read(lines, first) == case.grid for first in range(len(lines))):
            return "printed_wrong", None
        return None if outcome.is_untouched else ("changed", "grid")

    def call(self, program, case, form):
        drawing_by(program, form)
        return super().call(program, case, form)


def drawing_by(program, form):
    """How this form draws, found once from two full grids."""
    if "drawing" not in form.memory:
        first = grids.random_full(21)
        second = printed_grids.renamed(first, 4)
        texts = [_Question.call(_ANY, program, Case(grid=line), form).printed for line in (first, second)]
        form.memory["drawing"] = printed_grids.drawing_of(texts[0], texts[1], first, second)
    return form.memory["drawing"]


_ANY = _Question()


# --- Question 5 ---


class EstValide(_Question):
    """1 for a full grid that obeys the rules, else 0: numbers, as the worksheet writes them."""

    key = "est_valide"
    number = "5"
    names = ("est_valide",)
    examples = (
        Case(grid=FIGURE_1_SOLUTION, label="figure 1, complete"),
        Case(grid=grids.FIGURE_1, label="figure 1, incomplete"),
    )

    def cases(self):
        full = FIGURE_1_SOLUTION
        yield Case(grid=grids.random_full(2), label="complete")
        yield Case(grid=grids.EMPTY, label="empty")
        for cell in (0, 40, 80):
            yield Case(grid=grids.without(full, cell), label="one empty cell")
        yield Case(
            grid="".join(str((row + column) % 9 + 1) for row in range(9) for column in range(9)),
            label="boxes",
        )
        yield Case(
            grid="".join(str((row * 3 + row // 3) % 9 + 1) for row in range(9) for _ in range(9)),
            label="one digit in each row",
        )
        yield Case(
            grid="".join(str((column * 3 + column // 3) % 9 + 1) for _ in range(9) for column in range(9)),
            label="one digit in each column",
        )
        # Two digits of a row exchanged within a box: rows and boxes are right, columns are not; and turned.
        for cell in (3, 44, 79):
            yield Case(grid=_exchanged(full, cell, cell + 1), label="columns")
        for cell in (3, 44, 62):
            yield Case(grid=_exchanged(full, cell, cell + 9), label="rows")
        yield Case(grid="5" * 81, label="all alike")
        yield Case(grid=full.replace("9", "."), label="one digit is nowhere")
        for cell in (0, 37, 80):
            yield Case(grid=grids.with_digit(full, cell, int(full[cell]) % 9 + 1), label="one digit wrong")
        yield Case(grid=grids.random_full(6), label="complete")
        yield Case(grid=grids.TUTORIEL, label="incomplete")

    def expected(self, case):
        return Expected(value=1 if oracle.is_valid_full(case.grid) else 0)

    def judge_case(self, case, outcome, expected):
        after, outcome.grid_after = outcome.grid_after, case.grid
        fault = comparison.judge_case(self, case, outcome, expected)
        if fault is None and not outcome.is_untouched:
            outcome.grid_after = after
            return "changed", "grid"
        return fault


def _exchanged(line, first, second):
    return grids.with_digit(grids.with_digit(line, first, int(line[second])), second, int(line[first]))


# --- Questions 6 and 7: the solvers ---


class _Solver(_Question):
    """A grid is solved in the object, in the argument or in what is given back; failing is said in any way.

    A program may say that it failed by 0, False, None, a text or an error raised on purpose: only by the same
    value as for success, by True or by a full grid it does not.
    """

    failures = 1

    def is_solvable(self, line):
        """Whether this question's method ends with a full grid."""
        raise NotImplementedError

    def call(self, program, case, form):
        if "success" not in form.memory:
            # What the form gives for a grid with one empty cell.
            easy = Case(grid=grids.without(FIGURE_1_SOLUTION, 40))
            form.memory["success"] = super().call(program, easy, form).value
        outcome = super().call(program, case, form)
        if outcome.error and not self.is_solvable(case.grid):
            name = outcome.error.split(":")[0]
            if name in RAISED_ON_PURPOSE or name in program.own_names:
                outcome.error = outcome.line = None
        return outcome

    def judge_case(self, case, outcome, expected):
        if outcome.fault():
            return outcome.fault()
        if self.is_solvable(case.grid):
            solved = [
                line for line in outcome.lines if oracle.is_valid_full(line) and extends(line, case.grid)
            ]
            if solved and outcome.value is not False:
                return None
            if solved:
                outcome.grid_after = solved[0]
                return "wrong", "value"
            if not outcome.lines and outcome.value is None:
                return "wrong", "value"
            return "wrong", "grid"
        return ("wrong", "value") if self.claims_success(outcome) else None

    def claims_success(self, outcome):
        value, success = outcome.value, outcome.memory["success"]
        if any("." not in line for line in outcome.given_back) or value is True:
            return True
        if value is None or value is False:
            return value is success and any("." not in line for line in outcome.held)
        if isinstance(value, int):
            return isinstance(success, int) and value == success
        return isinstance(value, str) and value == success


def extends(line, start):
    """Whether `line` has the digits of `start`."""
    return all(given in (".", digit) for digit, given in zip(line, start, strict=True))


class Simple(_Solver):
    """The worksheet gives this method no name: it is found by its words, else by what it does."""

    key = "resoudre_simple"
    number = "6"
    names = (
        "resoudre_simple",
        "simple",
        "methode_simple",
        "resolution_simple",
        "remplir_simple",
        "remplissage_simple",
        "resoudre_sudoku_simple",
        "solution_simple",
        "remplir",
        "remplissage",
        "completer",
    )
    # Words of the method's name, then of names that are of its helpers.
    WORDS = (
        "simple",
        "rempli",
        "methode",
        "resolution",
        "complet",
        "deduire",
        "deduction",
        "facile",
        "unique",
        "singleton",
    )
    HELPERS = (
        "est",
        "is",
        "case",
        "cherche",
        "chercher",
        "trouve",
        "trouver",
        "test",
        "tester",
        "peut",
        "solution",
        "tirer",
    )
    OTHERS = (
        "est_valide",
        "resoudre",
        "afficher_sudoku",
        "lire_fichier_sudoku",
        "saisir_sudoku",
        "programme",
        "main",
    )

    def found_names(self, program):
        known = layout.layout_of(program)
        exact = [name for name in self.names if known.functions(name)]
        others = [name for name in known.method_names() if name not in exact and name not in self.OTHERS]
        by_words = []
        for word in self.WORDS:
            for name in others:
                first = _plain(name).strip("_").split("_")[0]
                if word in _plain(name) and first not in self.HELPERS and name not in by_words:
                    by_words.append(name)
        return (exact + by_words)[:4] or self._by_behaviour(program, known, others)

    def _by_behaviour(self, program, known, others):
        """Names of methods without arguments that fill a simple grid and no other."""
        found = []
        for owner_name in others:
            ways = [way for way in known.ways(owner_name) if way.method and not way.places]
            for way in ways[:1]:
                solved = self.call(program, Case(grid=grids.FIGURE_2), way)
                if any(oracle.is_valid_full(line) for line in solved.lines):
                    left = self.call(program, Case(grid=grids.FIGURE_1), way)
                    if not any(oracle.is_valid_full(line) for line in left.lines):
                        found.append(owner_name)
        return found[:1]

    def cases(self):
        yield Case(grid=FIGURE_1_SOLUTION, label="complete", shrinks=False)
        for empty in ((40,), (0, 80), (3, 4, 5, 13), (60, 61, 62, 69, 70, 71, 80)):
            yield Case(grid=grids.without(FIGURE_1_SOLUTION, *empty), label="nearly full", shrinks=False)
        yield Case(grid=grids.FIGURE_2, label="figure 2", shrinks=False)
        yield Case(grid=grids.FIGURE_1, label="figure 1, not simple", shrinks=False)
        yield Case(grid=grids.EMPTY, label="empty", shrinks=False)
        yield Case(grid=grids.PROJET_INSA, label="the worksheet's line, not simple", shrinks=False)
        yield Case(grid=grids.MINI_PROJET, label="not simple", shrinks=False)
        yield Case(grid=NOT_SIMPLE, label="not simple", shrinks=False)
        yield Case(grid=grids.TUTORIEL, label="simple", shrinks=False)

    def is_solvable(self, line):
        return "." not in simply_filled(line)

    def expected(self, case):
        filled = simply_filled(case.grid)
        return Expected(value=0 if "." in filled else 1, grid_after=filled)

    def judge_case(self, case, outcome, expected):
        code = super().judge_case(case, outcome, expected)
        filled = expected.grid_after
        if code is None and "." in filled and outcome.lines:
            # Given up in the middle or at the end, but never with a digit that the method does not give.
            sound = [line for line in outcome.lines if extends(line, case.grid) and extends(filled, line)]
            return None if sound else ("wrong", "grid")
        return code


class Resoudre(_Solver):
    """Any grid with a solution is filled with one, whichever; without one, the failure is told."""

    key = "resoudre"
    number = "7"
    names = ("resoudre",)
    kind = FUNCTION

    def cases(self):
        # Never shrunk by removing digits: that makes searches long. Few empty cells come first instead.
        for empty in ((), (40,), (0, 80), (60, 61, 62, 69, 70, 71, 80)):
            yield Case(grid=grids.without(FIGURE_1_SOLUTION, *empty), label="nearly full", shrinks=False)
        yield Case(grid=grids.random_grid(84, 48), label="two solutions", shrinks=False)
        for line in NO_SOLUTION:
            yield Case(grid=line, label="no solution", shrinks=False)
        yield Case(grid=grids.FIGURE_2, label="figure 2", shrinks=False)
        yield Case(grid=NOT_SIMPLE, label="not simple", shrinks=False)
        yield Case(grid=grids.FIGURE_1, label="figure 1", shrinks=False)

    def is_solvable(self, line):
        return bool(oracle.solutions(line, limit=1))

    def expected(self, case):
        if self.is_solvable(case.grid):
            return Expected(value=1, grid_after=SOLVED)
        return Expected(value=0, grid_after=ANYTHING)


def simply_filled(line):
    """A grid with every cell filled that the simple method fills: the same whatever the order."""
    digits = list(line)
    left = [cell for cell in range(81) if line[cell] == "."]
    changed = True
    while changed:
        changed = False
        for cell in list(left):
            found = oracle.candidates(digits, cell)
            if len(found) == 1:
                digits[cell] = str(found[0])
                left.remove(cell)
                changed = True
    return "".join(digits)


def _plain(name):
    """A name in lower case, its words parted by `_`, without accents."""
    parted = "".join("_" + sign.lower() if sign.isupper() else sign for sign in name)
    for accented, sign in zip("éèêàâîôûç", "eeeaaiouc", strict=True):
        parted = parted.replace(accented, sign)
    return parted


# 45 empty cells of which the simple method fills 16; reading order needs 80 placements.
NOT_SIMPLE = grids.random_grid(65, 36)
# One digit, not in conflict with any other, is not the solution's.
NO_SOLUTION = (
    grids.with_digit(grids.random_grid(1, 66), 0, 8),
    grids.with_digit(grids.random_grid(40, 66), 60, 7),
)


# --- Question 8 ---


class Programme(Exercise):
    """The program is run with answers found from what it asks: see `dialogue`.

    Judged: it draws a grid of sudoku.txt, not always the same one, draws more of the solution when that is
    wanted, and the whole solution. Not judged: its words, and help that is told instead of drawn.
    """

    worksheet = "projet_insa"
    key = "programme"
    number = "8"
    kind = SCRIPT
    names = ("programme", "main", "menu", "jouer", "programme_principal", "jeu", "lancer", "interface")

    def forms_of(self, program):
        """The file run as a script; then functions without parameters that the file does not call itself."""
        found = [None]
        for name in self.names:
            function = program.namespace.get(name)
            if callable(function) and layout.required(function) == []:
                found.append(name)
        return found

    def cases(self):
        for goal in dialogue.GOALS:
            yield Case(goal, files={FILE: dialogue.FILE_TEXT}, label=goal)

    def expected(self, case):
        return Expected(value=ANYTHING, printed=dialogue.wanted(case.arguments[0]))

    def call(self, program, case, form):
        run = dialogue.talk(program, form, case.arguments[0], drawings_of(program))
        outcome = Outcome(printed=run.text, error=run.error, line=run.line)
        outcome.value = run.reached
        return outcome

    def judge_case(self, case, outcome, expected):
        if outcome.value:
            outcome.error = None
            return None
        return ("raised", None) if outcome.error else ("printed_wrong", case.arguments[0])


def drawings_of(program):
    """The drawings that the program's own `afficher_sudoku` makes."""
    found = []
    for way in layout.layout_of(program).ways("afficher_sudoku"):
        known = drawing_by(program, way)
        if known is not None:
            found.append(known)
            break
    return found


EXERCISES = (
    SudokuClass(),
    LireFichier(),
    Saisir(),
    Afficher(),
    EstValide(),
    Simple(),
    Resoudre(),
    Programme(),
)
