"""The processes that answer."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[3]
MAKE_GARBAGE = """
import gc, sys, time, weakref
from sudokusite.serving import child
child.COLLECT_EVERY_S = 0.1
child.load_application()

class Knot:
    pass

def forget():
    knot = Knot()
    knot.itself = knot
    return weakref.ref(knot)

forgotten = forget()
end = time.monotonic() + 20
while forgotten() is not None and time.monotonic() < end:
    time.sleep(0.05)
print(gc.isenabled(), forgotten() is None)
"""


def test_garbage_is_collected_by_no_thread_that_answers(tmp_path: Path) -> None:
    """Else a thread in its transaction could wait for a connection that waits for its transaction."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    said = subprocess.run(
        [sys.executable, "-c", MAKE_GARBAGE],
        cwd=PROJECT,
        env={**inherited, "SUDOKUSITE_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "sudokusite.settings"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert said.split() == ["False", "True"]
