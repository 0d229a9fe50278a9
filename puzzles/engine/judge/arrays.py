"""A small stand-in for numpy: the arrays that worksheet 3 is written with, for places without numpy.

`as_module()` gives what `import numpy as np` binds. An array is a flat list of items that its views share, as
in numpy: `M[i]` and `M[:, j]` write through to `M`, `M.copy()` does not. It prints like numpy.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

NOT_AN_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
    "are valid indices"
)
AMBIGUOUS = "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
RAGGED = (
    "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
    "{} dimensions. The detected shape was {} + inhomogeneous part."
)
LINE_WIDTH = 75


class dtype:  # noqa: N801  numpy's own name
    """The type of an array's items; equal to its name and to the Python type it represents."""

    def __init__(self, name: Any, convert: Any) -> None:
        self.name = name
        self.convert = convert

    def __eq__(self, other: Any) -> Any:
        try:
            return type_of_items(other) is self
        except TypeError:
            return False

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"dtype('{self.name}')"

    def __call__(self, value: Any = 0) -> Any:
        return self.convert(value)


def same(value: Any) -> Any:
    return value


INT = dtype("int64", int)
FLOAT = dtype("float64", float)
BOOL = dtype("bool", bool)
OBJECT = dtype("object", same)
TYPES = {int: INT, float: FLOAT, bool: BOOL, object: OBJECT, str: OBJECT}
NAMED = {"int": INT, "float": FLOAT, "bool": BOOL, "object": OBJECT, "i": INT, "f": FLOAT, "d": FLOAT}


def type_of_items(wanted: Any) -> dtype:
    """The dtype that a Python type, a name such as "int8" or a dtype means."""
    if isinstance(wanted, dtype):
        return wanted
    if isinstance(wanted, str):
        letters = wanted.rstrip("0123456789_")
        letters = letters[1:] if letters.startswith("u") else letters
        if letters in NAMED:
            return NAMED[letters]
    elif isinstance(wanted, type) and wanted in TYPES:
        return TYPES[wanted]
    raise TypeError(f"Cannot interpret '{wanted}' as a data type")


def type_that_holds(values: Any) -> dtype:
    """The narrowest of bool, int, float and object that holds all values; an empty list is float."""
    kinds = {type(value) for value in values}
    if not kinds:
        return FLOAT
    if kinds == {bool}:
        return BOOL
    if kinds <= {bool, int}:
        return INT
    if kinds <= {bool, int, float}:
        return FLOAT
    return OBJECT


def count_of(shape: Any) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def steps_of(shape: Any) -> tuple:
    """How far apart neighbours of each axis lie in a flat list in reading order."""
    steps = []
    step = 1
    for size in reversed(shape):
        steps.append(step)
        step *= size
    return tuple(reversed(steps))


def combinations(choices: Any) -> list[tuple]:
    """Every way to take one of each list, the last one changing fastest."""
    found: list[tuple] = [()]
    for values in choices:
        found = [(*one, value) for one in found for value in values]
    return found


def indexes(shape: Any) -> list[tuple]:
    return combinations([range(size) for size in shape])


def in_range(index: Any, size: Any, axis: Any) -> int:
    if -size <= index < size:
        return index % size
    raise IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")


