"""Arrays as numpy prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dtypes import BOOL, FLOAT, OBJECT

if TYPE_CHECKING:
    from typing import Any

    from .dtypes import dtype
    from .shapes import Shape

LINE_WIDTH = 75


def float_texts(values: list[float]) -> list[str]:
    """Floats in columns: the point under the point, as many decimals as one of them needs, at most eight."""
    parts = []
    for value in values:
        text = f"{value:.8f}".rstrip("0")
        is_finite = value - value == 0
        whole, decimals = text.split(".") if is_finite else (str(value), "")
        parts.append((whole, decimals))
    before = max([len(whole) for whole, _ in parts])
    after = max([len(decimals) for _, decimals in parts])
    return [f"{whole:>{before}}.{decimals:<{after}}" for whole, decimals in parts]


def drawn(values: list[Any], shape: Shape, kind: dtype, separator: str, indent: int) -> str:
    """Items as numpy prints them: `separator` between them, continued lines indented by `indent` signs."""
    if not values:
        return "[]"
    texts = float_texts(values) if kind is FLOAT else [repr(value) for value in values]
    if kind is not OBJECT:
        width = len("False") if kind is BOOL else max([len(text) for text in texts])
        texts = [text.rjust(width) for text in texts]
    return boxed(texts, shape, separator, indent + 1)


def boxed(texts: list[str], shape: Shape, separator: str, indent: int) -> str:
    """Texts in brackets; wide rows are wrapped, and a blank line separates the parts of three axes."""
    if len(shape) == 1:
        limit = LINE_WIDTH - (1 if separator == " " else 2)
        lines, line = [], ""
        for text in texts:
            if line and indent + len(line) + len(separator) + len(text) > limit:
                lines.append(line + separator.rstrip())
                line = text
            else:
                line += (separator if line else "") + text
        return "[" + ("\n" + " " * indent).join([*lines, line]) + "]"
    size = len(texts) // shape[0]
    parts = [
        boxed(texts[start : start + size], shape[1:], separator, indent + 1)
        for start in range(0, len(texts), size)
    ]
    gap = separator.rstrip() + "\n" * (len(shape) - 1) + " " * indent
    return "[" + gap.join(parts) + "]"
