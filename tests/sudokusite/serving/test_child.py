"""The processes that answer."""

import contextlib
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudokusite.serving.child import SEND_BUFFER, limit_unread_responses
from tests.faults.browser import Browser
from tests.faults.ground import found_school
from tests.faults.running import PATIENCE_SECONDS, Site
from tests.faults.school import PASSWORD, STUDENTS
from tests.faults.slow_clients import STRANGER, half_sent, head, is_closed, silent, slow_clients
from tests.load.watch import memory_mib

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


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has the option")
def test_the_deadline_of_answers_opens_no_file_for_good(tmp_path: Path) -> None:
    with contextlib.ExitStack() as opened:
        listener = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        for number in range(3):
            opened.enter_context(open(tmp_path / str(number), "wb"))
        before = os.listdir("/proc/self/fd")
        limit_unread_responses(7)
        assert len(os.listdir("/proc/self/fd")) == len(before)
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 7000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site whose deadlines are two seconds."""
    folder = tmp_path_factory.mktemp("slow")
    found_school(folder / "data")
    site = Site(folder, "--no-demo", SERVER_HEADER_SECONDS="2", SERVER_PROGRESS_SECONDS="2")
    try:
        site.wait_until_announced()
        yield site
    finally:
        site.process.terminate()
        site.process.wait()


def cookies_of(name: str, port: int) -> dict[str, str]:
    """Those of a student who logs in."""
    browser = Browser("127.0.0.1", port)
    browser.log_in(name, PASSWORD)
    browser.close()
    return browser.cookies


@pytest.fixture(scope="module")
def cookies(site: Site) -> dict[str, str]:
    return cookies_of(STUDENTS[0], site.port)


@pytest.fixture
def student(site: Site, cookies: dict[str, str]) -> Browser:
    browser = Browser("127.0.0.1", site.port, timeout_s=PATIENCE_SECONDS)
    browser.cookies = cookies
    return browser


def stylesheet(student: Browser) -> str:
    """The address of a static file."""
    found = re.search(r'"(/static/css/site\.[^"]+)"', student.get("/").text)
    assert found
    return found[1]


class TestSlowClients:
    """No client that is slow keeps others from being answered, and none stays for ever."""

    pytestmark = [
        pytest.mark.slow,
        pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table from /proc"),
    ]

    def test_beside_all_of_them_at_once_everybody_is_answered(self, site: Site, student: Browser) -> None:
        # Not in the student's own session: of that, few requests are worked on at a time.
        readers = [cookies_of(name, site.port) for name in STUDENTS[1:3]]
        with slow_clients(site.port, "/accounts/data/file/", readers):
            assert [student.get("/").status for _ in range(5)] == [200] * 5
            assert student.draw(1)

    def test_a_form_that_stops_is_given_up(self, site: Site) -> None:
        with half_sent(site.port) as client:
            client.settimeout(PATIENCE_SECONDS)
            assert client.recv(100).startswith(b"HTTP/1.1 408 ")
            assert is_closed(client, patience_s=PATIENCE_SECONDS)

    def test_a_connection_on_which_nothing_is_sent_is_closed(self, site: Site) -> None:
        with silent(site.port) as client:
            assert is_closed(client, patience_s=PATIENCE_SECONDS)

    @pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux ends what is not read")
    def test_a_connection_whose_answer_is_not_read_ends(self, site: Site, student: Browser) -> None:
        path = stylesheet(student)
        times = 4 * SEND_BUFFER // len(student.get(path).body)
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.connect(("127.0.0.1", site.port))
            client.sendall(head(f"GET {path}", site.port, student.cookies) * times)
            port = client.getsockname()[1]
            site.wait_until(lambda: port not in connected_ports(site.port))

    def test_http2_without_tls_is_not_spoken(self, site: Site) -> None:
        with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE_SECONDS) as client:
            client.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0")
            # Its answer would begin with a frame of settings.
            assert client.recv(9)[3:4] != b"\4"

    def test_a_large_body_of_a_stranger_is_refused_and_not_stored(self, site: Site) -> None:
        before = memory_mib(site.pids().values())
        with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE_SECONDS) as client:
            client.sendall(
                head("POST /accounts/login/", site.port, STRANGER, **{"Content-Length": str(300 * 2**20)})
            )
            answer = b""
            with contextlib.suppress(OSError):
                for _ in range(300):
                    client.sendall(b"x" * 2**20)
                answer = client.recv(100)
        # Who does not stop sending may miss it.
        assert answer == b"" or answer.startswith(b"HTTP/1.1 413 ")
        assert memory_mib(site.pids().values()) - before < 100

    def test_a_static_file_comes_from_memory_as_it_came_from_the_disk(
        self, site: Site, student: Browser
    ) -> None:
        path = stylesheet(student)
        first, again = student.get(path), student.get(path)
        assert again.body == first.body
        assert "immutable" in again.headers["Cache-Control"]
        assert again.headers["X-Content-Type-Options"] == "nosniff"


def connected_ports(port: int) -> set[int]:
    """From which ports of this machine somebody is connected to a port of it, as the listener sees it."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    established = "01"
    return {
        int(peer.partition(":")[2], 16)
        for _number, here, peer, state, *_rest in lines
        if state == established and int(here.partition(":")[2], 16) == port
    }
