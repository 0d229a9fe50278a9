import socket

import pytest

from sudokusite.serving.addresses import (
    answers,
    is_free,
    lan_addresses,
    numeric,
    qr_code,
    reached_hosts,
    url,
)


@pytest.fixture
def listener() -> socket.socket:
    """A program that listens on a port of its own and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_a_port_is_taken_while_somebody_listens_and_free_after(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    assert not is_free("127.0.0.1", port, patience_seconds=0)
    listener.close()
    assert is_free("127.0.0.1", port, patience_seconds=0)


@pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="no shared ports on this system")
def test_a_port_that_others_share_is_taken_all_the_same() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert not is_free("127.0.0.1", other.getsockname()[1], patience_seconds=0)


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(OSError, match="assign"):
        is_free("192.0.2.1", 8000, patience_seconds=0)


def test_a_program_that_listens_but_says_nothing_is_not_the_site(listener: socket.socket) -> None:
    assert not answers("127.0.0.1", listener.getsockname()[1], as_host="localhost", timeout_seconds=0.1)


def test_a_wildcard_is_reached_from_the_network_and_from_here() -> None:
    assert reached_hosts("0.0.0.0") == [*lan_addresses(), "localhost"]
    assert reached_hosts("192.168.1.7") == ["192.168.1.7"]
    assert not any(address.startswith("127.") for address in lan_addresses())


def test_a_name_is_listened_on_under_its_address() -> None:
    assert numeric("localhost") == "127.0.0.1"
    assert numeric("::1") == "::1"
    with pytest.raises(OSError, match="known"):
        numeric("no-such-name.invalid")


def test_addresses_are_written_as_browsers_want_them() -> None:
    assert url("192.168.1.7", 8000) == "http://192.168.1.7:8000/"
    assert url("fe80::1", 8000) == "http://[fe80::1]:8000/"
    assert url("school.test", 80) == "http://school.test/"


def test_a_qr_code_is_a_square_of_half_blocks() -> None:
    lines = qr_code("http://192.168.1.7:8000/").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) == pytest.approx(2 * len(lines), abs=2)
    assert set("".join(lines)) <= set("█▀▄ ")
