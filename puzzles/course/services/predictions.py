"""Predictions: each event of a round is marked once, by the server's own trace."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import Board
from puzzles.engine.runs import Event, EventNotKeptError, Trace, mark, next_question

from ..models import Prediction, PredictionRound
from .traces import watched_run

MAX_PREDICTIONS = 300


class PredictionError(Refusal):
    """Why a prediction is not marked, in a sentence for the student."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A marked prediction: what the event was, and the score of its round."""

    is_right: bool
    event: Event
    asked: int
    right: int


def record_prediction(
    *,
    player: User,
    algorithm: str,
    board: Board,
    token: str,
    event: int,
    cell: int | None,
    digit: int | None,
) -> Marked:
    """Mark a prediction of event number `event`: a digit in a cell, or, without both, a going back.

    The first answer counts: an event that this round has marked keeps its mark. A round may predict in any
    order, since the run can be watched ahead anyway. Raises PredictionError and BusyError.
    """
    trace = watched_run(algorithm, board.to_line(), asker=player.pk)
    expected = _question(trace, event)
    with transaction.atomic(durable=True):
        round_ = _locked_round(player, algorithm, board, token)
        made = round_.predictions.filter(event=event).first()
        if made is None:
            made = append_prediction(round_, trace, event=event, cell=cell, digit=digit)
    return Marked(made.is_right, expected, round_.asked, round_.right)


def _question(trace: Trace, number: int) -> Event:
    """The event to be predicted. Raises PredictionError when it is none, or not kept."""
    try:
        if next_question(trace, number) == number:
            return trace.event(number)
    except EventNotKeptError:
        pass
    raise PredictionError(_("There is nothing to predict at this step."))


def _locked_round(player: User, algorithm: str, board: Board, token: str) -> PredictionRound:
    run = {"algorithm": algorithm, "grid": board.to_line()}
    rounds = PredictionRound.objects.select_for_update()
    round_, _created = rounds.get_or_create(player=player, token=token, defaults=run)
    if (round_.algorithm, round_.grid) != (run["algorithm"], run["grid"]):
        raise PredictionError(_("This round of predictions belongs to another run. Begin a new one."))
    return round_


def append_prediction(
    round_: PredictionRound, trace: Trace, *, event: int, cell: int | None, digit: int | None
) -> Prediction:
    """Mark a prediction and add it to a locked round. Raises PredictionError when the round is full."""
    if round_.asked >= MAX_PREDICTIONS:
        raise PredictionError(
            _("A round ends after %(count)d predictions. Begin a new one.") % {"count": MAX_PREDICTIONS}
        )
    is_right = mark(trace, event, cell=cell, digit=digit)
    made = Prediction.objects.create(round=round_, event=event, cell=cell, digit=digit, is_right=is_right)
    round_.asked += 1
    round_.right += made.is_right
    round_.last_at = timezone.now()
    round_.save(update_fields=["asked", "right", "last_at"])
    return made
