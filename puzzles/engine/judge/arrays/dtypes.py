"""The four types of items that an array can have: whole numbers, floats, booleans and objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


class dtype:  # noqa: N801  numpy's own name
    """The type of an array's items; equal to its name and to the Python type it represents."""

    def __init__(self, name: str, convert: Callable[[Any], Any]) -> None:
        self.name = name
        self.convert = convert

    def __eq__(self, other: object) -> bool:
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


INT = dtype("int64", int)
FLOAT = dtype("float64", float)
BOOL = dtype("bool", bool)
OBJECT = dtype("object", lambda value: value)
TYPES: dict[type, dtype] = {int: INT, float: FLOAT, bool: BOOL, object: OBJECT, str: OBJECT}
NAMED = {"int": INT, "float": FLOAT, "bool": BOOL, "object": OBJECT, "i": INT, "f": FLOAT, "d": FLOAT}


def type_of_items(wanted: object) -> dtype:
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


def type_that_holds(values: Iterable[Any]) -> dtype:
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
