"""What imports and generations share: background jobs; their unfinished rows are the queue."""

from datetime import timedelta
from typing import Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

Row = TypeVar("Row", bound=models.Model, covariant=True)


class OwnedQuerySet(models.QuerySet[Row]):
    """Rows that belong to a teacher; `owner_path` leads from a row to the teacher."""

    owner_path = "owner"

    def owned_by(self, teacher: models.Model) -> Self:
        return self.filter(**{self.owner_path: teacher})

    def managed_by(self, user: User) -> Self:
        """The rows that the admin shows this user: their own, and all to an administrator."""
        return self.all() if user.is_superuser else self.owned_by(user)


class JobQuerySet(OwnedQuerySet[Row]):
    def unfinished(self) -> Self:
        return self.filter(finished_at=None)

    def unattended(self) -> Self:
        """Unfinished jobs that no worker holds: waiting, or left by a worker that died."""
        return self.unfinished().filter(Q(lease_until=None) | Q(lease_until__lt=timezone.now()))


class Job(models.Model):
    """A row that one worker at a time works on, under a lease.

    `counter` names the field that grows with each stored batch: a worker whose number is not the row's has
    been overtaken, stores nothing, and leaves the lease alone.
    """

    # How long a worker holds a job without a sign of life.
    LEASE = timedelta(seconds=15)
    counter: ClassVar[str]

    lease_until = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)

    class Meta:
        abstract = True

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def is_leased(self) -> bool:
        """Whether a worker holds it."""
        return self.lease_until is not None and self.lease_until > timezone.now()

    def set_lease(self, until: Any) -> None:
        """Hold the job until then, or release it with None; without effect once overtaken."""
        mine = {"pk": self.pk, self.counter: getattr(self, self.counter)}
        type(self)._default_manager.filter(**mine).update(lease_until=until)
