"""How a program of the first worksheet is laid out: found by trying, since the worksheet leaves it open.

The class may take a list of lists, a flat list, 81 characters, a file or nothing, and keep the grid under any
name in any of these shapes; what the worksheet calls a function may be a method or a function, work on
`self`, on an argument or on a global variable, and give its grid back or change the one it has. Each way
is a form.
"""

from . import grids
from .environment import Environment, attempt

CELL_NAMES = ("valeur", "value", "val", "chiffre", "digit", "nombre", "contenu", "v", "n")
EMPTY_SIGNS = ("", " ", ".", "0", "_", "-", "*", "x", "X", "?")
# Parameters that stand for a cell's place or number, so that a solver is begun with 0.
PLACE_NAMES = (
    *"ijklcrnxyabp",
    *("pos", "position", "case", "cell", "idx", "index", "indice", "ligne", "colonne", "lig", "col", "row"),
    *("column", "num", "numero"),
)
METHODS = ("est_valide", "resoudre", "afficher_sudoku", "lire_fichier_sudoku", "saisir_sudoku")
FILE = "sudoku.txt"
# Grids that tell every cell from its neighbours: a layout is accepted when it gives both back.
SAMPLES = (grids.PROJET_INSA, grids.random_full(15))


def run(program, act, answers=(), files=None):
    """Do something with a student's program in a new environment: an Outcome."""
    return attempt(program, act, Environment(answers, files), program.steps)


# --- Reading and writing a grid ---


def cell_digit(value):
    """The digit of a cell in whatever form, 0 if empty; None when this is no cell."""
    if value is None:
        return 0
    if isinstance(value, str):
        if value in EMPTY_SIGNS:
            return 0
        return "0123456789".index(value) if value in "0123456789" else None
    if isinstance(value, (bool, list, tuple, dict, set)):
        return None
    try:
        digit = int(value)
        return digit if digit == value and 0 <= digit <= 9 else None
    except Exception:  # noqa: S110 - whatever a student's object raises
        pass
    for name in CELL_NAMES:
        inner = getattr(value, name, value)
        if inner is not value and not callable(inner):
            return cell_digit(inner)
    return None


def cells_of(value):
    """The 81 cells of a string, flat list, list of rows, array or dictionary; None for anything else."""
    if isinstance(value, str):
        text = value.strip()
        return list(text) if len(text) == 81 else None
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        for keys in dict_forms():
            if all(key in value for key in keys):
                return [value[key] for key in keys]
        for start in (0, 1):
            if all(row in value for row in range(start, start + 9)):
                return cells_of([value[row] for row in range(start, start + 9)])
        return None
    if not isinstance(value, (list, tuple)):
        return None
    if len(value) == 81:
        return list(value)
    if len(value) != 9:
        return None
    cells = []
    for row in value:
        if isinstance(row, dict) and len(row) == 9:
            row = list(row.values())
        elif hasattr(row, "tolist"):
            row = row.tolist()
        if not isinstance(row, (list, tuple, str)) or len(row) != 9:
            return None
        cells.extend(row)
    return cells


