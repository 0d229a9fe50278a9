"""What the runs write on that record one event at a time."""

from .events import BEHIND, FULL, Operation


class Tape:
    """The events of the current piece."""

    def __init__(self) -> None:
        self._codes = bytearray()
        self._cells = bytearray()

    @property
    def is_full(self) -> bool:
        """Whether the piece should be handed on."""
        return len(self._codes) >= FULL

    def record(self, operation: Operation, cell: int = BEHIND, digit: int = 0) -> None:
        """Append an event."""
        self._codes.append(10 * operation + digit)
        self._cells.append(cell)

    def take(self) -> tuple[bytes, bytes]:
        """The codes and cells recorded since the last call."""
        taken = bytes(self._codes), bytes(self._cells)
        self._codes.clear()
        self._cells.clear()
        return taken
