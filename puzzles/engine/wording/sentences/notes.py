"""The advice to write notes, given if no step is left that can be seen without them."""

from ...translation import gettext_noop

NAMES = {"write_notes": gettext_noop("Write the notes")}

SUMMARIES = {
    "write_notes": gettext_noop(
        "Most steps compare what several cells can still hold: notes in every empty cell let you see it."
    ),
}

SENTENCES = {
    "write_notes": {
        "nudge": gettext_noop(
            "There is no step left that you can easily see without notes: write the notes."
        ),
        "where": gettext_noop(
            "Go through the empty cells: give each one a note for every digit that is missing from its row, "
            "its column and its box."
        ),
        "why": gettext_noop(
            "The next step compares what several cells can still hold, and only notes let you see that."
        ),
        "do": gettext_noop("All notes are filled in: now look for the next step."),
        "do.by_hand": gettext_noop("Write the notes into every empty cell, then look for the next step."),
    },
}