class ndarray:  # noqa: N801  numpy's own name
    """Items of one type along any number of axes; a view shares the list of the array it is a part of."""

    __hash__ = None  # type: ignore[assignment]
    __array_priority__ = 0

    def __init__(self, items: Any, shape: Any, kind: Any, start: Any = 0, steps: Any = None) -> None:
        self._items = items
        self.shape = shape
        self.dtype = kind
        self._start = start
        self._steps = steps_of(shape) if steps is None else steps
        self._is_grid = shape == (9, 9) and start == 0 and self._steps == (9, 1)
        self._views: list[ndarray] | None = None

    # Size and contents

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return count_of(self.shape)

    @property
    def T(self) -> ndarray:  # noqa: N802  numpy's own name
        return ndarray(self._items, self.shape[::-1], self.dtype, self._start, self._steps[::-1])

    @property
    def flat(self) -> ndarray:
        return self.ravel()

    def _places(self) -> list[int]:
        """Where the items lie in the flat list, in reading order."""
        places = [self._start]
        for size, step in zip(self.shape, self._steps, strict=True):
            offsets = [step * index for index in range(size)]
            places = [place + offset for place in places for offset in offsets]
        return places

    def _values(self) -> list:
        """The items in reading order, in a new list."""
        items, start, shape, steps = self._items, self._start, self.shape, self._steps
        if len(shape) == 1 and steps[0] > 0:
            return items[start : start + shape[0] * steps[0] : steps[0]]
        if len(shape) == 2 and steps[1] == 1:
            rows, columns = shape
            if steps[0] == columns:
                return items[start : start + rows * columns]
            values: list = []
            for _row in range(rows):
                values += items[start : start + columns]
                start += steps[0]
            return values
        return [items[place] for place in self._places()]

    def _parts(self) -> list[ndarray]:
        """The views M[0], M[1], ... made once."""
        if self._views is None:
            step = self._steps[0]
            self._views = [
                ndarray(self._items, self.shape[1:], self.dtype, self._start + index * step, self._steps[1:])
                for index in range(self.shape[0])
            ]
        return self._views

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if not self.shape:
            raise TypeError("iteration over a 0-d array")
        if len(self.shape) == 1:
            return iter(self._values())
        return iter(self._parts())

    def __contains__(self, value: Any) -> bool:
        if isinstance(value, (ndarray, list, tuple)):
            return (self == value).any()
        return value in self._values()

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError(AMBIGUOUS)
        return bool(self._values()[0])

    def __index__(self) -> int:
        if self.dtype not in (INT, BOOL) or self.shape:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self._values()[0])

    def __int__(self) -> int:
        return int(self._only_value())

    def __float__(self) -> float:
        return float(self._only_value())

    def _only_value(self) -> Any:
        if self.shape:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return self._values()[0]

    def tolist(self) -> Any:
        if not self.shape:
            return self._values()[0]
        if len(self.shape) == 1:
            return self._values()
        if len(self.shape) == 2:
            values, width = self._values(), self.shape[1]
            return [values[width * row : width * (row + 1)] for row in range(self.shape[0])]
        return [row.tolist() for row in self]

    def item(self, *index: Any) -> Any:
        if not index:
            if self.size != 1:
                raise ValueError("can only convert an array of size 1 to a Python scalar")
            return self._values()[0]
        if len(index) == 1 and not isinstance(index[0], tuple):
            return self._values()[in_range(index[0], self.size, 0)]
        return self[index if len(index) > 1 else index[0]]

    def copy(self, order: Any = "C") -> ndarray:
        return ndarray(self._values(), self.shape, self.dtype)

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def astype(self, kind: Any) -> ndarray:
        kind = type_of_items(kind)
        return ndarray([kind.convert(value) for value in self._values()], self.shape, kind)

    def fill(self, value: Any) -> None:
        self[...] = value

    # Reading and writing

    def __getitem__(self, key: Any) -> Any:
        # What solvers do most, in the form that costs least in a browser: M[i, j], then M[i] and M[i][j].
        if isinstance(key, tuple):
            if len(key) == 2 and len(self.shape) == 2:
                i, j = key
                if type(i) is int and type(j) is int:
                    if self._is_grid and 0 <= i < 9 and 0 <= j < 9:
                        return self._items[9 * i + j]
                    return self._items[self._place(i, j)]
                if type(i) in _CUTS and type(j) in _CUTS:
                    return self._cut(i, j)
        elif isinstance(key, int) and self.shape:
            size = self.shape[0]
            if not 0 <= key < size:
                key = in_range(key, size, 0)
            if len(self.shape) == 1:
                return self._items[self._start + key * self._steps[0]]
            return self._parts()[key]
        found = self._part(key)
        if not isinstance(found, ndarray):
            places, shape = found
            return ndarray([self._items[place] for place in places], shape, self.dtype)
        return found if found.shape or key is Ellipsis else found._items[found._start]

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(value, (int, float)):
            if isinstance(key, tuple):
                if len(key) == 2 and len(self.shape) == 2:
                    i, j = key
                    if type(i) is int and type(j) is int:
                        self._items[self._place(i, j)] = self.dtype.convert(value)
                        return
            elif type(key) is int and len(self.shape) == 1:
                place = self._start + in_range(key, self.shape[0], 0) * self._steps[0]
                self._items[place] = self.dtype.convert(value)
                return
        found = self._part(key)
        if isinstance(found, ndarray):
            places, shape = found._places(), found.shape
        else:
            places, shape = found
        convert = self.dtype.convert
        if not isinstance(value, (ndarray, list, tuple, range)):
            value = convert(value)
            for place in places:
                self._items[place] = value
            return
        if not shape:
            self._items[places[0]] = convert(value.item() if isinstance(value, ndarray) else value)
            return
        given = as_array(value)
        try:
            values = spread(given, shape)
        except ValueError:
            raise ValueError(
                f"could not broadcast input array from shape {shape_text(given.shape)} into shape "
                f"{shape_text(shape)}"
            ) from None
        for place, one in zip(places, values, strict=True):
            self._items[place] = convert(one)

    def _place(self, i: int, j: int) -> int:
        """Where an item of two axes lies in the flat list."""
        rows, columns = self.shape
        i, j = in_range(i, rows, 0), in_range(j, columns, 1)
        place: int = self._start + i * self._steps[0] + j * self._steps[1]
        return place

    def _cut(self, i: Any, j: Any) -> ndarray:
        """The view that two keys select on two axes, one or both of them slices."""
        start = self._start
        shape: tuple = ()
        steps: tuple = ()
        for axis, one in enumerate((i, j)):
            size, step = self.shape[axis], self._steps[axis]
            if type(one) is int:
                start += in_range(one, size, axis) * step
                continue
            first, last, stride = one.indices(size)
            start += first * step
            shape += (len(range(first, last, stride)),)
            steps += (stride * step,)
        return ndarray(self._items, shape, self.dtype, start, steps)

    def _part(self, key: Any) -> Any:
        """The view that a key of numbers and slices selects, or the places and shape that lists select."""
        if isinstance(key, list):
            key = as_array(key)
        if isinstance(key, ndarray) and key.dtype is BOOL and key.shape:
            return self._where(key)
        keys = list(key) if isinstance(key, tuple) else [key]
        for one in keys:
            if not (one is None or one is Ellipsis or isinstance(one, (slice, list, ndarray))):
                as_index(one)
        axes = len([one for one in keys if one is not None and one is not Ellipsis])
        if axes > len(self.shape):
            raise IndexError(
                f"too many indices for array: array is {len(self.shape)}-dimensional, but {axes} were indexed"
            )
        rest = [slice(None)] * (len(self.shape) - axes)
        for position, one in enumerate(keys):
            if one is Ellipsis:
                keys[position : position + 1] = rest
                break
        else:
            keys += rest
        if any(isinstance(one, (list, ndarray)) for one in keys):
            return self._picked(keys)
        start, shape, steps, axis = self._start, [], [], 0
        for one in keys:
            if one is None:
                shape.append(1)
                steps.append(0)
                continue
            size, step = self.shape[axis], self._steps[axis]
            if isinstance(one, slice):
                first, last, stride = one.indices(size)
                shape.append(len(range(first, last, stride)))
                start += first * step
                steps.append(stride * step)
            else:
                start += in_range(as_index(one), size, axis) * step
            axis += 1
        return ndarray(self._items, tuple(shape), self.dtype, start, tuple(steps))

    def _where(self, mask: Any) -> Any:
        """The places where a mask of the same leading axes is true."""
        if mask.shape != self.shape[: len(mask.shape)]:
            raise IndexError(
                "boolean index did not match indexed array along axis 0; size of axis is "
                f"{self.shape[0]} but size of corresponding boolean axis is {mask.shape[0]}"
            )
        rest = self.shape[len(mask.shape) :]
        block = count_of(rest)
        places = self._places()
        chosen = [number for number, true in enumerate(mask._values()) if true]
        return [places[number * block + k] for number in chosen for k in range(block)], (len(chosen), *rest)

    def _picked(self, keys: Any) -> Any:
        """The places that lists of numbers select together: numpy's advanced indexing."""
        lists = []
        for axis, one in enumerate(keys):
            if isinstance(one, (list, ndarray)):
                one = as_array(one)
                if one.dtype is BOOL:
                    one = one.nonzero()[0]
                keys[axis] = one
            if not isinstance(one, slice):
                keys[axis] = as_array(one)
                lists.append(axis)
        shape = common_shape([keys[axis].shape for axis in lists])
        picked = {axis: spread(keys[axis], shape) for axis in lists}
        # The axes that were listed come where the first of them was.
        before = [axis for axis in range(len(keys)) if axis not in picked and axis < lists[0]]
        after = [axis for axis in range(len(keys)) if axis not in picked and axis > lists[0]]
        ranges = {axis: list(range(*keys[axis].indices(self.shape[axis]))) for axis in before + after}
        sizes = [len(ranges[axis]) for axis in before], [len(ranges[axis]) for axis in after]
        places = []
        for first in combinations([ranges[axis] for axis in before]):
            for number in range(count_of(shape)):
                here = self._start
                for axis in lists:
                    here += in_range(picked[axis][number], self.shape[axis], axis) * self._steps[axis]
                for axis, index in zip(before, first, strict=True):
                    here += index * self._steps[axis]
                for last in combinations([ranges[axis] for axis in after]):
                    there = here
                    for axis, index in zip(after, last, strict=True):
                        there += index * self._steps[axis]
                    places.append(there)
        return places, (*sizes[0], *shape, *sizes[1])

    # Shape

    def reshape(self, *shape: Any) -> ndarray:
        sizes = list(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else list(shape)
        if -1 in sizes:
            known = -count_of(sizes)
            sizes[sizes.index(-1)] = self.size // known if known else 0
        if count_of(sizes) != self.size:
            raise ValueError(
                f"cannot reshape array of size {self.size} into shape {shape_text(tuple(sizes))}"
            )
        if self._steps == steps_of(self.shape):
            return ndarray(self._items, tuple(sizes), self.dtype, self._start)
        return ndarray(self._values(), tuple(sizes), self.dtype)

    def ravel(self) -> ndarray:
        return self.reshape(self.size)

    def flatten(self) -> ndarray:
        return self.copy().reshape(self.size)

    def transpose(self) -> Any:
        return self.T

    # Answers about all items, or along one axis

    def _reduced(self, answer: Any, axis: Any, kind: Any = None) -> Any:
        if axis is None:
            return answer(self._values())
        axis = in_range(axis, len(self.shape), 0)
        rest = self.shape[:axis] + self.shape[axis + 1 :]
        moved = ndarray(
            self._items,
            (*rest, self.shape[axis]),
            self.dtype,
            self._start,
            self._steps[:axis] + self._steps[axis + 1 :] + (self._steps[axis],),
        )._values()
        size = self.shape[axis]
        answers = [answer(moved[start : start + size]) for start in range(0, count_of(rest) * size, size)]
        if not rest:
            return answers[0]
        return ndarray(answers, rest, kind or self.dtype)

    def any(self, axis: Any = None) -> Any:
        return self._reduced(any_of, axis, BOOL)

    def all(self, axis: Any = None) -> Any:
        return self._reduced(all_of, axis, BOOL)

    def sum(self, axis: Any = None) -> Any:
        return self._reduced(sum, axis, INT if self.dtype is BOOL else None)

    def prod(self, axis: Any = None) -> Any:
        return self._reduced(count_of, axis, INT if self.dtype is BOOL else None)

    def min(self, axis: Any = None) -> Any:
        return self._reduced(least, axis)

    def max(self, axis: Any = None) -> Any:
        return self._reduced(greatest, axis)

    def argmin(self, axis: Any = None) -> Any:
        return self._reduced(lambda values: values.index(least(values)), axis, INT)

    def argmax(self, axis: Any = None) -> Any:
        return self._reduced(lambda values: values.index(greatest(values)), axis, INT)

    def mean(self, axis: Any = None) -> Any:
        return self._reduced(lambda values: sum(values) / len(values), axis, FLOAT)

    def nonzero(self) -> Any:
        found = [index for index, value in zip(indexes(self.shape), self._values(), strict=True) if value]
        return tuple(
            ndarray([index[axis] for index in found], (len(found),), INT) for axis in range(len(self.shape))
        )

    def sort(self) -> None:
        self[...] = sort(self)

    # Item by item

    def __eq__(self, other: Any) -> Any:
        if isinstance(other, (int, float)) and self.shape:
            return ndarray([value == other for value in self._values()], self.shape, BOOL)
        return combined(self, other, lambda a, b: a == b, BOOL)

    def __ne__(self, other: Any) -> Any:
        if isinstance(other, (int, float)) and self.shape:
            return ndarray([value != other for value in self._values()], self.shape, BOOL)
        return combined(self, other, lambda a, b: a != b, BOOL)

    def __lt__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a < b, BOOL)

    def __le__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a <= b, BOOL)

    def __gt__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a > b, BOOL)

    def __ge__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a >= b, BOOL)

    def __add__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: b + a)

    def __sub__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: b * a)

    def __truediv__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a / b, FLOAT)

    def __rtruediv__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: b / a, FLOAT)

    def __floordiv__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a // b)

    def __mod__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a % b)

    def __pow__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a**b)

    def __rpow__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: b**a)

    def __and__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a & b)

    def __or__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a | b)

    def __xor__(self, other: Any) -> Any:
        return combined(self, other, lambda a, b: a ^ b)

    def __invert__(self) -> Any:
        if self.dtype is BOOL:
            return ndarray([not value for value in self._values()], self.shape, BOOL)
        return ndarray([~value for value in self._values()], self.shape, self.dtype)

    def __neg__(self) -> Any:
        return ndarray([-value for value in self._values()], self.shape, self.dtype)

    def __iadd__(self, other: Any) -> Any:
        self[...] = self + other
        return self

    def __isub__(self, other: Any) -> Any:
        self[...] = self - other
        return self

    def __imul__(self, other: Any) -> Any:
        self[...] = self * other
        return self

    # Printing

    def __str__(self) -> str:
        if not self.shape:
            return str(self._values()[0])
        return drawn(self, " ", 0)

    def __repr__(self) -> str:
        if not self.shape:
            return f"array({self._values()[0]!r})"
        if self.size:
            return f"array({drawn(self, ', ', len('array('))})"
        notes = [] if len(self.shape) == 1 else [f"shape={self.shape}"]
        notes.append(f"dtype={self.dtype}")
        return f"array({', '.join(['[]', *notes])})"

    def __format__(self, wanted: Any) -> str:
        if wanted:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return str(self)


