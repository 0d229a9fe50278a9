"""The page of storms: what its script gets while a run goes on, and how the run went."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.library.pages.difficulty import technique_name
from puzzles.play.game import GameState
from puzzles.play.pages.play import board_rows
from puzzles.play.pages.sentences import step_sentence
from puzzles.play.pages.statistics import midnight, this_monday

from ..models import StormRun
from ..services.answers import first_step
from ..services.storm import StormAnswer, StormPosition
from .drills import area_of

# So many techniques are named that cost most.
COSTLIEST = 3


@dataclass(frozen=True)
class Cost:
    """A technique and how many of its positions were not right."""

    id: str
    name: str
    count: int


def storm_page(player: User, run: StormRun | None) -> dict[str, Any]:
    """Before a run, or while one goes on."""
    nothing = GameState((0,) * 81, (0,) * 81)
    rows = board_rows(nothing, judges=False)
    return {"rows": rows, "config": {"judges": False}, "run": run, **records(player)}


def records(player: User) -> dict[str, int | None]:
    """The most steps in a run of this week, and ever; None before the first."""
    this_week = Q(started_at__gte=midnight(this_monday()))
    return StormRun.objects.of(player).aggregate(
        best=Max("right"), best_of_week=Max("right", filter=this_week)
    )


def end_page(player: User, run: StormRun | None) -> dict[str, Any]:
    """How a run went."""
    if run is None:
        return {"run": None}
    earlier = StormRun.objects.of(player).exclude(pk=run.pk).aggregate(best=Max("right"))["best"]
    costs = sorted(run.mistakes.items(), key=lambda each: -each[1])[:COSTLIEST]
    return {
        "run": run,
        "is_record": earlier is not None and run.right > earlier,
        "costs": [Cost(name, technique_name(name), count) for name, count in costs],
        **records(player),
    }


def run_data(run: StormRun, positions: list[StormPosition], now: datetime | None = None) -> dict[str, Any]:
    """What the script knows of a run, with the positions that it has not got yet."""
    left = run.deadline - (now or timezone.now())
    return {
        "left_ms": max(left // timedelta(milliseconds=1), 0),
        "right": run.right,
        "positions": [position_data(each) for each in positions],
    }


def position_data(position: StormPosition) -> dict[str, Any]:
    """A position and its question: neither a solution nor a step."""
    row, lit = position.row, []
    if position.places:
        step = first_step(row)
        lit, task = list(area_of(step)), str(step_sentence(step, "where"))
    else:
        named = {"technique": technique_name(row.technique)}
        task = _("%(technique)s: remove one candidate.") % named
    return {
        "number": position.number,
        "token": position.token,
        "digits": row.digits,
        "givens": row.givens,
        "marks": "" if position.places else row.candidates,
        "places": position.places,
        "area": lit,
        "task": task,
    }


def answer_data(answer: StormAnswer, positions: list[StormPosition]) -> dict[str, Any]:
    """The verdict on an answer: after a wrong one, what was there."""
    sentence = ""
    if answer.step:
        named = {"technique": technique_name(answer.step.technique), "step": step_sentence(answer.step, "do")}
        sentence = _("It was: %(technique)s. %(step)s") % named
    return {"is_right": answer.is_right, "sentence": sentence, **run_data(answer.run, positions)}
