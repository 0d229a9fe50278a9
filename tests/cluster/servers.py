"""Two servers of one site, as two machines would be: each with its processes and a data folder of its own.

What they share is the database and the secret key. nginx stands before them and asks them in turns.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.faults.ground import Playground
from tests.faults.running import Site, free_port
from tests.faults.tables import Tables, connected_to

from .nginx import running_nginx

SERVERS = ("first", "second")
# On a new database each makes its tables, one after the other, and the disk is waited for.
PATIENCE_S = 240


class Cluster(Playground):
    """The servers, started together and each started again on its own port."""

    def __init__(self, folder: Path, database_url: str, *, secret_key: str, arguments: Sequence[str]) -> None:
        super().__init__()
        self.folder, self.database_url, self.arguments = folder, database_url, arguments
        self.ports = {name: free_port() for name in SERVERS}
        self.proxy_port = free_port()
        self.environment = {
            "DATABASE_URL": database_url,
            "SECRET_KEY": secret_key,
            "SERVER_PROCESSES": "1",
            "PROXY_COUNT": "1",
            "ALLOWED_HOSTS": "localhost,127.0.0.1,school.test",
            # A test logs in more often than a school does.
            "LOGIN_FAILURES_PER_ADDRESS": "1000000",
        }
        self.sites = {name: self.launch(name) for name in SERVERS}

    @property
    def url(self) -> str:
        """The address of the proxy."""
        return f"http://localhost:{self.proxy_port}"

    @property
    def entrance(self) -> int:
        return self.proxy_port

    def connected(self) -> AbstractContextManager[Tables]:
        return connected_to(self.database_url)

    def launch(self, name: str) -> Site:
        """A server on its way up."""
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        return Site(folder, *self.arguments, port=self.ports[name], **self.environment)

    def start_again(self, name: str) -> None:
        """Start a server that has ended."""
        self.sites[name] = self.launch(name)

    def wait_until_whole(self, name: str) -> None:
        """Wait until all processes of a server live, and it answers."""
        site = self.sites[name]
        site.wait_until(lambda: site.is_whole() or site.process.poll() is not None, PATIENCE_S)
        assert site.process.poll() is None, site.said()

    def stop(self) -> None:
        """End both servers, politely."""
        for site in self.sites.values():
            site.process.terminate()
        for site in self.sites.values():
            site.process.wait(30)

    def said(self) -> str:
        """What the servers wrote to their consoles."""
        return "\n".join(f"{name}:\n{site.said()}" for name, site in self.sites.items())


@contextmanager
def running_cluster(
    folder: Path, database_url: str, *, secret_key: str = "", arguments: Sequence[str] = ("--no-demo",)
) -> Iterator[Cluster]:
    """Both servers and the proxy, all of them up; `arguments` are those of `serve`. Raises NoNginxError."""
    secret_key = secret_key or secrets.token_hex(32)
    cluster = Cluster(folder, database_url, secret_key=secret_key, arguments=arguments)
    try:
        with running_nginx(folder / "nginx", port=cluster.proxy_port, servers=[*cluster.ports.values()]):
            for name in SERVERS:
                cluster.wait_until_whole(name)
            yield cluster
    finally:
        cluster.stop()
