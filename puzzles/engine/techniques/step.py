"""A step: one application of a technique, as data with the evidence that proves it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from ..bits import Candidate
from ..cells import CELLS, DIGITS, HOUSES, cell_name

# What digits, houses and cells do in a pattern. Stored in rows of the site: keep the spelling.
Role = Literal[
    "assumed", "base", "begin", "box", "bridge", "cause", "clash", "color_a", "color_b", "color_c", "color_d",
    "common", "cover", "cross", "end", "entry", "exit", "extra", "fin", "finish", "first", "floor", "gap",
    "house", "joint", "last", "line", "locked", "odd", "other_cover", "other_end", "other_fin", "pattern",
    "petal", "petal_a", "petal_b", "petal_c", "petal_d", "petal_e", "petal_f", "petal_g", "petal_h",
    "petal_i", "pivot", "roof", "ruled_out", "set", "set_a", "set_b", "set_c", "set_d", "set_e", "set_f",
    "set_g", "shared", "start", "stem", "subset", "twice", "wing",
]  # fmt: skip

# The roles of the sets of a chain and of the petals of a blossom, in order.
SET_ROLES: tuple[Role, ...] = ("set_a", "set_b", "set_c", "set_d", "set_e", "set_f", "set_g")
PETAL_ROLES: tuple[Role, ...] = (
    "petal_a", "petal_b", "petal_c", "petal_d", "petal_e", "petal_f", "petal_g", "petal_h", "petal_i",
)  # fmt: skip

# The shapes of patterns that come in several. Stored like the roles.
Form = Literal[
    "", "cell", "closed", "doubly_linked", "holds", "holds_with_sets", "house", "places", "several",
    "siamese", "twice", "two_digits", "two_digits_with_sets", "with_sets",
]  # fmt: skip

Roles = tuple[tuple[Role, tuple[int, ...]], ...]


# Parts of a technique's id that are written in capitals.
_ABBREVIATIONS = frozenset({"aic", "als", "bug", "w", "x", "xy", "xyz", "xz"})


@dataclass(frozen=True, slots=True)
class Link:
    """Two ends of a chain's link: a digit in one cell, or in several taken together.

    A strong link says that one of the ends holds, a weak one that not both do. `through` are the cells
    the link rests on beside its ends, such as an almost locked set.
    """

    digit: int
    cells: tuple[int, ...]
    next_digit: int
    next_cells: tuple[int, ...]
    is_strong: bool
    through: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The link as JSON values."""
        return {
            "from": [self.digit, list(self.cells)],
            "to": [self.next_digit, list(self.next_cells)],
            "strong": self.is_strong,
            "through": list(self.through),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Link:
        """The link that `to_dict` wrote."""
        (digit, cells), (next_digit, next_cells) = data["from"], data["to"]
        return cls(digit, tuple(cells), next_digit, tuple(next_cells), data["strong"], tuple(data["through"]))


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows from one assumption: the candidate holds, or does not, and then these steps."""

    assumed: Candidate
    holds: bool
    steps: tuple[Step, ...]

    def to_dict(self) -> dict[str, Any]:
        """The branch as JSON values."""
        return {
            "assumed": list(self.assumed),
            "holds": self.holds,
            "steps": [step.to_dict() for step in self.steps],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Branch:
        """The branch that `to_dict` wrote."""
        steps = tuple(Step.from_dict(step) for step in data["steps"])
        return cls(Candidate(*data["assumed"]), data["holds"], steps)


@dataclass(frozen=True, slots=True)
class Step:
    """What a technique concludes and what the conclusion rests on.

    Digits, houses (0-26) and cells are kept by their role in the pattern: the role "cause" holds the cells
    whose digits exclude others, "pattern" the cells that form it; a family may add its own ("fin"). `form`
    names the shape of a pattern that comes in several, each with its own sentences.
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    digits: Roles = ()
    houses: Roles = ()
    cells: Roles = ()
    links: tuple[Link, ...] = ()
    branches: tuple[Branch, ...] = ()
    form: Form = ""

    def __str__(self) -> str:
        """The technique and its result: `Hidden single: r9c7=1`, `X wing: r1c7,r3c7<>5`."""
        # The notation of HoDoKu and of players' forums: = places a digit, <> eliminates one.
        cells_by_digit: dict[int, list[str]] = {}
        for cell, digit in self.eliminations:
            cells_by_digit.setdefault(digit, []).append(cell_name(cell))
        results = [str(placement) for placement in self.placements]
        results += [f"{','.join(cells)}<>{digit}" for digit, cells in sorted(cells_by_digit.items())]
        return f"{technique_label(self.technique)}: {', '.join(results)}"

    @property
    def targets(self) -> tuple[int, ...]:
        """The cells the step changes, ascending."""
        return tuple(sorted({candidate.cell for candidate in self.placements + self.eliminations}))

    @property
    def is_well_formed(self) -> bool:
        """Whether it has a result, and only cells, digits and houses that exist."""
        results = self.placements + self.eliminations
        cells = [cell for cell, _ in results] + [cell for _, members in self.cells for cell in members]
        digits = [digit for _, digit in results] + [digit for _, members in self.digits for digit in members]
        houses = [house for _, members in self.houses for house in members]
        return (
            bool(results)
            and all(cell in CELLS for cell in cells)
            and all(digit in DIGITS for digit in digits)
            and all(house in range(len(HOUSES)) for house in houses)
        )

    def digits_as(self, role: Role) -> tuple[int, ...]:
        """The digits in this role; none if the step has no such role."""
        return _in_role(self.digits, role)

    def houses_as(self, role: Role) -> tuple[int, ...]:
        """The houses in this role; none if the step has no such role."""
        return _in_role(self.houses, role)

    def cells_as(self, role: Role) -> tuple[int, ...]:
        """The cells in this role; none if the step has no such role."""
        return _in_role(self.cells, role)

    def to_dict(self) -> dict[str, Any]:
        """The step as JSON values; what is empty is left out."""
        whole: dict[str, Any] = {
            "technique": self.technique,
            "placements": [list(candidate) for candidate in self.placements],
            "eliminations": [list(candidate) for candidate in self.eliminations],
            "digits": {role: list(members) for role, members in self.digits},
            "houses": {role: list(members) for role, members in self.houses},
            "cells": {role: list(members) for role, members in self.cells},
            "links": [link.to_dict() for link in self.links],
            "branches": [branch.to_dict() for branch in self.branches],
            "form": self.form,
        }
        # Thousands of steps are stored: most have neither links nor branches.
        return {name: value for name, value in whole.items() if value}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Step:
        """The step that `to_dict` wrote."""
        return cls(
            technique=data["technique"],
            placements=tuple(Candidate(*pair) for pair in data.get("placements", ())),
            eliminations=tuple(Candidate(*pair) for pair in data.get("eliminations", ())),
            digits=by_role(**data.get("digits", {})),
            houses=by_role(**data.get("houses", {})),
            cells=by_role(**data.get("cells", {})),
            links=tuple(Link.from_dict(link) for link in data.get("links", ())),
            branches=tuple(Branch.from_dict(branch) for branch in data.get("branches", ())),
            form=data.get("form", ""),
        )


def technique_label(technique: str) -> str:
    """The id of a technique for a log or a terminal, in English: `Hidden single`, `ALS XZ`."""
    first, *others = (word.upper() if word in _ABBREVIATIONS else word for word in technique.split("_"))
    return " ".join([first if first.isupper() else first.capitalize(), *others])


def by_role(**members: Iterable[int]) -> Roles:
    """Members by role, roles and members in ascending order, so that equal evidence is equal data."""
    return tuple(
        (cast(Role, role), ordered)
        for role, values in sorted(members.items())
        if (ordered := tuple(sorted(values)))
    )


def _in_role(roles: Roles, wanted: Role) -> tuple[int, ...]:
    for role, members in roles:
        if role == wanted:
            return members
    return ()
