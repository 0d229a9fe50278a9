"""The values of a program: numpy's as Python's own, and any value as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cases import ANYTHING

if TYPE_CHECKING:
    from typing import Any

# Types returned as they are. In a browser, looking up a missing attribute of a number is slow.
_PLAIN = (int, bool, str, float, type(None))


def plain(value: Any, depth: int = 6) -> Any:
    """A value with arrays as lists and the numbers of numpy as Python's own."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        if not depth or len(value) > 1000:
            return value
        return kind([item if type(item) is int else plain(item, depth - 1) for item in value])
    if hasattr(value, "tolist") and not isinstance(value, type):
        return value.tolist()
    return value


_SHOWN_ITEMS = 40


def show(value: Any) -> str:
    """A value as Python writes it, cut where it is long, without addresses of objects; never raises."""
    if value is ANYTHING:
        return ""
    try:
        value = plain(value)
        if isinstance(value, (list, tuple)) and len(value) > _SHOWN_ITEMS:
            text = repr(value[:_SHOWN_ITEMS])[:-1] + f", … {len(value)} in all" + repr(type(value)())[-1]
        else:
            text = without_addresses(repr(value))
    except BaseException:  # what a program's own __repr__ raises
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 2000 else text[:1999] + "…"


def without_addresses(text: str) -> str:
    """A repr without ` at 0x7f...`, which differs from run to run."""
    parts = text.split(" at 0x")
    return parts[0] + "".join(part.lstrip("0123456789abcdefABCDEF") for part in parts[1:])
