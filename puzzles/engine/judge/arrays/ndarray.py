"""The array: a flat list of items with a shape, whose views share the list, as in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dtypes import BOOL, FLOAT, INT, dtype, type_of_items, type_that_holds
from .operators import Operators
from .printing import drawn
from .shapes import as_index, combinations, common_shape, count_of, in_range, indexes, shape_text, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from .shapes import Shape

AMBIGUOUS = "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
RAGGED = (
    "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
    "{} dimensions. The detected shape was {} + inhomogeneous part."
)


class ndarray(Operators):  # noqa: N801  numpy's own name
    """Items of one type along any number of axes; a view shares the list of the array it is a part of."""

    __hash__ = None  # type: ignore[assignment]
    __array_priority__ = 0

    def __init__(
        self, items: list[Any], shape: Shape, kind: dtype, start: int = 0, steps: Shape | None = None
    ) -> None:
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

    def _values(self) -> list[Any]:
        """The items in reading order, in a new list."""
        items, start, shape, steps = self._items, self._start, self.shape, self._steps
        if len(shape) == 1 and steps[0] > 0:
            return items[start : start + shape[0] * steps[0] : steps[0]]
        if len(shape) == 2 and steps[1] == 1:
            rows, columns = shape
            if steps[0] == columns:
                return items[start : start + rows * columns]
            values: list[Any] = []
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

    def copy(self, order: str = "C") -> ndarray:
        return ndarray(self._values(), self.shape, self.dtype)

    def __copy__(self) -> ndarray:
        return self.copy()

    def __deepcopy__(self, memo: object) -> ndarray:
        return self.copy()

    def astype(self, wanted: object) -> ndarray:
        kind = type_of_items(wanted)
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

    def _cut(self, i: int | slice, j: int | slice) -> ndarray:
        """The view that two keys select on two axes, one or both of them slices."""
        start = self._start
        shape: Shape = ()
        steps: Shape = ()
        for axis, one in enumerate((i, j)):
            size, step = self.shape[axis], self._steps[axis]
            if isinstance(one, int):
                start += in_range(one, size, axis) * step
                continue
            first, last, stride = one.indices(size)
            start += first * step
            shape += (len(range(first, last, stride)),)
            steps += (stride * step,)
        return ndarray(self._items, shape, self.dtype, start, steps)

    def _part(self, key: Any) -> ndarray | tuple[list[int], Shape]:
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
        start, axis = self._start, 0
        shape: list[int] = []
        steps: list[int] = []
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

    def _where(self, mask: ndarray) -> tuple[list[int], Shape]:
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

    def _picked(self, keys: list[Any]) -> tuple[list[int], Shape]:
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

    def transpose(self) -> ndarray:
        return self.T

    # Answers about all items, or along one axis

    def _reduced(
        self, answer: Callable[[list[Any]], Any], axis: int | None, kind: dtype | None = None
    ) -> Any:
        """What `answer` gives for all items, or for those along each line of an axis, then of this type."""
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

    def any(self, axis: int | None = None) -> Any:
        return self._reduced(any_of, axis, BOOL)

    def all(self, axis: int | None = None) -> Any:
        return self._reduced(all_of, axis, BOOL)

    def sum(self, axis: int | None = None) -> Any:
        return self._reduced(sum, axis, INT if self.dtype is BOOL else None)

    def prod(self, axis: int | None = None) -> Any:
        return self._reduced(count_of, axis, INT if self.dtype is BOOL else None)

    def min(self, axis: int | None = None) -> Any:
        return self._reduced(least, axis)

    def max(self, axis: int | None = None) -> Any:
        return self._reduced(greatest, axis)

    def argmin(self, axis: int | None = None) -> Any:
        return self._reduced(lambda values: values.index(least(values)), axis, INT)

    def argmax(self, axis: int | None = None) -> Any:
        return self._reduced(lambda values: values.index(greatest(values)), axis, INT)

    def mean(self, axis: int | None = None) -> Any:
        return self._reduced(lambda values: sum(values) / len(values), axis, FLOAT)

    def nonzero(self) -> tuple[ndarray, ...]:
        found = [index for index, value in zip(indexes(self.shape), self._values(), strict=True) if value]
        return tuple(
            ndarray([index[axis] for index in found], (len(found),), INT) for axis in range(len(self.shape))
        )

    def sort(self) -> None:
        self[...] = sort(self)

    # Item by item: the other operators are those of `Operators`

    def _combined(self, other: Any, operation: Callable[[Any, Any], Any], kind: dtype | None = None) -> Any:
        """The operation on the items of two arrays, or of an array and a value, broadcast to one shape."""
        if other is None or isinstance(other, (str, bool, int, float)):
            values = [operation(value, other) for value in self._values()]
            shape = self.shape
            others = type_that_holds([other])
        else:
            other = as_array(other)
            shape = common_shape([self.shape, other.shape])
            pairs = zip(spread(self, shape), spread(other, shape), strict=True)
            values = [operation(a, b) for a, b in pairs]
            others = other.dtype
        if kind is None:
            is_float = FLOAT in (self.dtype, others)
            kind = type_that_holds(values) if values else (FLOAT if is_float else self.dtype)
        return ndarray(values, shape, kind) if shape else values[0]

    def __eq__(self, other: Any) -> Any:
        if isinstance(other, (int, float)) and self.shape:
            return ndarray([value == other for value in self._values()], self.shape, BOOL)
        return self._combined(other, lambda a, b: a == b, BOOL)

    def __ne__(self, other: Any) -> Any:
        if isinstance(other, (int, float)) and self.shape:
            return ndarray([value != other for value in self._values()], self.shape, BOOL)
        return self._combined(other, lambda a, b: a != b, BOOL)

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
        return self._drawn(" ", 0)

    def __repr__(self) -> str:
        if not self.shape:
            return f"array({self._values()[0]!r})"
        if self.size:
            return f"array({self._drawn(', ', len('array('))})"
        notes = [] if len(self.shape) == 1 else [f"shape={self.shape}"]
        notes.append(f"dtype={self.dtype}")
        return f"array({', '.join(['[]', *notes])})"

    def _drawn(self, separator: str, indent: int) -> str:
        return drawn(self._values(), self.shape, self.dtype, separator, indent)

    def __format__(self, wanted: Any) -> str:
        if wanted:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return str(self)


# Keys of one axis that select views.
_CUTS = (int, slice)

ndarray.__module__ = dtype.__module__ = "numpy"


def any_of(values: list[Any]) -> bool:
    """The built-in `any` on the items of an array."""
    for value in values:  # noqa: SIM110 - a generator costs more in a browser
        if value:
            return True
    return False


def all_of(values: list[Any]) -> bool:
    """The built-in `all` on the items of an array."""
    for value in values:  # noqa: SIM110 - a generator costs more in a browser
        if not value:
            return False
    return True


def least(values: list[Any]) -> Any:
    """The smallest item. Raises ValueError."""
    if not values:
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    return min(values)


def greatest(values: list[Any]) -> Any:
    """The greatest item. Raises ValueError."""
    if not values:
        raise ValueError("zero-size array to reduction operation maximum which has no identity")
    return max(values)


def spread(given: ndarray, shape: Shape) -> list[Any]:
    """The items of an array broadcast to a shape, in reading order. Raises ValueError."""
    if given.shape == shape:
        return given._values()
    spare = len(given.shape) - len(shape)
    if spare > 0 and count_of(given.shape[:spare]) == 1:
        given = given.reshape(given.shape[spare:])
    if common_shape([given.shape, shape]) != shape:
        raise ValueError("too large")
    missing = len(shape) - len(given.shape)
    steps = [0] * missing
    steps += [0 if size == 1 else step for size, step in zip(given.shape, given._steps, strict=True)]
    return ndarray(given._items, shape, given.dtype, given._start, tuple(steps))._values()


def shape_of_lists(rows: object) -> Shape:
    """The shape of nested lists, refusing rows of unequal length."""
    if isinstance(rows, ndarray):
        return rows.shape
    if not isinstance(rows, (list, tuple, range)):
        return ()
    if not len(rows):
        return (0,)
    if {type(row) for row in rows} <= {int, float, bool}:
        return (len(rows),)
    shapes = [shape_of_lists(row) for row in rows]
    if all(shape == shapes[0] for shape in shapes):
        return (len(rows), *shapes[0])
    raise ValueError(RAGGED.format(1, f"({len(rows)},)"))


def flat_list(rows: Any, depth: int) -> list[Any]:
    """The values of lists nested so deep, in reading order."""
    if isinstance(rows, ndarray):
        return rows._values()
    if not depth:
        return [rows]
    if depth == 1:
        return list(rows)
    return [value for row in rows for value in flat_list(row, depth - 1)]


def array(object: Any, dtype: Any = None, copy: bool = True) -> ndarray:  # noqa: A002  numpy's own names
    """A new array of nested lists or of an array. Raises ValueError where rows differ in length."""
    shape = shape_of_lists(object)
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


def as_array(given: Any, dtype: Any = None) -> ndarray:
    """The array itself, or a new one of nested lists. Raises ValueError where rows differ in length."""
    return given if isinstance(given, ndarray) and dtype is None else array(given, dtype)


def sort(a: Any) -> ndarray:
    """A copy sorted along the last axis."""
    a = as_array(a)
    size = a.shape[-1]
    values = a._values()
    values = [v for start in range(0, len(values), size or 1) for v in sorted(values[start : start + size])]
    return ndarray(values, a.shape, a.dtype)
