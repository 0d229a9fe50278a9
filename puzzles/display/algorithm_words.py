"""The words the scripts of the viewer speak with, in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _

from ..engine import EVENT_SENTENCES, Operation


def viewer_words() -> dict[str, Any]:
    """Every sentence of the viewer's scripts, with its places for numbers.

    `events` tells an event by the number of its operation, `outside` a move beyond the grid.
    """
    return {
        "cell": _("r%(row)dc%(column)d"),
        "events": {str(operation.value): _(text) for operation, text in EVENT_SENTENCES.items()},
        "outside": {
            str(Operation.ADVANCE.value): _("forward beyond the last cell"),
            str(Operation.RETREAT.value): _("backward beyond the first cell"),
        },
    }
