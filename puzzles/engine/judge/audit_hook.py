"""An audit hook (PEP 578) against accidents: no processes, no network, no writing outside the child's folder.

It is no sandbox: it sees only Python's own functions, and reading files is allowed. A program can get around
it by `ctypes` or a library in C. Not for a browser.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from . import wording

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Events that start or end processes, or open a browser.
_REFUSED = frozenset(
    (
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.killpg",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
        "webbrowser.open",
    )
)
# Events that change files, with the number of paths among their arguments.
_PATHS = {
    "os.chflags": 1,
    "os.chmod": 1,
    "os.chown": 1,
    "os.link": 2,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.removexattr": 1,
    "os.rename": 2,
    "os.rmdir": 1,
    "os.setxattr": 1,
    "os.symlink": 2,
    "os.truncate": 1,
    "os.utime": 1,
    # It removes files by names relative to an open folder, so that its own event is looked at.
    "shutil.rmtree": 1,
    "sqlite3.connect": 1,
}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def install(folder: str, language: str) -> None:
    """Refuse such acts outside a folder with a PermissionError, until this process ends."""
    sys.addaudithook(_hook(os.path.realpath(folder), language))


def _hook(folder: str, language: str) -> Callable[[str, tuple[Any, ...]], None]:
    own_process = os.getpid()
    # A program may replace these functions.
    fsdecode, realpath, is_path = os.fsdecode, os.path.realpath, (str, bytes, os.PathLike)

    def is_inside(path: Any) -> bool:
        return isinstance(path, is_path) and (realpath(fsdecode(path)) + os.sep).startswith(folder + os.sep)

    def is_refused(event: str, arguments: tuple[Any, ...]) -> bool:
        if event == "open":
            path, _mode, flags = arguments
            # What is opened by its number was opened before.
            return bool(flags & _WRITES) and not (
                isinstance(path, int) or path == os.devnull or is_inside(path)
            )
        if event in _PATHS:
            return not all(is_inside(path) for path in arguments[: _PATHS[event]])
        if event == "os.kill":
            return bool(arguments[0] != own_process)
        return event in _REFUSED or event.startswith("socket.")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if is_refused(event, arguments):
            raise PermissionError(wording.refusal(event, language))

    return hook
