"""The first teacher of a site that has none, made by whoever can read its console."""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..audit import Act, note
from ..models import SetupToken, User
from ..signals import first_teacher_made

# Letters and digits that cannot be taken for one another; 20 of 32 signs are 100 bits.
SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"


class SetupError(Exception):
    """Why no first teacher was made; `message` is meant for the person who tried."""

    def __init__(self, message: str | Promise) -> None:
        super().__init__()
        self.message = message


def needs_setup() -> bool:
    """Whether there is neither teacher nor administrator, so that nobody could let anybody in."""
    return not User.objects.in_charge().exists()


def issue_setup_token() -> str:
    """Make the one token that is good now, for the console; older ones end. SetupError if not needed."""
    if not needs_setup():
        raise SetupError(_("The site has a teacher already."))
    token = "-".join("".join(secrets.choice(SIGNS) for _ in range(5)) for _ in range(4))
    with transaction.atomic():
        SetupToken.objects.all().delete()
        SetupToken.objects.create(token_hash=_hashed(token))
    return token


def create_first_teacher(*, token: str, username: str, password: str) -> User:
    """Make the first teacher, who is the administrator too, and use the token up. SetupError otherwise."""
    with transaction.atomic():
        unused = SetupToken.objects.select_for_update().filter(token_hash=_hashed(token), used_at=None)
        found = unused.first()
        if not needs_setup():
            raise SetupError(_("The site has a teacher already."))
        if found is None:
            raise SetupError(_("This is not the token that the console shows now."))
        found.used_at = timezone.now()
        found.save(update_fields=["used_at"])
        teacher = User.objects.create_superuser(username, password)
        note(Act.RIGHTS_CHANGED, account=teacher.pk)
        first_teacher_made.send(User, teacher=teacher)
    return teacher


def _hashed(token: str) -> str:
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()
