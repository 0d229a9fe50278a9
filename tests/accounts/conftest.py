"""What tests of accounts share."""

import pytest
from django.utils import timezone


@pytest.fixture
def _still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands, so that a wait is told in the same words however long the test takes."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
