"""Addresses as QR codes to print."""

import ipaddress
from urllib.parse import urlsplit

import segno
from django.utils.safestring import SafeString


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
