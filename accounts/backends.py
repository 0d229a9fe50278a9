"""How an account is found by what a session says of it, at every request."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from .models import User
from .prepared import Prepared

_USER = Prepared(lambda pk: User.objects.filter(pk=pk), int)


class AccountBackend(ModelBackend):
    """Django's own way, without composing the query anew. It has the last word on a password.

    Django's stands behind it in the settings for the sessions that were begun with it.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User:  # type: ignore[override]
        user = super().authenticate(request, **credentials)
        if not isinstance(user, User):
            raise PermissionDenied
        return user

    def get_user(self, user_id: int) -> User | None:
        try:
            user = _USER.get(user_id)
        except User.DoesNotExist:
            return None
        return user if self.user_can_authenticate(user) else None
