"""The site's settings with migrations that a next version might bring: `next_accounts`, `next_puzzles`."""

from sudokusite.settings import *  # noqa: F403

MIGRATION_MODULES = {
    "accounts": "tests.faults.variants.next_accounts",
    "puzzles": "tests.faults.variants.next_puzzles",
}
