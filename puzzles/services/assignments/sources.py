"""Where the grids of an assignment come from: chosen one by one, or drawn for a whole class."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from ..draws import ANY_GRID, Wish


class SourceError(Exception):
    """Why a source does not give the grids that are asked for, in a sentence for the teacher."""


@dataclass(frozen=True, kw_only=True)
class Window:
    """What every student's grid at one position is like: its tier, and its score from `low` to `high`."""

    tier: int
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where the grids of an assignment come from, as it is kept in the assignment.

    Without a count the grids are `puzzles`, for everybody. With a count so many are drawn from the
    collections: the same for all, which then stand in `puzzles`, or, where `band` percent of difference in
    work are allowed, different ones, for which `windows` say how hard each is.
    """

    puzzles: tuple[int, ...] = ()
    collections: tuple[int, ...] = ()
    count: int = 0
    wish: Wish = ANY_GRID
    band: int | None = None
    played_too: bool = False
    windows: tuple[Window, ...] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        values = dict(data)
        values["wish"] = Wish(**values.get("wish", {}))
        values["windows"] = tuple(Window(**window) for window in values.get("windows", ()))
        for name in ("puzzles", "collections"):
            values[name] = tuple(values.get(name, ()))
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def is_drawn(self) -> bool:
        return self.count > 0

    @property
    def is_same_for_all(self) -> bool:
        return self.band is None