# Keys of one axis that select views.
_CUTS = (int, slice)

ndarray.__module__ = dtype.__module__ = "numpy"


def any_of(values: Any) -> bool:
    for value in values:  # noqa: SIM110 - a generator costs more in a browser
        if value:
            return True
    return False


def all_of(values: Any) -> bool:
    for value in values:  # noqa: SIM110 - a generator costs more in a browser
        if not value:
            return False
    return True


def least(values: Any) -> Any:
    if not values:
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    return min(values)


def greatest(values: Any) -> Any:
    if not values:
        raise ValueError("zero-size array to reduction operation maximum which has no identity")
    return max(values)


def as_index(key: Any) -> Any:
    if hasattr(key, "__index__"):
        return key.__index__()
    raise IndexError(NOT_AN_INDEX)


# Several arrays


def shape_text(shape: Any) -> str:
    return f"({shape[0]},)" if len(shape) == 1 else "(" + ",".join([str(size) for size in shape]) + ")"


def common_shape(shapes: Any) -> tuple:
    """The shape that all spread to: axes aligned at the right, size 1 repeated."""
    longest = max([len(shape) for shape in shapes])
    padded = [(1,) * (longest - len(shape)) + tuple(shape) for shape in shapes]
    common = []
    for sizes in zip(*padded, strict=True):
        wider = {size for size in sizes if size != 1}
        if len(wider) > 1:
            raise ValueError(
                "operands could not be broadcast together with shapes "
                + "".join([shape_text(shape) + " " for shape in shapes])
            )
        common.append(wider.pop() if wider else 1)
    return tuple(common)


