"""A clock for all times that Django asks for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from unittest.mock import patch

from django.apps import apps
from django.utils import timezone


@dataclass
class Clock:
    """A clock that stands still until it is set."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def standing_still(start: datetime) -> Iterator[Clock]:
    """Django's time, and so that of new rows, is the time of this clock."""
    clock, real = Clock(start), timezone.now
    models = apps.get_models(include_auto_created=True)
    fields = {field for model in models for field in model._meta.concrete_fields if field.default is real}
    try:
        set_default(fields, clock)
        with patch.object(timezone, "now", clock):
            yield clock
    finally:
        set_default(fields, real)


def set_default(fields: set[Any], default: Callable[[], datetime]) -> None:
    for field in fields:
        field.default = default
        # Django keeps it from the first row on.
        vars(field).pop("_get_default", None)
