"""Card codes: the secrets in the QR codes of login cards, with which students log in without typing.

A code is no weaker than the password printed beside it: 128 random bits, a keyed hash of which is stored, and
it ends with that password. It cannot be guessed, so wrong codes lock nobody out: thirty phones behind one
address all get in, whatever else is tried there. Only the attempts with one and the same card are limited.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from ..audit_log import Action, log_action
from ..models import CardCode, Classroom, User
from ..token_bucket import TokenBucket
from .activity_log import Kind, record_activity, record_student_activity
from .classes import locked_class
from .logins import LoginError, ThrottledError, delete_old_rows, remember_device
from .throttle import hashed

CODE_BYTES = 16

# Attempts with one card in each process: ten at once, then one in half a minute. The processes do not
# share the limit, as a share of it could be less than one attempt.
ATTEMPTS = TokenBucket(burst=10, per_second=1 / 30)
# Wrong codes of one address that are written to the audit log: it must not be flooded.
LOGGED_REFUSALS = TokenBucket.share(burst=300, per_second=0.5)


class WrongCardError(LoginError):
    sentence = _("This card is not valid any more. Type your user name and password, or ask your teacher.")


class CardThrottledError(ThrottledError):
    sentence = _("This card was used too often. Try again in {wait}, or log in with your password.")


def card_code(key: bytes, number: int) -> str:
    """The code of a card: 22 letters, digits, hyphens and underscores, derived as its password is."""
    secret = salted_hmac("accounts.card_codes", key + number.to_bytes(4), algorithm="sha256").digest()
    return urlsafe_b64encode(secret[:CODE_BYTES]).decode().rstrip("=")


def hashed_code(code: str) -> str:
    return hashed("card", code)


def store_card_codes(*, classroom: Classroom, cards: Iterable[tuple[int, User]], key: bytes) -> None:
    """Let these cards, numbered, log in by their QR codes, unless the class has that switched off."""
    # Locked: the switch may be turned at this moment.
    if not locked_class(classroom).has_card_codes:
        return
    CardCode.objects.bulk_create(
        (
            CardCode(classroom=classroom, student=student, code_hash=hashed_code(card_code(key, number)))
            for number, student in cards
        ),
        # A student whose password was changed meanwhile keeps the code of the newer card.
        ignore_conflicts=True,
    )


def check_card_code(*, code: str, address: str, device: str) -> User:
    """The student whose card this is; `device` is the browser's long-lived token.

    Raises WrongCardError, the same for every reason; CardThrottledError without checking it.
    """
    code_hash = hashed_code(code)
    if seconds := ATTEMPTS.wait(code_hash):
        raise CardThrottledError(timedelta(seconds=seconds))
    ATTEMPTS.take(code_hash)
    with transaction.atomic():
        found = CardCode.objects.valid().select_related("student").filter(code_hash=code_hash).first()
        if found:
            remember_device(found.student, device)
            log_action(Action.LOGIN_BY_CARD, by=found.student_id)
    if found is None:
        if not LOGGED_REFUSALS.wait(address):
            LOGGED_REFUSALS.take(address)
            log_action(Action.LOGIN_REFUSED)
        raise WrongCardError
    delete_old_rows()
    return found.student


def switch_card_codes(*, classroom: Classroom, teacher: User, is_on: bool) -> int:
    """Let the cards of the class log in by their QR codes, or revoke all codes; returns how many.

    Switched on again, it holds for cards created from then on.
    """
    with transaction.atomic():
        locked = locked_class(classroom)
        if locked.has_card_codes == is_on:
            return 0
        locked.has_card_codes = is_on
        locked.save(update_fields=["has_card_codes"])
        kind = Kind.CARD_CODES_ON if is_on else Kind.CARD_CODES_OFF
        record_activity(classroom=locked, kind=kind, actor=teacher)
        if is_on:
            return 0
        count, _tables = CardCode.objects.filter(classroom=locked).delete()
        log_action(Action.CARD_CODES_REVOKED, by=teacher.pk, classroom=locked.pk)
    return count


def revoke_card_code(*, classroom: Classroom, student: User, teacher: User) -> bool:
    """Revoke the QR code of one student's card; the password stays. Returns whether there was one."""
    with transaction.atomic():
        count, _tables = CardCode.objects.filter(classroom=classroom, student=student).delete()
        if count:
            record_student_activity(
                classroom=classroom, kind=Kind.CARD_CODE_REVOKED, actor=teacher, students=[student]
            )
            log_action(Action.CARD_CODES_REVOKED, by=teacher.pk, account=student.pk)
    return bool(count)