def spread(given: Any, shape: Any) -> list:
    """The values of an array repeated to fill a shape, in reading order."""
    if given.shape == shape:
        return given._values()
    spare = len(given.shape) - len(shape)
    if spare > 0 and count_of(given.shape[:spare]) == 1:
        given = given.reshape(given.shape[spare:])
    if common_shape([given.shape, shape]) != tuple(shape):
        raise ValueError("too large")
    missing = len(shape) - len(given.shape)
    steps = [0] * missing
    steps += [0 if size == 1 else step for size, step in zip(given.shape, given._steps, strict=True)]
    return ndarray(given._items, tuple(shape), given.dtype, given._start, tuple(steps))._values()


def combined(one: Any, other: Any, operation: Any, kind: Any = None) -> Any:
    if other is None or isinstance(other, (str, bool, int, float)):
        values = [operation(value, other) for value in one._values()]
        shape = one.shape
        others = type_that_holds([other])
    else:
        other = as_array(other)
        shape = common_shape([one.shape, other.shape])
        values = [operation(a, b) for a, b in zip(spread(one, shape), spread(other, shape), strict=True)]
        others = other.dtype
    if kind is None:
        kind = type_that_holds(values) if values else (FLOAT if FLOAT in (one.dtype, others) else one.dtype)
    return ndarray(values, shape, kind) if shape else values[0]


