"""A PostgreSQL server of one's own for as long as it is needed: in a folder, on a free loopback port.

`python -m tests.postgres COMMAND...` runs a command with the DATABASE_URL of such a server.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .faults.running import free_port

# Debian keeps the programs of each version in a folder of its own.
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/bin")
OWNER = "postgres"
PATIENCE_S = 60


class NoPostgresError(Exception):
    """PostgreSQL's server programs are not on this machine."""


@contextmanager
def shared_folder(prefix: str) -> Iterator[Path]:
    """A folder that the users may enter as whom PostgreSQL and nginx run; it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=prefix) as place:
        folder = Path(place)
        folder.chmod(0o755)
        yield folder


@contextmanager
def running_postgres(folder: Path, **settings: str) -> Iterator[str]:
    """The DATABASE_URL of an empty database on a server in `folder`, which is made; it is gone afterwards.

    The server keeps what it acknowledged through a power cut, as in life. `settings` are those of
    postgresql.conf. Raises NoPostgresError.
    """
    programs = programs_folder()
    owner = owner_of_a_server()
    folder.mkdir(parents=True, exist_ok=True)
    if owner:
        shutil.chown(folder, owner)
    port = free_port()
    chosen = {"listen_addresses": "127.0.0.1", "port": str(port), "unix_socket_directories": ""} | settings
    data = folder / "data"
    run_as(
        owner,
        f"{programs}/initdb",
        "-D",
        f"{data}",
        "-U",
        OWNER,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
    )
    options = " ".join(f"-c {name}='{value}'" for name, value in chosen.items())
    control, log = f"{programs}/pg_ctl", f"{folder / 'log'}"
    run_as(owner, control, "start", "-w", "-t", str(PATIENCE_S), "-D", f"{data}", "-l", log, "-o", options)
    try:
        yield f"postgres://{OWNER}@127.0.0.1:{port}/postgres"
    finally:
        run_as(owner, control, "stop", "-m", "immediate", "-D", f"{data}")
        shutil.rmtree(data, ignore_errors=True)


def crash(folder: Path) -> None:
    """End the server in a folder without a last word, as a pulled plug does, and start it again."""
    control = f"{programs_folder()}/pg_ctl"
    wait = ("-w", "-t", str(PATIENCE_S))
    data, log = f"{folder / 'data'}", f"{folder / 'log'}"
    run_as(owner_of_a_server(), control, "restart", *wait, "-m", "immediate", "-D", data, "-l", log)


def run_as(owner: str | None, *command: str) -> None:
    """Run a command as its owner, without a word."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run(command, cwd="/", user=owner, check=True, **quiet)


def programs_folder() -> Path:
    """Where initdb and its like are; POSTGRES_BIN names another place. Raises NoPostgresError."""
    if named := os.environ.get("POSTGRES_BIN"):
        return Path(named)
    for place in PLACES:
        found = sorted(Path("/").glob(f"{place[1:]}/initdb"))
        if found:
            return found[-1].parent
    raise NoPostgresError("PostgreSQL's initdb was not found; POSTGRES_BIN names its folder")


def owner_of_a_server() -> str | None:
    """Who the server runs as: whoever we are, but for root, as which it refuses to run."""
    if os.geteuid():
        return None
    try:
        return pwd.getpwnam(OWNER).pw_name
    except KeyError:
        raise NoPostgresError(f"there is no user {OWNER}, and as root no server runs") from None


def exit_on_sigterm() -> None:
    """Let SIGTERM end this process as Ctrl-C does: nothing that it has started is left behind."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))


def main(command: list[str]) -> int:
    """Run a command beside a server; what the command returns."""
    exit_on_sigterm()
    # Nothing here outlives the command, so the disk is not waited for.
    quick = {"fsync": "off", "synchronous_commit": "off"}
    with (
        shared_folder("sudokusite-postgres-") as folder,
        running_postgres(folder / "server", **quick) as url,
    ):
        return subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
