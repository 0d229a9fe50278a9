"""Names for annotations, which say nothing here."""

TYPE_CHECKING = False


class _Form:
    """A type, with or without arguments in brackets."""

    def __init__(self, name):
        self.name = name

    def __getitem__(self, parameters):
        return self

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __call__(self, *arguments, **named):
        return self

    def __repr__(self):
        return "typing." + self.name


Any = _Form("Any")
Callable = _Form("Callable")
Dict = _Form("Dict")
Final = _Form("Final")
Generator = _Form("Generator")
Iterable = _Form("Iterable")
Iterator = _Form("Iterator")
List = _Form("List")
Literal = _Form("Literal")
Optional = _Form("Optional")
Sequence = _Form("Sequence")
Set = _Form("Set")
Tuple = _Form("Tuple")
TypeVar = _Form("TypeVar")
Union = _Form("Union")


class Generic:
    """A base class that takes parameters."""

    def __class_getitem__(cls, parameters):
        return cls


class Protocol(Generic):
    """A base class that takes parameters."""


def cast(typ, val):
    """The value."""
    return val


def _unchanged(value):
    return value


final = overload = no_type_check = _unchanged
