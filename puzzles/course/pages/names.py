"""What the worksheets call their exercises: `printSudoku`, `S`, the whole program."""

from django.utils.functional import Promise
from django.utils.html import format_html

from .exercises import SHEETS


def exercise_name(worksheet: str, key: str) -> str:
    """The name as the worksheet writes it, or in the reader's words where it has none."""
    return str(SHEETS[worksheet].exercises[key].name)


def exercise_label(worksheet: str, key: str) -> str:
    """The name as HTML: as code where it stands in a program."""
    name = SHEETS[worksheet].exercises[key].name
    return format_html("{}" if isinstance(name, Promise) else "<code>{}</code>", name)
