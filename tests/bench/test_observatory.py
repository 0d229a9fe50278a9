from ipaddress import ip_address
from pathlib import Path

from tests.bench.observatory import ADDRESS, made_certificate, sentence


def test_a_report_lists_what_added_and_what_cost_points() -> None:
    tests = {
        "policy": {"scoreModifier": 10, "result": "good"},
        "cookies": {"scoreModifier": -5, "result": "poor"},
        "rest": {"scoreModifier": None, "result": "none"},
    }
    told = sentence({"scan": {"grade": "A+", "score": 105}, "tests": tests})
    assert told.splitlines() == [
        "A+ 105  (wanted: 120 or more)",
        "   +10  policy: good",
        "    -5  cookies: poor",
        "    +0  rest: none",
    ]


def test_a_certificate_comes_with_its_key_and_the_site_is_seen_by_this_machine_alone(tmp_path: Path) -> None:
    text = made_certificate(tmp_path).read_text()
    assert text.count("BEGIN CERTIFICATE") == text.count("BEGIN PRIVATE KEY") == 1
    assert ip_address(ADDRESS).is_loopback
