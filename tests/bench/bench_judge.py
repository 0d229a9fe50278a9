"""The judge in Chromium: the reference program of each worksheet, and the slowest of its exercises."""

from collections.abc import Iterator

from puzzles.engine.judge.exercises import WORKSHEETS
from puzzles.engine.worksheets.sources import source_of

from .judged import keys_of, seconds, verdicts, workers
from .rows import Row

WORKSHEET_S = 10
EXERCISE_S = 1


def rows(size: int | None) -> Iterator[Row]:
    """Two rows a worksheet; the programs have always one size."""
    with workers() as page:
        for worksheet in WORKSHEETS:
            heard = page.messages(source_of(worksheet), worksheet, keys_of(worksheet))
            if {verdict["verdict"] for verdict in verdicts(heard)} != {"passed"}:
                raise AssertionError(f"the reference of {worksheet} does not pass in Chromium")
            slowest, longest = max(seconds(heard).items(), key=lambda item: item[1])
            yield Row(
                figure=f"judge all, {worksheet}, in Chromium",
                measured=heard[-1]["at"],
                reference=WORKSHEET_S,
                unit="s",
                against="the longest allowed",
                at_most=1.0,
            )
            yield Row(
                figure=f"judge one, {worksheet}/{slowest}, the slowest, in Chromium",
                measured=longest,
                reference=EXERCISE_S,
                unit="s",
                against="the longest wanted",
                at_most=1.0,
            )