def dict_forms():
    for start in (0, 1):
        yield [(start + cell // 9, start + cell % 9) for cell in range(81)]
        yield [start + cell for cell in range(81)]


def dict_keys(value):
    """The 81 keys of a dictionary that is a grid, in the order of the cells."""
    return next(keys for keys in dict_forms() if all(key in value for key in keys))


def grid_line(value):
    """The line of 81 characters that a value holds; None when it holds no grid."""
    cells = cells_of(value)
    if cells is None:
        return None
    digits = [cell_digit(cell) for cell in cells]
    return None if None in digits else grids.line_of(digits)


def attributes(thing):
    """Names and values of what an object of a student's class holds: its own first, then its class's."""
    names = list(getattr(thing, "__dict__", None) or ())
    for name in dir(type(thing)):
        if name not in names and name[:2] + name[-2:] != "____":
            names.append(name)
    for name in names:
        try:
            value = getattr(thing, name)
        except Exception:  # noqa: S112 - whatever a student's property raises
            continue
        if not callable(value) or cells_of(value) is not None:
            yield name, value


def raw_cells(thing):
    """What is in the cells of every grid of a thing, as it is: a blank is not 0."""
    values = [thing, *(value for _, value in attributes(thing))] if thing is not None else []
    found = [cells_of(value) for value in values]
    return [cells for cells in found if cells is not None]


def grids_in(thing):
    """Every grid in a thing: itself, the parts of a short tuple, the attributes of an object."""
    line = grid_line(thing)
    if line is not None:
        return [line]
    if isinstance(thing, (tuple, list)):
        return [line for part in thing for line in grids_in(part)] if len(thing) <= 4 else []
    if thing is None or isinstance(thing, (bool, int, float, str, dict, set)) or callable(thing):
        return []
    return [line for line in (grid_line(value) for _, value in attributes(thing)) if line is not None]


def copy_of_shape(value, line):
    """The grid of a line in the shape that `value` has: rows, flat, characters, array, dictionary."""
    digits = grids.digits_of(line)
    cells = cells_of(value)
    if cells is None:
        return grids.rows_of(line)
    text = any(isinstance(cell, str) for cell in cells)
    signs = [cell for cell in cells if cell_digit(cell) == 0]
    sign = signs[0] if signs else ("0" if text else 0)
    cells = [(str(digit) if text else digit) if digit else sign for digit in digits]
    if isinstance(value, str):
        return "".join(cells)
    if hasattr(value, "tolist"):
        array = value.copy()
        for cell in range(81):
            array[cell // 9][cell % 9] = cells[cell]
        return array
    if isinstance(value, dict):
        for keys in dict_forms():
            if all(key in value for key in keys):
                return dict(zip(keys, cells, strict=True))
    if len(value) == 81:
        return cells
    if isinstance(value[0], str):
        return ["".join(cells[9 * row : 9 * row + 9]) for row in range(9)]
    return [cells[9 * row : 9 * row + 9] for row in range(9)]


def write_in_place(value, line):
    """Put a line's digits into a list of lists or an array; False where that cannot be done."""
    if cells_of(value) is None or not hasattr(value, "__setitem__"):
        return False
    try:
        wanted = copy_of_shape(value, line)
        for row in range(9):
            for column in range(9):
                value[row][column] = wanted[row][column]
    except Exception:
        return False
    return grid_line(value) == line


# --- The ways in which a program makes something that holds a grid ---


def shapes(program):
    """Plain forms of a grid, each with its word: rows, characters, flat list, array."""
    found = [
        ("rows", grids.rows_of),
        ("characters", lambda line: line.replace(".", "0")),
        ("flat", grids.digits_of),
    ]
    numpy = [
        value for value in program.namespace.values() if hasattr(value, "ndarray") and hasattr(value, "array")
    ]
    for module in numpy[:1]:
        found.insert(0, ("array", lambda line, module=module: module.array(grids.rows_of(line))))
    return found


def rows_of_text(line):
    """Nine strings of nine characters."""
    return copy_of_shape(["0" * 9] * 9, line)


def required(function):
    """The parameters of a function that have no default, `self` included; None when that cannot be known."""
    function = getattr(function, "__wrapped__", function)
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if code is None:
        return None
    defaults = getattr(getattr(function, "__func__", function), "__defaults__", None) or ()
    return list(code.co_varnames[: code.co_argcount - len(defaults)])


class Shown:
    """An object of a student's class in a verdict: its class and its grid instead of an address."""

    def __init__(self, thing, line):
        self.name = type(thing).__name__
        self.line = line

    def __repr__(self):
        return f"<{self.name} {self.line}>"


class Layout:
    """What is known of one program: its class, its functions by name, its carriers of a grid."""

    def __init__(self, program):
        self.program = program
        self.sudoku = find_class(program) or find_other_class(program)
        self._objects = None
        self._carriers = None

    # What is in the program

    def functions(self, name):
        """The method and the function of this name: (owner or None, raw function)."""
        found = []
        if self.sudoku is not None:
            for owner in self.sudoku.__mro__:
                if name in owner.__dict__ and owner is not object:
                    found.append((self.sudoku, owner.__dict__[name]))
                    break
        function = self.program.namespace.get(name)
        if callable(function) and not isinstance(function, type):
            found.append((None, function))
        return found

    def method_names(self):
        """The names of the class's own methods, then of the module's functions."""
        names = []
        if self.sudoku is not None:
            for owner in self.sudoku.__mro__:
                if owner.__module__ == self.sudoku.__module__ and owner not in (object, list, dict):
                    names.extend(name for name in owner.__dict__ if name[:2] != "__" and name not in names)
        for name in self.program.own_names:
            if required(self.program.namespace.get(name)) is not None and name not in names:
                names.append(name)
        return names

    # Making an object of the class

    def bare(self):
        """An object of the class without a grid handed over, or with any; None when that fails."""
        if self.sudoku is None:
            return None
        outcome = self.attempt(self.sudoku)
        if outcome.error is None:
            return outcome.value
        for make in self.objects():
            outcome = self.attempt(lambda make=make: make(SAMPLES[1]))
            if outcome.error is None:
                return outcome.value
        return None

    def attempt(self, act, line=None):
        """Run something of the student's, prints dropped; a file and an answer are there if it wants one."""
        text = (line or SAMPLES[1]).replace(".", "0")
        return run(self.program, act, answers=(text,), files={FILE: text + "\n"})

    def fits(self, make):
        """Whether an object made so gives back the grid it was made of."""
        for line in SAMPLES:
            outcome = self.attempt(lambda line=line: make(line), line)
            if outcome.error is not None or line not in grids_in(outcome.value):
                return False
        return True

    def objects(self):
        """At most three ways to make an object of the class from a line; the program's own reader first."""
        if self._objects is None:
            self._objects = []
            for ways in self._stages() if self.sudoku is not None else ():
                for make in ways():
                    if len(self._objects) < 3 and self.fits(make):
                        self._objects.append(make)
        return self._objects

    def _stages(self):
        """The ways from the likeliest to the strangest, which are tried where the others give nothing."""
        yield self._through_reader
        yield self.constructors
        for ways in (
            self._by_rows_of_text,
            self._by_attribute,
            self._by_method,
            self._by_file,
            self._by_dialogue,
        ):
            if not self._objects:
                yield ways

    def constructors(self):
        """The class called with a grid in each plain shape."""
        return [lambda line, shape=shape: self.sudoku(shape(line)) for _, shape in shapes(self.program)]

    def _by_rows_of_text(self):
        yield lambda line: self.sudoku(rows_of_text(line))

    def misreads(self, make):
        """Whether an object made so holds another grid than it was given: neither the same nor none."""
        outcome = self.attempt(lambda: make(SAMPLES[0]), SAMPLES[0])
        found = [] if outcome.error else grids_in(outcome.value)
        return any(line != grids.EMPTY for line in found) and SAMPLES[0] not in found

    def _by_file(self):
        for arguments in ((FILE, 1), (FILE, 0), (FILE,), ()):
            yield lambda line, arguments=arguments: self.sudoku(*arguments)

    def _through_reader(self):
        """`lire_fichier_sudoku` gives the object, or what the class takes, or fills an object."""
        for owner, function in self.functions("lire_fichier_sudoku"):
            for number in (1, 0):
                if owner is None:
                    yield lambda line, do=function, n=number: self.an_object(do(FILE, n))
                    yield lambda line, do=function, n=number: self.sudoku(do(FILE, n))
                elif not isinstance(function, (staticmethod, classmethod)):
                    yield lambda line, n=number: self._filled("lire_fichier_sudoku", FILE, n)
                else:
                    yield lambda line, n=number: self.an_object(self.sudoku.lire_fichier_sudoku(FILE, n))

    def _by_attribute(self):
        outcome = self.attempt(self.sudoku)
        if outcome.error is not None:
            return
        held = [(name, value) for name, value in attributes(outcome.value)]
        found = [(name, value) for name, value in held if grid_line(value) is not None]
        # An attribute that is to hold the grid may be None or an empty list before.
        for name, value in found or [(name, value) for name, value in held if value is None or value == []]:
            yield lambda line, name=name, value=value: self._assigned(name, value, line)
        yield lambda line: self._written(line)

    def _assigned(self, name, value, line):
        made = self.sudoku()
        setattr(made, name, copy_of_shape(value, line))
        return made

    def _written(self, line):
        made = self.sudoku()
        for value in [made] + [value for _, value in attributes(made)]:
            if write_in_place(value, line):
                break
        return made

    def _by_method(self):
        """A method or function with one argument that takes the grid, whatever its name."""
        outcome = self.attempt(self.sudoku)
        for name in self.method_names():
            for owner, function in self.functions(name):
                wanted = required(function)
                if wanted is None:
                    continue
                for _, shape in shapes(self.program):
                    if owner is None and len(wanted) == 1:
                        yield lambda line, function=function, shape=shape: self.an_object(
                            function(shape(line))
                        )
                    elif owner is not None and len(wanted) == 2 and outcome.error is None:
                        yield lambda line, name=name, shape=shape: self._filled(name, shape(line))

    def _by_dialogue(self):
        for owner, function in self.functions("saisir_sudoku"):
            if owner is None:
                yield lambda line, do=function: self.an_object(do())
                yield lambda line, do=function: self.sudoku(do())
            else:
                yield lambda line: self._filled("saisir_sudoku")

    def _filled(self, name, *arguments):
        made = self.sudoku()
        value = getattr(made, name)(*arguments)
        return value if isinstance(value, self.sudoku) else made

    def an_object(self, value):
        """The value when it is an object of the class. Raises TypeError."""
        if not isinstance(value, self.sudoku):
            raise TypeError("not a Sudoku")
        return value

    # Making whatever a function may take

    def carriers(self):
        """The ways to make what a function may take as a grid: the reader's own form first."""
        if self._carriers is None:
            found = []
            for owner, function in self.functions("lire_fichier_sudoku"):
                if owner is None:
                    for number in (1, 0):
                        make = lambda line, function=function, number=number: function(FILE, number)  # noqa: E731
                        if not found and self.fits(make):
                            found.append(make)
            is_known = bool(found)
            found.extend(self.objects()[:2])
            if is_known:
                found.append(grids.rows_of)
            else:
                found.extend(shape for _, shape in shapes(self.program))
                found.append(rows_of_text)
            self._carriers = found
        return self._carriers

    def globals_with_grid(self):
        """Names of global variables that hold a grid or an object of the class."""
        names = []
        for name, value in self.program.namespace.items():
            is_object = self.sudoku is not None and isinstance(value, self.sudoku)
            if is_object or (name[:2] != "__" and grid_line(value) is not None):
                names.append(name)
        return names

    # The ways to call one operation on a grid

    def ways(self, name):
        """The ways to call what has this name on a grid."""
        found = []
        for owner, function in self.functions(name):
            wanted = required(function)
            if owner is None:
                found.extend(self._function_ways(function, wanted))
            elif isinstance(function, (staticmethod, classmethod)):
                inner = function.__func__
                skipped = 1 if isinstance(function, classmethod) else 0
                found.extend(self._function_ways(getattr(owner, name), (required(inner) or [])[skipped:]))
            else:
                found.extend(self._method_ways(name, (wanted or ["self"])[1:]))
        return found

    def _function_ways(self, function, wanted):
        if wanted == []:
            names = self.globals_with_grid()
            optional = getattr(getattr(function, "__code__", None), "co_argcount", 0)
            ways = [Way(self, function, carrier, names=names) for carrier in self.carriers()] if names else []
            if optional or not names:
                ways.extend(Way(self, function, carrier, takes_grid=True) for carrier in self.carriers())
            return ways
        places = len(wanted or "g") - 1
        return [Way(self, function, carrier, takes_grid=True, places=places) for carrier in self.carriers()]

    def _method_ways(self, name, wanted):
        # Where no way to hold a grid is found, a call shows what the class does with one.
        makers = self.objects() or [self.constructors()[-3], lambda line: self.sudoku()]
        if wanted and (len(wanted) > 1 or wanted[0].lower() in PLACE_NAMES):
            return [Way(self, name, make, method=True, places=len(wanted)) for make in makers]
        if not wanted:
            return [Way(self, name, make, method=True) for make in makers]
        carriers = self.carriers()
        return [
            Way(self, name, make, method=True, argument=carrier)
            for carrier in carriers
            for make in makers[:1]
        ]


class Way:
    """One way to call an operation: on an object, with a grid as argument, or on global variables."""

    def __init__(
        self, layout, target, make, names=(), method=False, argument=None, takes_grid=False, places=0
    ):
        self.layout = layout
        self.target = target
        self.make = make
        self.names = names
        self.method = method
        self.argument = argument
        self.takes_grid = takes_grid
        self.places = places
        self.memory = {}

    def prepare(self, line):
        """What to call, and the things that hold the grid afterwards. Raises what the program raises."""
        held = self.make(line)
        zeros = [0] * self.places
        if self.method:
            bound = getattr(held, self.target)
            if self.argument is None:
                return (lambda: bound(*zeros)), lambda: [held]
            given = self.argument(line)
            return (lambda: bound(given)), lambda: [given, held]
        if self.takes_grid:
            return (lambda: self.target(held, *zeros)), lambda: [held]
        namespace = self.layout.program.namespace
        for name in self.names:
            current = namespace[name]
            if type(current) is type(held):
                namespace[name] = held
            elif grid_line(current) is not None:
                namespace[name] = copy_of_shape(current, line)
        return self.target, lambda: [namespace[name] for name in self.names]


def find_class(program):
    """The class `Sudoku`, or None."""
    found = program.namespace.get("Sudoku")
    return found if isinstance(found, type) else None


def find_other_class(program):
    """A class of another name with a method that the worksheet names, or None: its methods are judged too."""
    for name in program.own_names:
        found = program.namespace.get(name)
        if isinstance(found, type) and any(word in vars(found) for word in METHODS):
            return found
    return None


_latest: list = []


def layout_of(program):
    """The layout of a program, found once for each loading of it."""
    if not _latest or _latest[0] is not program.namespace:
        _latest[:] = [program.namespace, Layout(program)]
    return _latest[1]
