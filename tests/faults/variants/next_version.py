"""The site's settings with migrations that a next version might bring."""

from sudokusite.settings import *  # noqa: F403

MIGRATION_MODULES = {
    "accounts": "tests.faults.variants.next_accounts",
    "library": "tests.faults.variants.next_library",
    "play": "tests.faults.variants.next_play",
}
