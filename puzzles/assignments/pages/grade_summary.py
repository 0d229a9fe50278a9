"""The grades of a class at a glance: mean, median and a histogram."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

# The histogram: bars of a tenth of the scale, in units of the picture.
BARS, BAR_STEP, BAR_HEIGHT = 10, 22, 48
FEWEST_IN_A_CHART = 3


@dataclass(frozen=True)
class GradeBar:
    """The number of grades from `low` on, below `high` (the last bar has the best grade too)."""

    low: Decimal
    high: Decimal
    count: int
    x: int
    height: int


@dataclass(frozen=True)
class GradeSummary:
    """The grades of a class: how many, their mean and median, and a histogram if there are enough."""

    count: int
    mean: Decimal | None
    median: Decimal | None
    bars: list[GradeBar]
    width: int = BARS * BAR_STEP
    height: int = BAR_HEIGHT


def grade_summary(values: Sequence[Decimal], scale: int) -> GradeSummary:
    """The summary of the grades that count. No chart of fewer than three."""
    if not values:
        return GradeSummary(0, None, None, [])
    mean = (sum(values, Decimal(0)) / len(values)).quantize(Decimal("0.1"))
    middle = Decimal(median(values)).quantize(Decimal("0.1"))
    if len(values) < FEWEST_IN_A_CHART:
        return GradeSummary(len(values), mean, middle, [])
    counts = [0] * BARS
    for value in values:
        counts[min(BARS - 1, int(value * BARS / scale))] += 1
    step = Decimal(scale) / BARS
    bars = [
        GradeBar(
            step * place, step * (place + 1), count, place * BAR_STEP, round(BAR_HEIGHT * count / max(counts))
        )
        for place, count in enumerate(counts)
    ]
    return GradeSummary(len(values), mean, middle, bars)
