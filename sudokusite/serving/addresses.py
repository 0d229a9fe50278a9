"""Addresses at which the site is reached, and their QR code."""

import contextlib
import errno
import http.client
import io
import socket
import time

import segno

WILDCARDS = {"0.0.0.0", "::"}  # noqa: S104


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses, the one of the default route first."""
    found = [outward_address()]
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return list(dict.fromkeys(address for address in found if address and not address.startswith("127.")))


def outward_address() -> str:
    """The address of the default route; "" when there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; the address is reserved for documentation.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def reached_hosts(host: str) -> list[str]:
    """The names or addresses of a server that listens on `host`, best first."""
    if host in WILDCARDS:
        return [*lan_addresses(), "localhost"]
    return [host]


def numeric(host: str) -> str:
    """The address of a name, IPv4 if possible. Raises OSError for an unknown name."""
    found = [info[4][0] for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]
    return str(next((address for address in found if "." in str(address)), found[0]))


def url(host: str, port: int) -> str:
    """The address to type into a browser."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" if port != 80 else f"http://{name}/"


def qr_code(text: str) -> str:
    """A QR code in characters, for a terminal."""
    drawing = io.StringIO()
    segno.make(text, micro=False, error="l").terminal(drawing, compact=True)
    return drawing.getvalue()


def is_free(host: str, port: int, *, patience_seconds: float = 2.0) -> bool:
    """Whether the port is free. Waits a moment for a server that is just ending.

    The server itself would share the port with another one without a word, so this must ask first.
    """
    deadline = time.monotonic() + patience_seconds
    while not can_listen(host, port):
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.1)
    return True


def can_listen(host: str, port: int) -> bool:
    """Whether a socket can listen there now. Raises OSError if the address is not this machine's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            if error.errno in {errno.EADDRINUSE, errno.EACCES} and port >= 1024:
                return False
            raise
    return True


def answers(host: str, port: int, *, as_host: str, timeout_seconds: float = 2.0) -> bool:
    """Whether the site answers a request there."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    connection = http.client.HTTPConnection(target, port, timeout=timeout_seconds)
    try:
        connection.request("HEAD", "/", headers={"Host": as_host})
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True
