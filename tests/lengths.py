"""How much a run of the tests tries: the short form by itself, the long one with `LONG_TESTS=1`."""

import os

IS_LONG = bool(os.environ.get("LONG_TESTS"))
