"""Login cards to print and cut out."""

import ipaddress
from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import urlsplit

import segno
from django.utils.safestring import SafeString

CARDS_ON_A_PAGE = 12

C = TypeVar("C")


def sheets(cards: Sequence[C]) -> list[Sequence[C]]:
    """The cards, split into sheets of paper."""
    return [cards[start : start + CARDS_ON_A_PAGE] for start in range(0, len(cards), CARDS_ON_A_PAGE)]


def qr_code(text: str) -> SafeString:
    """A QR code as SVG, sized by the page."""
    drawing = segno.make(text, micro=False, error="m").svg_inline(
        omitsize=True, border=2, svgclass="qr", lineclass=None
    )
    # The SVG contains shapes only, not the text.
    return SafeString(drawing)  # nosec B703


def is_local_address(address: str) -> bool:
    """Whether this address works on the browser's own machine only."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
