"""The browser of a request: its network address, and the token by which it is recognised."""

import ipaddress
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .models import KnownDevice

DEVICE_COOKIE = "device"
DEVICE_SALT = "accounts.device"


def client_address(request: HttpRequest) -> str:
    """The network address of the browser; for IPv6 the /64 network, which one person has.

    X-Forwarded-For is trusted for our own proxies (`PROXY_COUNT`), counted from the end: anybody can write
    the entries before.
    """
    # A device chooses the rest of an IPv6 address itself (RFC 8981): counted whole, one person would have
    # 2 ** 64 addresses to guess from.
    address = request.META.get("REMOTE_ADDR", "")
    if settings.PROXY_COUNT:
        forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
        address = forwarded[-settings.PROXY_COUNT :][0] or address
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if parsed.version == 4:
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def known_device_token(request: HttpRequest) -> str | None:
    """The token from an earlier login; None if there is none with a valid signature."""
    return request.get_signed_cookie(
        DEVICE_COOKIE, default=None, salt=DEVICE_SALT, max_age=KnownDevice.MEMORY
    )


def device_token(request: HttpRequest) -> str:
    """The token from an earlier login, or a new one."""
    return known_device_token(request) or secrets.token_urlsafe(24)


def keep_device_token(response: HttpResponse, token: str, *, path: str) -> None:
    """Set the cookie with the token, for the login pages only."""
    # Signed, so that invented tokens cost no database row. Lax: a link from elsewhere may lead to the login.
    response.set_signed_cookie(
        DEVICE_COOKIE,
        token,
        salt=DEVICE_SALT,
        max_age=KnownDevice.MEMORY,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
