from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as DjangosStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.session_store import SessionStore

pytestmark = pytest.mark.django_db


def test_a_session_is_the_same_in_djangos_store_and_in_ours() -> None:
    theirs = DjangosStore()
    theirs["seen_at"] = 5
    theirs.save()
    ours = SessionStore(theirs.session_key)
    assert dict(ours.items()) == {"seen_at": 5}
    ours["seen_at"] = 6
    ours.save()
    assert DjangosStore(theirs.session_key)["seen_at"] == 6


def test_a_session_that_is_over_or_unknown_is_empty_and_begins_under_a_new_key() -> None:
    kept = SessionStore()
    kept["seen_at"] = 5
    kept.save()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    for key in (kept.session_key, "unknown-" * 4):
        found = SessionStore(key)
        assert dict(found.items()) == {}
        assert found.session_key is None
        found["seen_at"] = 7
        found.save()
        assert found.session_key not in (None, key)
