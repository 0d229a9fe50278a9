"""Remarks in the class table: facts about a student's last days, no judgement."""

from datetime import datetime, timedelta

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .table import StudentFigures

QUIET_DAYS = 7


class Flag(TextChoices):
    """A reason for the teacher to look at a student."""

    QUIET = "quiet", _("no activity for 7 days")
    STUCK = "stuck", _("stuck on the last grid")
    HELPED = "helped", _("most digits from hints")
    FAST = "fast", _("a grid at over a digit a second")

    @property
    def tag(self) -> str | Promise:
        """The reason in one or two words."""
        return TAGS[self]


TAGS: dict[str, Promise] = {
    Flag.QUIET: pgettext_lazy("why to look at a student", "inactive"),
    Flag.STUCK: pgettext_lazy("why to look at a student", "stuck"),
    Flag.HELPED: pgettext_lazy("why to look at a student", "help"),
    Flag.FAST: pgettext_lazy("why to look at a student", "very fast"),
}


def flags_of(progress: StudentFigures, now: datetime) -> list[Flag]:
    """The flags of a student, in the order of the class."""
    # Students who joined less than a week ago are not quiet yet.
    last = progress.last_active or progress.member.joined_at
    reasons = {
        Flag.QUIET: now - last >= timedelta(days=QUIET_DAYS),
        Flag.STUCK: progress.is_stuck,
        Flag.HELPED: 2 * progress.by_help > progress.filled,
        Flag.FAST: progress.fast > 0,
    }
    return [flag for flag, holds in reasons.items() if holds]