# The functions of the module


def size_of_lists(rows: Any) -> Any:
    """The shape of nested lists, refusing rows of unequal length."""
    if isinstance(rows, ndarray):
        return rows.shape
    if not isinstance(rows, (list, tuple, range)):
        return ()
    if not len(rows):
        return (0,)
    if {type(row) for row in rows} <= {int, float, bool}:
        return (len(rows),)
    shapes = [size_of_lists(row) for row in rows]
    if all(shape == shapes[0] for shape in shapes):
        return (len(rows), *shapes[0])
    raise ValueError(RAGGED.format(1, f"({len(rows)},)"))


def flat_list(rows: Any, depth: Any) -> Any:
    if isinstance(rows, ndarray):
        return rows._values()
    if not depth:
        return [rows]
    if depth == 1:
        return list(rows)
    return [value for row in rows for value in flat_list(row, depth - 1)]


def array(object: Any, dtype: Any = None, copy: Any = True) -> ndarray:  # noqa: A002  numpy's own names
    shape = size_of_lists(object)
    values = flat_list(object, len(shape))
    if dtype is not None:
        kind = type_of_items(dtype)
    elif isinstance(object, ndarray):
        kind = object.dtype
    else:
        values = [value.item() if isinstance(value, ndarray) else value for value in values]
        kind = type_that_holds(values)
        if kind is INT and bool not in {type(value) for value in values}:
            return ndarray(values, shape, INT)
    return ndarray([kind.convert(value) for value in values], shape, kind)


