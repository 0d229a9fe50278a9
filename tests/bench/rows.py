"""A row of the bench's table: one figure, what it is measured against in the same run, and their ratio."""

from collections.abc import Iterable
from dataclasses import dataclass

HEADINGS = ("figure", "measured", "reference", "ratio", "wanted", "")


class CannotMeasureError(Exception):
    """Something that the measurement needs is not here; the text says what."""


class NotAskedForError(Exception):
    """What needs more than the project's own environment, and was not asked for; the text says how to ask."""


@dataclass(frozen=True)
class Note:
    """What a bench says in place of rows that cannot be had here; nothing fails by it."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Row:
    """One figure. `at_least` or `at_most` is what its ratio to the reference should be."""

    figure: str
    measured: float
    reference: float
    unit: str
    against: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float:
        """The figure in units of its reference."""
        return self.measured / self.reference

    @property
    def is_reached(self) -> bool:
        """Whether the ratio is as wanted."""
        if self.at_least is not None and self.ratio < self.at_least:
            return False
        return self.at_most is None or self.ratio <= self.at_most

    def columns(self) -> tuple[str, ...]:
        """The texts of the row, in the order of `HEADINGS`."""
        wanted = [f">= {self.at_least:g}"] if self.at_least is not None else []
        if self.at_most is not None:
            wanted.append(f"<= {self.at_most:g}")
        return (
            self.figure,
            f"{_rounded(self.measured)} {self.unit}",
            f"{_rounded(self.reference)} {self.unit} ({self.against})",
            f"{self.ratio:.2f}",
            " ".join(wanted),
            "reached" if self.is_reached else "MISSED",
        )


def table(rows: Iterable[Row]) -> str:
    """The rows under their headings, as lines of aligned columns."""
    lines = [HEADINGS, *(row.columns() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
