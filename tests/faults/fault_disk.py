"""The disk is full: while students play, while a file is taken in, and while a backup is made."""

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from .backups import faults_in
from .fault_kill_web import wait_until_heard
from .fault_kill_worker import end_leases
from .ground import Ground, Size
from .journal import Journal
from .library import file_of, hand_in, import_state, import_verdict
from .players import Player
from .rows import CannotDoError, Row
from .running import PROJECT

PLAYERS = 3
DISK_MB = 48
IS_VARIANT = True
# A backup by a process whose files may have no more than 64 KB.
SMALL_BACKUP = """
import resource, sys
from pathlib import Path
from tests.faults.backups import back_up
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
back_up(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """SQLite's own limit on pages first; in the long form a small disk as well."""
    yield from full(
        ground,
        size,
        "the database takes no more pages",
        lambda: ground.turn("pages", 1),
        lambda: ground.turn("pages", 0),
    )
    if size.is_long:
        disk = SmallDisk(ground.school, ground.folder / "small")
        try:
            yield from full(disk, size, f"a disk of {DISK_MB} MB is full", disk.fill, disk.clear)
        finally:
            disk.stop()


def full(
    ground: Ground, size: Size, fault: str, fill: Callable[[], None], clear: Callable[[], None]
) -> Iterator[Row]:
    """The rows of one kind of full disk: moves and a file that come in meanwhile, and a backup."""
    journal, file = Journal(), file_of(size.count(300, 20_000), seed=5)
    players = ground.students(PLAYERS, journal)
    with ground.at_play(players):
        wait_until_heard(players)
        import_id = hand_in(ground, file, "full.txt")
        fill()
        wait_until_failing(ground, players)
        time.sleep(size.of(0.2, 20))
        backup = backup_without_room(ground)
        clear()
        wait_until_heard(players)
    with ground.connected() as database:
        ground.site.wait_until(lambda: is_taken_in(database, import_id), 300)
        taken = import_verdict(database, import_id, file)
    failures = sum(player.failures.total() for player in players)
    verdict = ground.verdict(journal, players)
    refused = tuple(refusal for player in players for refusal in player.refused)
    wrong = (*refused, *faults_in(ground.database), *backup)
    yield Row(
        fault=fault, done="moves, a backup", verdict=verdict, wrong=wrong, noted=f"{failures} failed requests"
    )
    yield Row(fault=fault, done="an import", verdict=taken, noted=f"{len(file.lines):,} lines")


def wait_until_failing(ground: Ground, players: Sequence[Player]) -> None:
    """Wait until no player gets through any more."""
    before = [player.failures.total() for player in players]
    ground.site.wait_until(
        lambda: all(player.failures.total() > old for player, old in zip(players, before, strict=True))
    )


def is_taken_in(database: sqlite3.Connection, import_id: int) -> bool:
    """Whether an import has ended; leases of workers that failed on a full disk do not delay it."""
    end_leases(database)
    return import_state(database, import_id)[0] in ("done", "failed")


def backup_without_room(ground: Ground) -> list[str]:
    """What is wrong with a backup that there is no room for: it must fail, and say so."""
    copy = ground.folder / "no-room.sqlite3"
    command = [sys.executable, "-c", SMALL_BACKUP, str(ground.database), str(copy)]
    answer = subprocess.run(command, cwd=PROJECT, check=False, capture_output=True, text=True)
    copy.unlink(missing_ok=True)
    if answer.returncode == 0:
        return ["a backup that there was no room for did not fail"]
    return [] if "sqlite3.OperationalError" in answer.stderr else [answer.stderr]


class SmallDisk(Ground):
    """A ground whose data folder is a small disk of its own."""

    def __init__(self, school: Path, folder: Path) -> None:
        self.mounted = folder / "data"
        self.mounted.mkdir(parents=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "none", str(self.mounted)]
        if subprocess.run(mount, check=False, capture_output=True).returncode:
            raise CannotDoError("a small disk can be made by root only")
        shutil.copytree(school, self.mounted, dirs_exist_ok=True)
        super().__init__(school, folder)

    def stop(self) -> None:
        super().stop()
        subprocess.run(["umount", "--lazy", str(self.mounted)], check=True)

    def fill(self) -> None:
        """Leave no byte free."""
        with contextlib.suppress(OSError), (self.data / "ballast").open("wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(4096))

    def clear(self) -> None:
        (self.data / "ballast").unlink()