def _grid_of(digits: list[int]) -> ndarray:
    """Nine rows of nine integers from 81."""
    return ndarray(digits, (9, 9), INT)


def as_array(given: Any, dtype: Any = None) -> ndarray:
    return given if isinstance(given, ndarray) and dtype is None else array(given, dtype)


def full(shape: Any, fill_value: Any, dtype: Any = None) -> ndarray:
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = type_that_holds([fill_value]) if dtype is None else type_of_items(dtype)
    return ndarray([kind.convert(fill_value)] * count_of(shape), shape, kind)


def zeros(shape: Any, dtype: Any = float) -> ndarray:
    return full(shape, 0, dtype)


def ones(shape: Any, dtype: Any = float) -> ndarray:
    return full(shape, 1, dtype)


def zeros_like(a: Any) -> ndarray:
    return full(as_array(a).shape, 0, as_array(a).dtype)


def ones_like(a: Any) -> ndarray:
    return full(as_array(a).shape, 1, as_array(a).dtype)


def eye(N: Any, dtype: Any = float) -> ndarray:  # noqa: N803  numpy's own name
    made = zeros((N, N), dtype)
    for i in range(N):
        made[i, i] = 1
    return made


def arange(*limits: Any, dtype: Any = None) -> ndarray:
    values = list(range(*limits))
    return ndarray(values, (len(values),), INT) if dtype is None else array(values, dtype)


def copy(a: Any) -> ndarray:
    return array(a)


def where(condition: Any, *branches: Any) -> Any:
    condition = as_array(condition)
    if not branches:
        return condition.nonzero()
    x, y = [as_array(branch) for branch in branches]
    shape = common_shape([condition.shape, x.shape, y.shape])
    chosen = zip(spread(condition, shape), spread(x, shape), spread(y, shape), strict=True)
    values = [a if true else b for true, a, b in chosen]
    return ndarray(values, shape, type_that_holds(values))


