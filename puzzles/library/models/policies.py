"""Help policies: one immutable row for each set of rules, shared by all games under it."""

from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


class HelpPolicy(models.Model):
    """Rules of help. A row is never changed: a new set of rules is a new row, so an attempt keeps its own."""

    class Rung(models.IntegerChoices):
        NONE = 0, _("no hints")
        NUDGE = 1, _("what kind of step to look for")
        WHERE = 2, _("where to look")
        WHY = 3, _("why it follows")
        DO = 4, _("the step itself")

    class Solution(models.TextChoices):
        NEVER = "never", _("never")
        ANY_TIME = "any_time", _("at any time")
        AFTER_MINUTES = "after_minutes", _("after some minutes of play")
        AFTER_DUE = "after_due", _("after the due date")

    # Help never fills the last cell.
    MAX_CELLS = 80

    hint_rung = models.PositiveSmallIntegerField(_("hints up to"), choices=Rung, default=Rung.DO)
    hint_budget = models.PositiveSmallIntegerField(
        _("hints per grid"), null=True, blank=True, help_text=_("Leave empty for no limit.")
    )
    checking = models.BooleanField(_("checking for mistakes"), default=True)
    auto_notes = models.BooleanField(_("automatic notes"), default=True)
    partial_cells = models.PositiveSmallIntegerField(
        _("cells of partial solution"),
        default=20,
        help_text=_("How many cells of a grid a student can have filled in; 0 for none."),
    )
    solution = models.CharField(
        _("full solution"), max_length=16, choices=Solution, default=Solution.ANY_TIME
    )
    solution_minutes = models.PositiveSmallIntegerField(
        _("minutes before the solution"), null=True, blank=True
    )

    # An exam shows neither mistakes nor conflicts nor completion before its results are released.
    is_exam = models.BooleanField(_("exam"), default=False)

    class Meta:
        verbose_name = _("help policy")
        verbose_name_plural = _("help policies")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(hint_rung=0) | models.Q(checking=True),
                name="policy_hints_need_checking",
                violation_error_message=_("Hints reveal mistakes, so they need checking."),
            ),
            models.CheckConstraint(
                condition=models.Q(solution="after_minutes", solution_minutes__isnull=False)
                | (~models.Q(solution="after_minutes") & models.Q(solution_minutes__isnull=True)),
                name="policy_minutes_exactly_when_asked",
                violation_error_message=_(
                    "Enter minutes if, and only if, the solution is shown after some minutes."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(partial_cells__lte=80),
                name="policy_partial_cells_at_most_80",
                violation_error_message=_("A partial solution fills in at most 80 cells."),
            ),
            models.CheckConstraint(
                condition=models.Q(is_exam=False)
                | models.Q(hint_rung=0, checking=False, partial_cells=0, solution="never"),
                name="policy_exam_without_help",
                violation_error_message=_("An exam allows no help."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.get_hint_rung_display())

    def clean(self) -> None:
        """Report contradictions at each rule. Most of them are constraints in the database too."""
        faults = {**self._hint_faults(), **self._solution_faults()}
        if self.partial_cells > self.MAX_CELLS:
            faults["partial_cells"] = _("A partial solution fills in at most 80 cells.")
        if faults:
            raise ValidationError(faults)

    def _hint_faults(self) -> dict[str, Any]:
        faults: dict[str, Any] = {}
        if self.hint_rung == self.Rung.NONE:
            return faults
        if not self.checking:
            faults["checking"] = _(
                "Hints reveal mistakes, so they need checking. Allow checking, or choose “no hints”."
            )
        if self.hint_budget == 0:
            faults["hint_budget"] = _(
                "For no hints at all, choose “no hints”; for no limit, leave this empty."
            )
        fills_no_cell = not self.partial_cells and self.solution == self.Solution.NEVER
        if self.hint_rung == self.Rung.DO and fills_no_cell:
            faults["hint_rung"] = _(
                "A hint that does the step fills in a cell, but no cell may be filled in. Allow some cells "
                "of partial solution, or hints only up to “why it follows”."
            )
        return faults

    def _solution_faults(self) -> dict[str, Any]:
        is_timed = self.solution == self.Solution.AFTER_MINUTES
        if is_timed and not self.solution_minutes:
            return {"solution_minutes": _("Enter the minutes, or choose “at any time”.")}
        if not is_timed and self.solution_minutes is not None:
            return {
                NON_FIELD_ERRORS: _(
                    "Enter minutes if, and only if, the solution is shown after some minutes."
                )
            }
        return {}

    @property
    def has_hints(self) -> bool:
        return self.hint_rung > self.Rung.NONE and self.hint_budget != 0

    @property
    def lists_steps(self) -> bool:
        """Whether all possible steps may be listed, which reveals as much as many full hints."""
        return self.hint_rung == self.Rung.DO and self.hint_budget is None
