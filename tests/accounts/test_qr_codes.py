"""QR codes, and which addresses they cannot give to a phone."""

import pytest

from accounts.qr_codes import is_local_address, qr_code


def test_a_qr_code_is_a_drawing_without_a_style_or_a_script() -> None:
    drawing = qr_code('http://school.test/"><script>')
    assert drawing.startswith("<svg")
    assert "viewBox" in drawing
    assert "style=" not in drawing
    assert "script" not in drawing


@pytest.mark.parametrize(
    ("address", "is_own"),
    [
        ("http://127.0.0.1:8000/", True),
        ("http://[::1]:8000/", True),
        ("http://localhost/", True),
        ("http://192.168.1.20:8000/", False),
        ("https://sudoku.school.test/", False),
    ],
)
def test_an_address_that_no_phone_reaches_is_known(address: str, is_own: bool) -> None:
    assert is_local_address(address) is is_own