def argwhere(a: Any) -> ndarray:
    axes = as_array(a).nonzero()
    values = [axis._items[k] for k in range(len(axes[0])) for axis in axes]
    return ndarray(values, (len(axes[0]), len(axes)), INT)


def unique(ar: Any, return_counts: Any = False) -> Any:
    values = as_array(ar)._values()
    different = sorted(set(values))
    found = ndarray(different, (len(different),), as_array(ar).dtype)
    if not return_counts:
        return found
    return found, ndarray([values.count(value) for value in different], (len(different),), INT)


def isin(element: Any, test_elements: Any) -> ndarray:
    element, wanted = as_array(element), as_array(test_elements)._values()
    return ndarray([value in wanted for value in element._values()], element.shape, BOOL)


def array_equal(a1: Any, a2: Any) -> bool:
    a1, a2 = as_array(a1), as_array(a2)
    return a1.shape == a2.shape and a1._values() == a2._values()


def concatenate(arrays: Any, axis: Any = 0) -> ndarray:
    arrays = [as_array(one) for one in arrays]
    if axis == 1:
        return concatenate([one.T for one in arrays]).T.copy()
    if len({one.shape[1:] for one in arrays}) > 1:
        raise ValueError(
            "all the input array dimensions except for the concatenation axis must match exactly"
        )
    values = [value for one in arrays for value in one._values()]
    shape = (sum([len(one) for one in arrays]), *arrays[0].shape[1:])
    kind = arrays[0].dtype if len({one.dtype for one in arrays}) == 1 else type_that_holds(values)
    return ndarray(values, shape, kind)


def append(arr: Any, values: Any) -> ndarray:
    return concatenate([as_array(arr).ravel(), as_array(values).ravel()])


def delete(arr: Any, obj: Any) -> ndarray:
    values = as_array(arr)._values()
    if isinstance(obj, int) and 0 <= obj < len(values):
        del values[obj]
        return ndarray(values, (len(values),), as_array(arr).dtype)
    gone = {in_range(index, len(values), 0) for index in as_array(obj).ravel()}
    kept = [value for index, value in enumerate(values) if index not in gone]
    return ndarray(kept, (len(kept),), as_array(arr).dtype)


def sort(a: Any) -> ndarray:
    a = as_array(a)
    size = a.shape[-1]
    values = a._values()
    values = [v for start in range(0, len(values), size or 1) for v in sorted(values[start : start + size])]
    return ndarray(values, a.shape, a.dtype)


def set_operation(keep: Any) -> Any:
    def operation(ar1: Any, ar2: Any) -> Any:
        one, other = set(as_array(ar1)._values()), set(as_array(ar2)._values())
        values = sorted(keep(one, other))
        return ndarray(values, (len(values),), as_array(ar1).dtype)

    return operation


def bincount(x: Any, minlength: Any = 0) -> ndarray:
    values = as_array(x)._values()
    size = max([minlength, *[value + 1 for value in values]])
    return ndarray([values.count(value) for value in range(size)], (size,), INT)


def reduction(name: Any) -> Any:
    def reduced(a: Any, axis: Any = None) -> Any:
        return getattr(as_array(a), name)(axis)

    return reduced


def count_nonzero(a: Any) -> Any:
    return sum([1 for value in as_array(a)._values() if value])


def absolute(x: Any) -> Any:
    if isinstance(x, (int, float)):
        return abs(x)
    return ndarray([abs(value) for value in as_array(x)._values()], as_array(x).shape, as_array(x).dtype)


def ndenumerate(arr: Any) -> Any:
    arr = as_array(arr)
    return zip(indexes(arr.shape), arr._values(), strict=True)


def ndindex(*shape: Any) -> Any:
    return iter(indexes(shape[0] if isinstance(shape[0], tuple) else shape))


# Printing


def float_texts(values: Any) -> list[str]:
    """Floats in columns: the point under the point, as many decimals as one of them needs, at most eight."""
    parts = []
    for value in values:
        text = f"{value:.8f}".rstrip("0")
        parts.append(text.split(".") if value - value == 0 else (str(value), ""))
    before = max([len(whole) for whole, _ in parts])
    after = max([len(decimals) for _, decimals in parts])
    return [f"{whole:>{before}}.{decimals:<{after}}" for whole, decimals in parts]


