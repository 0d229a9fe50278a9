"""Pages, forms and ways back of every address: what is ours stays ours."""

from urllib.parse import quote, urlsplit

import pytest
from django.test import Client

from tests.lengths import IS_LONG
from tests.url_matrix.asking import Visits

from .crawling import ask, pages
from .forms import Endpoint, endpoints, watched

LOGIN = "/accounts/login/"
ELSEWHERE = [
    "//elsewhere.test", "https://elsewhere.test/", "/\\elsewhere.test", "\\\\elsewhere.test",
    "https:elsewhere.test", "///elsewhere.test", "http:///elsewhere.test", "\t//elsewhere.test",
    "javascript:alert(1)", "https://testserver@elsewhere.test/", "data:text/html,x",
    "http://testserver.elsewhere.test/", "//elsewhere.test\\@testserver",
]  # fmt: skip

pytestmark = pytest.mark.django_db


def test_no_page_of_a_person_stays_in_a_cache(visits: Visits) -> None:
    kept, seen = [], 0
    for answer in pages(visits, "student", "teacher"):
        control = str(answer.response.get("Cache-Control", ""))
        seen += "no-store" in control
        names = [name.encode() for name in ("lea", "Lea", "mme.martin") if name.encode() in answer.body]
        if "no-store" not in control and ("public" not in control or names):
            kept.append(str(answer))
    assert kept == []
    assert seen > 60


# Forms


def test_no_form_is_taken_without_our_token_be_it_sent_by_whom_it_will(visits: Visits) -> None:
    taken = []
    for endpoint in (each for each in endpoints() if each.method == "POST"):
        path, fields = endpoint.address.format_map(visits.things), visits.filled(endpoint.fields)
        for visitor in ("nobody", endpoint.visitor):
            answer = ask(visits, visitor, "POST", path, fields, is_strict=True)
            if answer.response.status_code != 403 or answer.written:
                taken.append(str(answer))
    assert taken == []


def test_a_token_of_another_site_is_not_taken_over_https(visits: Visits, client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    token = strict.get(LOGIN, secure=True).cookies["csrftoken"].value
    fields = {"username": "lea", "password": "x", "csrfmiddlewaretoken": token}
    for origin, status in (("https://elsewhere.test", 403), ("null", 403), ("https://testserver", 200)):
        answer = strict.post(LOGIN, fields, secure=True, headers={"Origin": origin})
        assert answer.status_code == status


# Ways back


def is_ours(address: str) -> bool:
    """Whether a browser that follows this stays on the site."""
    seen = "".join(sign for sign in address if sign not in "\t\r\n").replace("\\", "/")
    parts = urlsplit(seen)
    return (
        parts.netloc in ("", "testserver")
        and parts.scheme in (("http",) if parts.netloc else ("",))
        and not seen.startswith("//")
    )


def test_no_endpoint_redirects_to_another_site(visits: Visits) -> None:
    """Each endpoint is tried with one address; those that redirect to `next`, with a third of the others
    in turn. LONG_TESTS=1 tries all of them there.
    """
    away, led = [], 0
    for endpoint in endpoints():
        if endpoint.address.startswith("/admin/"):
            continue
        with watched() as read:
            away += ways_out(visits, endpoint, ELSEWHERE[0])
        if "next" in read and (endpoint.method == "POST" or "login" in endpoint.address):
            others = ELSEWHERE[1:] if IS_LONG else ELSEWHERE[1 + led % 3 :: 3]
            led += 1
            away += [way for wanted in others for way in ways_out(visits, endpoint, wanted)]
    assert away == []
    assert led > 5


def ways_out(visits: Visits, endpoint: Endpoint, wanted: str) -> list[str]:
    """Where an answer leads that is not ours, if the way on is asked to be there."""
    path, fields = endpoint.address.format_map(visits.things), visits.filled(endpoint.fields)
    if endpoint.method == "POST":
        answer = ask(
            visits, endpoint.visitor, "POST", path, {**fields, "next": wanted}, Referer=wanted.strip()
        )
    else:
        asked = f"{path}{'&' if '?' in path else '?'}next={quote(wanted, safe='')}"
        answer = ask(visits, endpoint.visitor, "GET", asked, Referer=wanted.strip())
    led = [answer.response.get(name, "") for name in ("Location", "HX-Redirect", "HX-Location")]
    return [f"{answer} to {address}" for address in led if not is_ours(address)]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_the_address_check_finds_another_site(address: str) -> None:
    assert not is_ours(address)


@pytest.mark.parametrize(
    "address", ["/play/3/", "http://testserver/play/3/", "", "login", "/?next=//elsewhere.test"]
)
def test_the_address_check_allows_our_own(address: str) -> None:
    assert is_ours(address)
