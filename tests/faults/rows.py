"""A row of the table of faults: what was done to the site, how often, and the verdict of the oracle."""

from collections.abc import Iterable
from dataclasses import dataclass

from .oracle import Verdict

HEADINGS = ("fault", "done", "acknowledged", "lost", "ghost", "doubled", "crooked", "waiting", "", "noted")


class CannotDoError(Exception):
    """Something that the fault needs is not here; the text says what."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One fault. `wrong` are sentences about what the oracle does not count, `noted` what is good to know."""

    fault: str
    done: str
    verdict: Verdict
    wrong: tuple[str, ...] = ()
    noted: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether the site kept all its promises."""
        return self.verdict.is_clean and not self.wrong

    def columns(self) -> tuple[str, ...]:
        """The texts of the row, in the order of `HEADINGS`."""
        verdict = self.verdict
        counts = (verdict.lost, verdict.ghosts, verdict.doubled, verdict.crooked, verdict.waiting)
        return (
            self.fault,
            self.done,
            f"{verdict.acknowledged:,}",
            *map(str, counts),
            "kept" if self.is_kept else "BROKEN",
            "; ".join([*self.wrong, *filter(None, [self.noted])]),
        )


def table(rows: Iterable[Row]) -> str:
    """The rows under their headings, as lines of aligned columns."""
    lines = [HEADINGS, *(row.columns() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
