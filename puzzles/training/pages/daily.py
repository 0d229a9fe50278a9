"""The grids of the day: a card on the first page, their page, and what teachers see of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise

from accounts.models import Classroom, User
from puzzles.engine import Board, Rung
from puzzles.library.models import Puzzle
from puzzles.library.pages.difficulty import technique_name
from puzzles.play.models import Attempt
from puzzles.play.pages.access import refusal_context
from puzzles.play.pages.statistics import solved_grids
from puzzles.play.services.watching import WatchError, require_watchable

from ..models import DailyPuzzle
from ..services.daily import (
    LEAST_PLAYERS,
    grids_of_day,
    grids_of_days,
    hardest_step,
    latest_grids,
    players_of,
)
from ..services.switches import Switches
from .techniques import step_page

# The teacher's table has so many days.
DAYS_SHOWN = 7


@dataclass(frozen=True, slots=True)
class DailyLine:
    """A grid of the day and the player's own game on it; `state` is "" before it."""

    tier: int
    state: str
    state_name: str | Promise
    elapsed_ms: int

    @property
    def is_open(self) -> bool:
        return self.state == Attempt.State.OPEN

    @property
    def has_ended(self) -> bool:
        return bool(self.state) and not self.is_open


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The grids of today."""

    lines: Sequence[DailyLine]

    @property
    def ended(self) -> int:
        return sum(line.has_ended for line in self.lines)

    @property
    def next_tier(self) -> int:
        """The tier to play first: of the game that is open, or of the easiest that is left; 0 for none."""
        left = [line for line in self.lines if not line.has_ended]
        return min(left, key=lambda line: (not line.is_open, line.tier)).tier if left else 0


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """A grid of an earlier day: the player's own time, their median in its tier, and the class.

    None where the grid was not solved, or no grid of the tier was; `played` is 0 where too few have played it
    for their number to be shown.
    """

    tier: int
    elapsed_ms: int | None
    median_ms: int | None
    played: int
    solved: int


@dataclass(frozen=True, slots=True)
class ClassDay:
    """A day of a class: how many students played one of its grids, and (played, solved) for each tier."""

    day: date
    players: int
    counts: Sequence[tuple[int, int] | None]
    is_today: bool


def daily_line(row: DailyPuzzle) -> DailyLine:
    state = row.state or ""
    name = Attempt.State(state).label if state else ""
    return DailyLine(row.tier, state, name, row.elapsed_ms or 0)


def daily_card(player: User, switches: Switches) -> DailyCard | None:
    """The grids of today for the first page; None where there are none."""
    classroom = switches.daily_class
    if classroom is None:
        return None
    lines = [daily_line(row) for row in grids_of_day(classroom=classroom, player=player)]
    return DailyCard(lines) if lines else None


def daily_page(*, player: User, classroom: Classroom, rung: Rung) -> dict[str, Any]:
    """The grids of today, and those of the last day before with the hardest step, as far as a rung."""
    lines = [daily_line(row) for row in grids_of_day(classroom=classroom, player=player)]
    earlier = latest_grids(classroom=classroom, player=player)
    page: dict[str, Any] = {"classroom": classroom, "daily": DailyCard(lines), "today": timezone.localdate()}
    if not earlier:
        return page
    page |= {
        "earlier": earlier_lines(player, classroom, earlier),
        "earlier_day": earlier[0].day,
        "earlier_tier": earlier[0].tier,
    }
    puzzle = earlier[0].puzzle
    try:
        require_watchable(player, Board.from_line(puzzle.givens))
    except WatchError as refusal:
        return page | {"refusal": refusal_context(refusal)}
    return page | discussion(puzzle, rung, reverse("training:daily"))


def earlier_lines(player: User, classroom: Classroom, rows: Sequence[DailyPuzzle]) -> list[EarlierLine]:
    """The grids of an earlier day, the easiest first."""
    own = solved_grids(Attempt.objects.played_by(player).counting())
    players = players_of(classroom=classroom, rows=rows)
    lines = []
    for row in sorted(rows, key=lambda each: each.tier):
        times = [grid.elapsed_ms for grid in own.get(row.tier, [])]
        states = players[row.pk]
        is_shown = len(states) >= LEAST_PLAYERS
        lines.append(
            EarlierLine(
                tier=row.tier,
                elapsed_ms=row.elapsed_ms if row.state == Attempt.State.SOLVED else None,
                median_ms=round(median(times)) if times else None,
                played=len(states) if is_shown else 0,
                solved=sum(states.values()) if is_shown else 0,
            )
        )
    return lines


def discussion(puzzle: Puzzle, rung: Rung, address: str) -> dict[str, Any]:
    """The hardest step of a grid, as far as a rung, and the way to all of its steps; empty without a path."""
    found = hardest_step(puzzle)
    if found is None:
        return {}
    path = reverse("play:own_grid_path", args=[puzzle.givens])
    return {
        "technique_name": technique_name(found.step.technique),
        "technique_id": found.step.technique,
        "path_url": f"{path}?step={found.number}",
        **step_page(found.position, found.step, rung, address),
    }


def class_daily_page(*, classroom: Classroom, teacher: User) -> dict[str, Any]:
    """The days of the last week, the newest first, with those who played."""
    today = timezone.localdate()
    # The first look of a day has its grids chosen.
    grids_of_day(classroom=classroom, player=teacher)
    rows = grids_of_days(classroom=classroom, days=DAYS_SHOWN)
    players = players_of(classroom=classroom, rows=rows)
    days = []
    for day in (today - timedelta(days=back) for back in range(DAYS_SHOWN)):
        by_tier = {row.tier: players[row.pk] for row in rows if row.day == day}
        if by_tier:
            days.append(
                ClassDay(
                    day=day,
                    players=len(set().union(*by_tier.values())),
                    counts=[
                        (len(by_tier[tier]), sum(by_tier[tier].values())) if tier in by_tier else None
                        for tier in DailyPuzzle.TIERS
                    ],
                    is_today=day == today,
                )
            )
    return {"classroom": classroom, "days": days, "tiers": DailyPuzzle.TIERS}


def class_step_page(*, classroom: Classroom, day: date, rung: Rung) -> dict[str, Any] | None:
    """The hardest step of an earlier day of the last week; None for any other day."""
    rows = [row for row in grids_of_days(classroom=classroom, days=DAYS_SHOWN) if row.day == day]
    if not rows or day >= timezone.localdate():
        return None
    row = max(rows, key=lambda each: each.tier)
    address = reverse("training:class_daily_step", args=[classroom.pk, day])
    return {
        "classroom": classroom,
        "day": day,
        "tier": row.tier,
        **discussion(row.puzzle, rung, address),
    }
