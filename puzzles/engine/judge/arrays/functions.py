"""The functions of the module numpy that worksheets use, with numpy's names for them and their parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dtypes import BOOL, FLOAT, INT, dtype, type_of_items, type_that_holds
from .ndarray import array, as_array, ndarray, sort, spread
from .shapes import common_shape, count_of, in_range, indexes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from .shapes import Shape


def full(shape: int | Shape, fill_value: Any, dtype: Any = None) -> ndarray:
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = type_that_holds([fill_value]) if dtype is None else type_of_items(dtype)
    return ndarray([kind.convert(fill_value)] * count_of(sizes), sizes, kind)


def zeros(shape: int | Shape, dtype: Any = float) -> ndarray:
    return full(shape, 0, dtype)


def ones(shape: int | Shape, dtype: Any = float) -> ndarray:
    return full(shape, 1, dtype)


def zeros_like(a: Any) -> ndarray:
    return full(as_array(a).shape, 0, as_array(a).dtype)


def ones_like(a: Any) -> ndarray:
    return full(as_array(a).shape, 1, as_array(a).dtype)


def eye(N: int, dtype: Any = float) -> ndarray:  # noqa: N803  numpy's own name
    made = zeros((N, N), dtype)
    for i in range(N):
        made[i, i] = 1
    return made


def arange(*limits: int, dtype: Any = None) -> ndarray:
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


def unique(ar: Any, return_counts: bool = False) -> Any:
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


def concatenate(arrays: Any, axis: int = 0) -> ndarray:
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


def set_operation(keep: Callable[[set[Any], set[Any]], set[Any]]) -> Callable[[Any, Any], ndarray]:
    """A function of the module that makes one sorted array of the items of two."""

    def operation(ar1: Any, ar2: Any) -> ndarray:
        one, other = set(as_array(ar1)._values()), set(as_array(ar2)._values())
        values = sorted(keep(one, other))
        return ndarray(values, (len(values),), as_array(ar1).dtype)

    return operation


def bincount(x: Any, minlength: int = 0) -> ndarray:
    values = as_array(x)._values()
    size = max([minlength, *[value + 1 for value in values]])
    return ndarray([values.count(value) for value in range(size)], (size,), INT)


def reduction(name: str) -> Callable[..., Any]:
    """The method of this name as a function of the module."""

    def reduced(a: Any, axis: int | None = None) -> Any:
        return getattr(as_array(a), name)(axis)

    return reduced


def count_nonzero(a: Any) -> int:
    return sum([1 for value in as_array(a)._values() if value])


def absolute(x: Any) -> Any:
    if isinstance(x, (int, float)):
        return abs(x)
    return ndarray([abs(value) for value in as_array(x)._values()], as_array(x).shape, as_array(x).dtype)


def ndenumerate(arr: Any) -> Iterator[tuple[Shape, Any]]:
    arr = as_array(arr)
    return zip(indexes(arr.shape), arr._values(), strict=True)


def ndindex(*shape: Any) -> Iterator[Shape]:
    return iter(indexes(shape[0] if isinstance(shape[0], tuple) else shape))


NAMES: dict[str, Any] = {
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
