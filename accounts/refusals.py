"""Refusals: why a request cannot be granted, in a sentence for the person who asked."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.functional import Promise

V = TypeVar("V", bound=Callable[..., Any])


class Refusal(Exception):  # noqa: N818  # Errors are its kinds: ClassError, LoginError.
    """Base of the errors that services raise; `str()` is the reason, translated.

    Views let it pass: `RefusalMiddleware` answers it. `back` is the page to return to, as `redirect` takes it
    (address, URL name, or a model); without it the view's own (`refused_to`) or the page that sent the form.
    """

    status = 409
    # After so many seconds a script may ask again.
    retry_after_s: int | None = None
    # A script is sent to `back` as well: the page it came from cannot go on.
    leads_away = False
    sentence: str | Promise = ""

    def __init__(self, sentence: str | Promise = "", *, back: Any = None) -> None:
        super().__init__(sentence or self.sentence)
        self.back = back


def refused_to(url_name: str, *arguments: str) -> Callable[[V], V]:
    """Mark a view: its refusals lead to this page, with these arguments out of the view's own address.

    It goes right above the function; decorators that use `functools.wraps` keep the mark.
    """

    def mark(view: V) -> V:
        view.refused_to = url_name, arguments  # type: ignore[attr-defined]
        return view

    return mark
