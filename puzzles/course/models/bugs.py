"""Which bugs of the gallery a student has found, and the smallest number of digits."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from .catalogue import NAME_LENGTH

BUG_NAME_LENGTH = 50
# Exercises whose functions take no grid.
WITHOUT_GRID = {"suivante", "avance_case", "recule_case"}


class BugFind(models.Model):
    """One student with one bug: how often both versions were run, when the bug was found, the smallest grid.

    The student's own browser says what was found, and it is believed: nothing is graded by it. `digits` is 0
    where the function takes no grid, and empty until the bug is found.
    """

    student = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="bug_finds", db_index=False
    )
    worksheet = models.CharField(_("worksheet"), max_length=NAME_LENGTH)
    exercise = models.CharField(_("exercise"), max_length=NAME_LENGTH)
    name = models.CharField(_("bug"), max_length=BUG_NAME_LENGTH)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    digits = models.PositiveSmallIntegerField(_("digits"), null=True)
    found_at = models.DateTimeField(_("found"), null=True)
    tried_at = models.DateTimeField(_("last try"), default=timezone.now)

    class Meta:
        verbose_name = _("bug looked for")
        verbose_name_plural = _("bugs looked for")
        ordering = ["student", "worksheet", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["student", "worksheet", "exercise", "name"], name="bug_find_once_per_bug"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.student_id}: {self.worksheet}/{self.exercise}/{self.name}"

    @property
    def description(self) -> str:
        """Whether the bug was found, and with how many digits."""
        if self.digits is None:
            return pgettext("a bug", "not found")
        if self.exercise in WITHOUT_GRID:
            return gettext("found")
        return ngettext("found with %(count)d digit", "found with %(count)d digits", self.digits) % {
            "count": self.digits
        }
