"""Find in a program what an exercise asks for: a function, method, class or variable, by its names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cases import METHOD, SCRIPT, VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .cases import Requirement
    from .student_program import Program


class Found:
    """A function, method, class or variable of a program under its name; `owner` is the class of a method."""

    __slots__ = ("name", "owner", "value")

    def __init__(self, name: str, value: Any, owner: type | None = None) -> None:
        self.name, self.value, self.owner = name, value, owner


class Missing:
    """No such name in the program, with the reason.

    `reason`: other_name (`near` is much like it), left_out (its statement at `line` was not taken),
    not_callable (the name is there, but is no function), absent.
    """

    __slots__ = ("line", "near", "reason")

    def __init__(self, reason: str, near: str | None = None, line: int | None = None) -> None:
        self.reason, self.near, self.line = reason, near, line


def find(exercise: Requirement, program: Program) -> Found | Missing:
    """Find what the exercise asks for: Found or Missing."""
    if exercise.key not in program.found:
        program.found[exercise.key] = _find(exercise, program)
    found: Found | Missing = program.found[exercise.key]
    return found


def _find(exercise: Requirement, program: Program) -> Found | Missing:
    if exercise.kind == SCRIPT or not exercise.names:
        return Found(exercise.names[0] if exercise.names else exercise.key, None)
    space = program.namespace
    places: list[tuple[type | None, Any]] = [(None, space)]
    classes = [space[name] for name in program.own_names if isinstance(space.get(name), type)]
    classes.sort(key=lambda owner: owner.__name__ != exercise.container)
    places.extend((owner, vars(owner)) for owner in classes)
    if exercise.kind == METHOD:
        places = [*places[1:], places[0]]
    blocked = None
    for owner, names in places:
        for name in exercise.names:
            if name in names and (owner is None or exercise.kind != VARIABLE):
                value = names[name]
                if (
                    exercise.kind == VARIABLE
                    or callable(value)
                    or isinstance(value, (staticmethod, classmethod))
                ):
                    return Found(name, value, owner)
                blocked = blocked or name
    if blocked:
        return Missing("not_callable", blocked, program.own_names.get(blocked))
    for name in exercise.names:
        if name in program.left_out:
            return Missing("left_out", name, program.left_out[name])
    near = _nearest(
        exercise.names, [*program.own_names, *(name for owner in classes for name in vars(owner))]
    )
    return Missing("other_name" if near else "absent", near, program.own_names.get(near or ""))


def _nearest(wanted: Iterable[str], there: list[str]) -> str | None:
    """A name of the program that is much like a wanted one, or None."""
    for name in wanted:
        for other in there:
            if _plain(other) == _plain(name):
                return other
    for name in wanted:
        for other in there:
            if len(name) > 3 and not other.startswith("__") and _distance(_plain(name), _plain(other)) == 1:
                return other
    return None


def _plain(name: str) -> str:
    return without_accents(name.lower().replace("_", ""))


def without_accents(text: str) -> str:
    """A French text in lower case without accents, letter by letter, so that positions stay the same."""
    for accented, letter in zip("éèêëàâîïôûùç", "eeeeaaiiouuc", strict=True):
        text = text.replace(accented, letter)
    return text


def _distance(one: str, other: str) -> int:
    """The edit distance of two words, 2 standing for more."""
    if abs(len(one) - len(other)) > 1:
        return 2
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, character in enumerate(other, 1):
            now.append(
                min(before[column] + 1, now[column - 1] + 1, before[column - 1] + (letter != character))
            )
        before = now
    return min(before[-1], 2)
