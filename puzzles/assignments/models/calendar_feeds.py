"""Secret addresses of calendars."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom


class CalendarFeed(models.Model):
    """A secret address of a calendar: of a student's assignments, or of a class for one of its teachers.

    Only a keyed hash of the token in the address is stored.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_feeds")
    classroom = models.ForeignKey(Classroom, models.CASCADE, null=True, related_name="calendar_feeds")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")
        constraints = [
            models.UniqueConstraint(fields=["owner", "classroom"], name="calendar_feed_once_per_class"),
            models.UniqueConstraint(
                fields=["owner"], condition=Q(classroom=None), name="calendar_feed_once_of_ones_own"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id}/{self.classroom_id or '-'}"
