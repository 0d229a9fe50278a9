"""Sessions in the database, as Django keeps them, and found without composing the query at each request."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from .prepared import Prepared

_SESSION = Prepared(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    """What `settings.SESSION_ENGINE` names; tables and cookies are those of Django's own."""

    def _get_session_from_db(self) -> Any:
        """The row of this session. None, and no key any more, where there is none or it is over."""
        try:
            session = _SESSION.get(self.session_key or "")
        except Session.DoesNotExist:
            session = None
        if session and session.expire_date > timezone.now():
            return session
        self._session_key = None
        return None
