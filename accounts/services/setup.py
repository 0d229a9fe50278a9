"""The first teacher of a new site, created by somebody who can read its console."""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..audit_log import Action, log_action
from ..models import SetupToken, User
from ..refusals import Refusal
from ..signals import first_teacher_made

# Letters and digits that do not look alike; 20 of 32 characters are 100 bits.
SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
HAS_TEACHER = _("The site already has a teacher.")


class SetupError(Refusal):
    """The first teacher cannot be created."""


def needs_setup() -> bool:
    """Whether there is neither teacher nor administrator."""
    return not User.objects.in_charge().exists()


def issue_setup_token() -> str:
    """Create the one valid token, for the console; it replaces older ones. Raises SetupError."""
    if not needs_setup():
        raise SetupError(HAS_TEACHER)
    token = "-".join("".join(secrets.choice(SIGNS) for _ in range(5)) for _ in range(4))
    with transaction.atomic():
        SetupToken.objects.all().delete()
        SetupToken.objects.create(token_hash=_hashed(token))
    return token


def create_first_teacher(*, token: str, username: str, password: str, display_name: str = "") -> User:
    """Create the first teacher, who is the administrator too, and use up the token. Raises SetupError."""
    with transaction.atomic():
        unused = SetupToken.objects.select_for_update().filter(token_hash=_hashed(token), used_at=None)
        found = unused.first()
        if not needs_setup():
            raise SetupError(HAS_TEACHER)
        if found is None:
            raise SetupError(_("This is not the token that the console shows."))
        found.used_at = timezone.now()
        found.save(update_fields=["used_at"])
        teacher = User.objects.create_superuser(username, password, display_name=display_name)
        log_action(Action.RIGHTS_CHANGED, account=teacher.pk)
        first_teacher_made.send(User, teacher=teacher)
    return teacher


def _hashed(token: str) -> str:
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()