def drawn(a: Any, separator: Any, indent: Any) -> str:
    values = a._values()
    if not values:
        return "[]"
    if a.dtype is FLOAT:
        texts = float_texts(values)
    else:
        texts = [repr(value) for value in values]
    if a.dtype is not OBJECT:
        width = len("False") if a.dtype is BOOL else max([len(text) for text in texts])
        texts = [text.rjust(width) for text in texts]
    return boxed(texts, a.shape, separator, indent + 1)


def boxed(texts: Any, shape: Any, separator: Any, indent: Any) -> str:
    """Texts in brackets; wide rows are wrapped, and a blank line separates the parts of three axes."""
    if len(shape) == 1:
        limit = LINE_WIDTH - (1 if separator == " " else 2)
        lines, line = [], ""
        for text in texts:
            if line and indent + len(line) + len(separator) + len(text) > limit:
                lines.append(line + separator.rstrip())
                line = text
            else:
                line += (separator if line else "") + text
        return "[" + ("\n" + " " * indent).join([*lines, line]) + "]"
    size = len(texts) // shape[0]
    parts = [
        boxed(texts[start : start + size], shape[1:], separator, indent + 1)
        for start in range(0, len(texts), size)
    ]
    gap = separator.rstrip() + "\n" * (len(shape) - 1) + " " * indent
    return "[" + gap.join(parts) + "]"


NAMES = {
    "ndarray": ndarray,
    "dtype": dtype,
    "array": array,
    "asarray": as_array,
    "copy": copy,
    "zeros": zeros,
    "empty": zeros,
    "ones": ones,
    "full": full,
    "zeros_like": zeros_like,
    "empty_like": zeros_like,
    "ones_like": ones_like,
    "eye": eye,
    "identity": eye,
    "arange": arange,
    "where": where,
    "argwhere": argwhere,
    "nonzero": lambda a: as_array(a).nonzero(),
    "count_nonzero": count_nonzero,
    "unique": unique,
    "isin": isin,
    "array_equal": array_equal,
    "concatenate": concatenate,
    "hstack": lambda arrays: concatenate(arrays, 0 if as_array(arrays[0]).ndim == 1 else 1),
    "vstack": lambda arrays: concatenate([a if as_array(a).ndim > 1 else [a] for a in arrays]),
    "append": append,
    "delete": delete,
    "sort": sort,
    "transpose": lambda a: as_array(a).T,
    "reshape": lambda a, shape: as_array(a).reshape(shape),
    "ravel": lambda a: as_array(a).ravel(),
    "diag": lambda v: ndarray([v[i, i] for i in range(len(v))], (len(v),), v.dtype),
    "setdiff1d": set_operation(lambda one, other: one - other),
    "intersect1d": set_operation(lambda one, other: one & other),
    "union1d": set_operation(lambda one, other: one | other),
    "bincount": bincount,
    "ndenumerate": ndenumerate,
    "ndindex": ndindex,
    "shape": lambda a: as_array(a).shape,
    "size": lambda a: as_array(a).size,
    "logical_not": lambda x: ~as_array(x).astype(bool),
    "logical_and": lambda x1, x2: as_array(x1).astype(bool) & as_array(x2).astype(bool),
    "logical_or": lambda x1, x2: as_array(x1).astype(bool) | as_array(x2).astype(bool),
    "abs": absolute,
    "absolute": absolute,
    "int_": INT,
    "int8": INT,
    "int16": INT,
    "int32": INT,
    "int64": INT,
    "uint8": INT,
    "integer": int,
    "float64": FLOAT,
    "float32": FLOAT,
    "bool_": BOOL,
    "newaxis": None,
    "inf": float("inf"),
    "nan": float("nan"),
    "pi": 3.141592653589793,
}
for name in ("any", "all", "sum", "prod", "min", "max", "argmin", "argmax", "mean"):
    NAMES[name] = reduction(name)
NAMES["amin"], NAMES["amax"] = NAMES["min"], NAMES["max"]


def as_module() -> Any:
    """A module with numpy's names, to stand in `sys.modules` under "numpy"."""
    module = type(__import__("sys"))("numpy", "A small part of numpy, enough for the worksheets.")
    more = {"__all__": list(NAMES), "__version__": "0", "_grid_of": _grid_of}
    for name, value in [*NAMES.items(), *more.items()]:
        setattr(module, name, value)
    return module
