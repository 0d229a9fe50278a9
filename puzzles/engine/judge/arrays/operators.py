"""The comparisons and the arithmetic of arrays, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dtypes import BOOL, FLOAT

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .dtypes import dtype


class Operators:
    """Operators in terms of `_combined`, as in numpy's NDArrayOperatorsMixin."""

    def _combined(self, other: Any, operation: Callable[[Any, Any], Any], kind: dtype | None = None) -> Any:
        raise NotImplementedError

    def __lt__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a < b, BOOL)

    def __le__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a <= b, BOOL)

    def __gt__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a > b, BOOL)

    def __ge__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a >= b, BOOL)

    def __add__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: b + a)

    def __sub__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: b * a)

    def __truediv__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a / b, FLOAT)

    def __rtruediv__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: b / a, FLOAT)

    def __floordiv__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a // b)

    def __mod__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a % b)

    def __pow__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a**b)

    def __rpow__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: b**a)

    def __and__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a & b)

    def __or__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a | b)

    def __xor__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a ^ b)
