"""What a lesson showed, as tables of aligned columns."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.faults.oracle import Verdict

from .lesson import KINDS, Asked, percentile
from .watch import OTHERS, Sample

HEADINGS = ("request", "answered", "failed", "p50 ms", "p95 ms", "p99 ms", "max ms")
STEP_HEADINGS = ("students", "moves/s", "requests/s", "p50 ms", "p95 ms", "p99 ms", "failed", "cores", "")
# More cores than this taken by other programs, and it is they that are measured.
MOST_OF_OTHERS = 0.4
MEMORY_HEADINGS = ("process", "MiB at first", "MiB at the end", "drift", "cores")


def request_table(asked: Iterable[Asked], failed: Mapping[str, int]) -> str:
    """A line for each kind of request."""
    times: dict[str, list[float]] = {}
    for each in asked:
        times.setdefault(each.kind, []).append(each.ms)
    kinds = [kind for kind in KINDS if kind in times or failed.get(kind)]
    return aligned(
        HEADINGS,
        [
            (kind, f"{len(times.get(kind, ())):,}", f"{failed.get(kind, 0):,}", *_spread(times.get(kind, ())))
            for kind in kinds
        ],
    )


def _spread(times: Sequence[float]) -> tuple[str, ...]:
    return tuple(f"{percentile(times, part):,.0f}" for part in (0.5, 0.95, 0.99, 1.0))


def memory_table(first: Sample, last: Sample) -> str:
    """A line for each process: its memory at both times, and how many cores it kept busy between them."""
    cores = last.cores_since(first)
    rows = [
        (
            role,
            f"{first.mib.get(role, 0):,.0f}",
            f"{mib:,.0f}",
            f"{mib - first.mib.get(role, 0):+,.1f}",
            f"{cores[role]:.2f}",
        )
        for role, mib in last.mib.items()
    ]
    rows += [(role, "", "", "", f"{cores[role]:.2f}") for role in ("students", OTHERS)]
    return aligned(MEMORY_HEADINGS, rows)


@dataclass(frozen=True, kw_only=True)
class Step:
    """How the site stood one load: as many students at the usual pace would have made it."""

    students: int
    seconds: float
    asked: Sequence[Asked]
    failed: Counter[str]
    cores: Mapping[str, float]

    @property
    def moves_ms(self) -> list[float]:
        return [each.ms for each in self.asked if each.kind == "move"]

    def holds(self, bound_ms: float) -> bool:
        """Whether nothing failed, and the moves were quick enough."""
        return not self.failed and 0 < percentile(self.moves_ms, 0.95) <= bound_ms

    def columns(self, bound_ms: float) -> tuple[str, ...]:
        """The texts of the step, in the order of `STEP_HEADINGS`."""
        p50, p95, p99, _most = _spread(self.moves_ms)
        return (
            f"{self.students:,}",
            f"{len(self.moves_ms) / self.seconds:,.0f}",
            f"{len(self.asked) / self.seconds:,.0f}",
            *(p50, p95, p99),
            f"{self.failed.total():,}",
            " ".join(f"{role} {cores:.2f}" for role, cores in self.cores.items() if cores >= 0.05),
            "holds" if self.holds(bound_ms) else "PAST THE KNEE",
        )


def step_table(steps: Iterable[Step], bound_ms: float) -> str:
    """A line for each load."""
    return aligned(STEP_HEADINGS, [step.columns(bound_ms) for step in steps])


def knee(steps: Sequence[Step], bound_ms: float) -> str:
    """The last load that held, and what stood in the way of more."""
    by_load = sorted(steps, key=lambda step: step.students)
    held = [step for step in by_load if step.holds(bound_ms)]
    past = next((step for step in by_load if not step.holds(bound_ms)), None)
    most = f"{held[-1].students:,} students" if held else f"fewer than {by_load[0].students:,} students"
    if past is None:
        return f"knee: beyond {most}, the most that was tried"
    return f"knee: {most} hold (moves' p95 <= {bound_ms:,.0f} ms, nothing fails); then {bottleneck(past)}"


def bottleneck(step: Step) -> str:
    """What was busy all the time when the load was too much."""
    cores = dict(step.cores)
    students, others = cores.pop("students", 0.0), cores.pop(OTHERS, 0.0)
    answerers = [spent for role, spent in cores.items() if role.startswith("answerer")]
    if others > MOST_OF_OTHERS:
        return f"other programs of this machine take {others:.1f} cores: nothing is said of the site"
    if students > 0.85:
        return "the students themselves can do no more"
    if sum(cores.values()) + students > 1.8:
        return f"both cores are busy, {sum(cores.values()):.2f} of them with the site"
    if answerers and max(answerers) > 0.85:
        return "a process of the site is busy all the time: one interpreter does one thing at a time"
    return "requests wait for the database: its lock, and the disk at each commit"


def verdict_line(verdict: Verdict) -> str:
    """What the oracle says of the moves."""
    return (
        f"{verdict.acknowledged:,} moves acknowledged; lost {verdict.lost}, ghost {verdict.ghosts}, "
        f"doubled {verdict.doubled}, crooked grids {verdict.crooked}, waiting {verdict.waiting}: "
        f"{'kept' if verdict.is_clean else 'BROKEN'}"
    )


def aligned(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows under their headings; the first and last column stand left, numbers right."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    last = len(headings) - 1
    return "\n".join(
        "  ".join(
            text.ljust(width) if column in (0, last) else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
