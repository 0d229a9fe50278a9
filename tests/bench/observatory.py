"""`make observatory`: what Mozilla's HTTP Observatory thinks of the headers of the site behind TLS.

The observatory is no part of the project: OBSERVATORY names its command, else it is looked for on the path.
It knows the ports 80 and 443 only, so the site stands on a loopback address of its own, and whoever runs
this must be allowed to open them there. A certificate is made for the occasion, and believed for it alone.
"""

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROJECT = Path(__file__).parents[2]
ADDRESS = "127.77.0.1"
# A+ begins at 100; with every credit beyond it.
WANTED = 120
PATIENCE_SECONDS = 120
OWN_TO_A_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length"}


def main() -> int:
    """Print grade and score; 1 if the score is too low, 2 if nothing could be measured."""
    command = os.environ.get("OBSERVATORY") or shutil.which("mdn-http-observatory-scan")
    if not (command and shutil.which("openssl")):
        sys.stderr.write("The observatory or openssl is not installed; OBSERVATORY=... names the command.\n")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        certificate = made_certificate(Path(folder))
        try:
            with site_behind_tls(Path(folder), certificate):
                report = judged(command, certificate)
        except PermissionError:
            sys.stderr.write("The ports 80 and 443 cannot be opened here; they need the rights of root.\n")
            return 2
    sys.stdout.write(sentence(report) + "\n")
    return 0 if report["scan"]["score"] >= WANTED else 1


def judged(command: str, certificate: Path) -> dict:
    """The observatory's report on the site."""
    environment = {**os.environ, "NODE_OPTIONS": "--use-openssl-ca", "SSL_CERT_FILE": str(certificate)}
    answer = subprocess.run([command, ADDRESS], env=environment, capture_output=True, text=True, check=False)
    report = json.loads(answer.stdout) if answer.stdout.startswith("{") else {}
    if "scan" not in report:
        raise AssertionError(f"The observatory gave no report: {answer.stdout}{answer.stderr}")
    return report


def sentence(report: dict) -> str:
    """Grade and score, and under it what each test found and how many points it gave or took."""
    scan = report["scan"]
    lines = [f"{scan['grade']} {scan['score']}  (wanted: {WANTED} or more)"]
    for name, test in report["tests"].items():
        lines.append(f"  {test['scoreModifier'] or 0:+4}  {name}: {test['result']}")
    return "\n".join(lines)


# The site


def made_certificate(folder: Path) -> Path:
    """A new certificate for the address, with its key in the same file."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"),
            *("-days", "2", "-subj", "/CN=local", "-addext", f"subjectAltName=IP:{ADDRESS}"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    certificate.write_text(certificate.read_text() + key.read_text())
    return certificate


@contextmanager
def site_behind_tls(folder: Path, certificate: Path) -> Iterator[None]:
    """The site as a school has it: with HTTPS=1 behind a proxy that speaks TLS, and plain http beside it."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    with running_site(folder, port), proxy(port, 80, "http"), proxy(port, 443, "https", tls):
        yield


@contextmanager
def running_site(folder: Path, port: int) -> Iterator[None]:
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "HTTPS": "1",
        "ALLOWED_HOSTS": ADDRESS,
        "SUDOKUSITE_DATA": str(folder / "data"),
    }
    command = [sys.executable, "manage.py", "serve", "--end-with-parent"]
    with (folder / "said").open("w") as said:
        site = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=said, stderr=said)
        try:
            wait_until_open(port)
            yield
        finally:
            site.terminate()
            site.wait()


def wait_until_open(port: int) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


@contextmanager
def proxy(site: int, port: int, scheme: str, tls: ssl.SSLContext | None = None) -> Iterator[None]:
    """What stands before the site: it hands requests on, says by which scheme they came, and answers."""

    class Handler(BaseHTTPRequestHandler):
        def hand_on(self) -> None:
            connection = HTTPConnection("127.0.0.1", site, timeout=PATIENCE_SECONDS)
            sent = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            connection.request(self.command, self.path, headers={**sent, "X-Forwarded-Proto": scheme})
            answer = connection.getresponse()
            body = answer.read()
            self.send_response_only(answer.status, answer.reason)
            for name, value in answer.getheaders():
                if name.lower() not in OWN_TO_A_CONNECTION:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
            connection.close()

        do_GET = do_HEAD = do_OPTIONS = do_POST = hand_on  # noqa: N815  as the library calls them

        def log_message(self, *_said: object) -> None:
            pass

    server = ThreadingHTTPServer((ADDRESS, port), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    sys.exit(main())
