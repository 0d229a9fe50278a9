"""Shallow and deep copies, as the module `copy` makes them of the values that students use."""

ATOMS = (type(None), bool, int, float, complex, str, bytes, type, range)

# Kinds of values that copies share, though they have attributes.
SHARED = ("function", "builtin_function_or_method", "method", "module")


class Error(Exception):
    """A value that cannot be copied."""


def copy(x):
    """A copy that shares what it holds."""
    kind = type(x)
    if isinstance(x, ATOMS) or (callable(x) and not hasattr(x, "__dict__")):
        return x
    if hasattr(kind, "__copy__"):
        return kind.__copy__(x)
    if kind is list:
        return x[:]
    if kind in (dict, set, bytearray):
        return kind(x)
    if kind in (tuple, frozenset):
        return x
    return copied_object(x, lambda value: value)


def deepcopy(x, memo=None):
    """A copy that shares nothing that can be changed."""
    kind = type(x)
    if isinstance(x, ATOMS):
        return x
    if memo is None:
        memo = {}
    key = id(x)
    if key in memo:
        return memo[key]
    if kind is list:
        made = memo[key] = []
        for value in x:
            # Most of what students copy are lists of numbers: they need no call.
            made.append(value if type(value) is int else deepcopy(value, memo))
        return made
    if kind is dict:
        made = memo[key] = {}
        for name, value in x.items():
            made[deepcopy(name, memo)] = deepcopy(value, memo)
        return made
    if kind in (tuple, set, frozenset):
        made = memo[key] = kind([deepcopy(value, memo) for value in x])
        return made
    if kind is bytearray:
        return bytearray(x)
    if hasattr(kind, "__deepcopy__"):
        made = memo[key] = kind.__deepcopy__(x, memo)
        return made
    return copied_object(x, lambda value: deepcopy(value, memo), memo)


def copied_object(x, of_value, memo=None):
    """An instance of a class of the program's own, its attributes and items copied by `of_value`."""
    kind = type(x)
    if not hasattr(x, "__dict__") or kind.__name__ in SHARED:
        return x
    made = kind.__new__(kind)
    if memo is not None:
        memo[id(x)] = made
    if isinstance(x, list):
        made.extend([of_value(value) for value in list.__iter__(x)])
    elif isinstance(x, dict):
        for name in dict.keys(x):
            dict.__setitem__(made, name, of_value(dict.__getitem__(x, name)))
    for name, value in x.__dict__.items():
        made.__dict__[name] = of_value(value)
    return made
