"""What the processes of a lesson cost: CPU seconds and memory, read from /proc."""

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.faults.running import Site, process_table

TICKS = os.sysconf("SC_CLK_TCK")
MIB_KB = 1024
# All that runs on this machine and has nothing to do with the lesson.
OTHERS = "others"


@dataclass(frozen=True)
class Sample:
    """CPU seconds since its start and MiB of memory of each process, by what it is."""

    at: float
    cpu_s: Mapping[str, float]
    mib: Mapping[str, float]

    def cores_since(self, earlier: "Sample") -> dict[str, float]:
        """How many cores each process has kept busy since."""
        passed = self.at - earlier.at
        return {role: (cpu - earlier.cpu_s.get(role, 0.0)) / passed for role, cpu in self.cpu_s.items()}


class Watch:
    """The processes of a site, of its database server if it has one, and of the students."""

    def __init__(self, site: Site | None, database: Path | None = None) -> None:
        self.site, self.database = site, database

    def look(self) -> Sample:
        cpu = {"students": time.process_time()}
        mib = {}
        for role, pid in self._site_pids().items():
            cpu[role], mib[role] = cpu_seconds([pid]), memory_mib([pid])
        if self.database:
            pids = postgres_pids(self.database)
            cpu["postgres"], mib["postgres"] = cpu_seconds(pids), memory_mib(pids)
        cpu[OTHERS] = busy_seconds() - sum(cpu.values())
        return Sample(time.monotonic(), cpu, mib)

    def _site_pids(self) -> dict[str, int]:
        return self.site.pids() if self.site else {}


def cpu_seconds(pids: Iterable[int]) -> float:
    """What these processes have spent of the processor; what has ended counts nothing."""
    spent = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        spent += int(fields[11]) + int(fields[12])
    return spent / TICKS


def busy_seconds() -> float:
    """What all programs of this machine have spent of its processors."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _waiting, irq, soft_irq, steal = map(int, fields[:8])
    return (user + nice + system + irq + soft_irq + steal) / TICKS


def memory_mib(pids: Iterable[int]) -> float:
    """The memory of these processes, shared pages divided among those that share them."""
    kilobytes = 0
    for pid in pids:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        kilobytes += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return kilobytes / MIB_KB


def postgres_pids(folder: Path) -> list[int]:
    """The processes of the PostgreSQL server that keeps its data in this folder."""
    try:
        first = int((folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])
    except FileNotFoundError:
        return []
    return [first, *(pid for pid, (parent, _command) in process_table().items() if parent == first)]
