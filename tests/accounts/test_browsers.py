"""What a request says about its browser."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.browsers import DEVICE_COOKIE, client_address, device_token, keep_device_token


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_the_address_is_the_connections_own(remote: str, address: str) -> None:
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=remote)) == address


def test_a_forwarded_address_is_not_believed_unless_a_proxy_of_ours_is_known() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert client_address(request) == "192.0.2.1"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "1.2.3.4, 203.0.113.9", "203.0.113.9"),
        (2, "1.2.3.4, 203.0.113.9, 198.51.100.2", "203.0.113.9"),
        (2, "203.0.113.9", "203.0.113.9"),
        (1, "", "192.0.2.1"),
    ],
)
def test_behind_proxies_of_ours_the_address_is_the_one_the_outermost_saw(
    proxies: int, forwarded: str, address: str, settings: Any
) -> None:
    settings.PROXY_COUNT = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR=forwarded)
    assert client_address(request) == address


def request_with_cookie(value: str) -> Any:
    request = RequestFactory().get("/")
    request.COOKIES[DEVICE_COOKIE] = value
    return request


def test_a_browser_keeps_its_token() -> None:
    response = HttpResponse()
    keep_device_token(response, "the token", path="/accounts/login/")
    assert device_token(request_with_cookie(response.cookies[DEVICE_COOKIE].value)) == "the token"


def test_no_script_and_no_other_page_gets_the_token() -> None:
    response = HttpResponse()
    keep_device_token(response, "the token", path="/accounts/login/")
    cookie = response.cookies[DEVICE_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/accounts/login/"
    assert cookie["max-age"] == 180 * 24 * 3600


@pytest.mark.parametrize("value", ["", "made-up", "made:up:value"])
def test_a_token_that_is_not_ours_is_replaced_by_a_new_one(value: str) -> None:
    tokens = {device_token(request_with_cookie(value)) for _ in range(3)}
    assert len(tokens) == 3
    assert value not in tokens
