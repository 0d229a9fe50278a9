"""Whatever is typed, sent or asked for, no address of the site stumbles: every answer is a 2xx, 3xx or 4xx.

Addresses come from the tables of url_matrix, the names of fields from watching the views read: a new view is
tried by being in the table, which another test sees to. LONG_TESTS=1 tries fifty times as much.
"""

import re
from itertools import chain
from typing import Any
from urllib.parse import quote, quote_from_bytes

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import RequestFactory
from django.test.client import MULTIPART_CONTENT
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as trying
from hypothesis import strategies as st

from tests.lengths import IS_LONG
from tests.url_matrix.asking import Visits, all_routes, undone
from tests.url_matrix.cast import VISITORS

from .forms import Endpoint, endpoints, names_read
from .typed import FILES, WORDS, files, header_values, texts, values_near

ENDPOINTS = endpoints()
FORM = "application/x-www-form-urlencoded"
KINDS_OF_BODY = [
    FORM, f"{FORM}; charset=utf-16", f"{FORM}; charset=nothing", "multipart/form-data", MULTIPART_CONTENT,
    "multipart/form-data; boundary=" + "x" * 300, "application/json", "text/plain; charset=utf-7", "", "\xff",
]  # fmt: skip
HEADERS = [
    "Accept-Language", "Cookie", "Host", "HX-Current-URL", "HX-Request", "HX-Target", "If-Modified-Since",
    "If-None-Match", "Origin", "Referer", "User-Agent", "X-Forwarded-For", "X-Forwarded-Proto", "Range",
    "X-CSRFToken", "Accept-Encoding", "HX-Boosted", "HX-Prompt", "HX-Trigger",
]  # fmt: skip

Pairs = list[tuple[str, Any]]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def frank_site(settings: Any) -> None:
    """A fault is raised, and not told as a 500."""
    settings.DEBUG_PROPAGATE_EXCEPTIONS = True


def trial(short: int, long: int) -> Any:
    """How often a law is tried; without shrinking in the short run, where time is dear."""
    return trying(
        max_examples=long if IS_LONG else short,
        deadline=None,
        phases=(Phase.explicit, Phase.generate, *([Phase.shrink] if IS_LONG else [])),
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def status_of(visits: Visits, visitor: str, request: Any) -> int:
    """What the site answers, whole; nothing of it stays."""
    request._dont_enforce_csrf_checks = True
    if visitor in visits.sessions:
        request.COOKIES[settings.SESSION_COOKIE_NAME] = visits.sessions[visitor]
    with undone():
        response = visits.handler.get_response(request)
        if response.streaming:
            b"".join(response)
    return int(response.status_code)


# Forms and queries


def forms_of(visits: Visits, endpoint: Endpoint) -> st.SearchStrategy[Pairs]:
    """Forms as this address reads them: each field left out, once or several times, good or not.

    Many fields stay good, or the first bad one would hide the others.
    """
    filled = visits.filled(endpoint.fields)
    fields = [field_of(name, filled.get(name, "")) for name in names_read(visits, endpoint)]
    odd = st.lists(st.tuples(texts, texts), max_size=2)
    return st.tuples(*fields, odd).map(lambda parts: list(chain.from_iterable(parts)))


def field_of(name: str, value: Any) -> st.SearchStrategy[Pairs]:
    is_file = not isinstance(value, str | int)
    one = files if is_file else values_near(value)
    good: Pairs = [] if is_file else [(name, str(value))]
    some = st.lists(one, max_size=3)
    return st.one_of(
        st.just(good),
        one.map(lambda each: [(name, each)]),
        some.map(lambda values: [(name, each) for each in values]),
    )


def request_of(endpoint: Endpoint, path: str, pairs: Pairs, *, is_script: bool = False) -> Any:
    """The request that sends this form to an endpoint, or asks it with this query."""
    factory, headers = RequestFactory(), {"HX-Request": "true"} if is_script else {}
    if endpoint.method == "GET":
        asked = [] if is_script else QueryDict(path.partition("?")[2]).items()
        query = urlencoded([*asked, *pairs]).decode()
        return factory.generic("GET", path.partition("?")[0], headers=headers, QUERY_STRING=query)
    if any(isinstance(value, tuple) for _name, value in pairs):
        return factory.post(path, in_parts(pairs), MULTIPART_CONTENT, headers=headers)
    return factory.generic("POST", path, urlencoded(pairs), FORM, headers=headers)


def urlencoded(pairs: Pairs) -> bytes:
    """A form as it travels, lone surrogates as the bytes that no decoder takes."""
    return "&".join(f"{escaped(name)}={escaped(str(value))}" for name, value in pairs).encode()


def escaped(text: str) -> str:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"), safe="")


def in_parts(pairs: Pairs) -> dict[str, list[Any]]:
    """A form with files; the names of its fields in plain letters, as the test client writes them."""
    parts: dict[str, list[Any]] = {}
    for name, value in pairs:
        plain = name.encode("ascii", "ignore").decode() or "x"
        if isinstance(value, tuple):
            part: Any = SimpleUploadedFile("x", value[1])
            # Past the checks of the name: a program sends what it likes.
            part._name = value[0]
        else:
            part = value.encode("utf-8", "ignore").decode()
        parts.setdefault(plain, []).append(part)
    return parts


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_any_form_or_query_is_answered_without_a_server_error(endpoint: Endpoint, visits: Visits) -> None:
    path = endpoint.address.format_map(visits.things)

    @trial(2, 100)
    @given(pairs=forms_of(visits, endpoint), is_script=st.booleans())
    def answers(pairs: Pairs, is_script: bool) -> None:
        assert (
            status_of(visits, endpoint.visitor, request_of(endpoint, path, pairs, is_script=is_script)) < 500
        )

    answers()


@trial(50, 2_000)
@given(
    body=st.one_of(st.binary(max_size=200), st.sampled_from(FILES)),
    kind=st.sampled_from(KINDS_OF_BODY),
    endpoint=st.sampled_from([endpoint for endpoint in ENDPOINTS if endpoint.method == "POST"]),
)
def test_whatever_a_body_is_the_answer_is_no_fault(
    visits: Visits, body: bytes, kind: str, endpoint: Endpoint
) -> None:
    request = RequestFactory().generic("POST", endpoint.address.format_map(visits.things), body, kind)
    assert status_of(visits, endpoint.visitor, request) < 500


# Addresses and headers

CONVERTER = re.compile(r"<(?:(\w+):)?\w+>")
KEYS = st.sampled_from([0, 1, 7, 2**31, 2**63 - 1, 2**63, 2**64, 10**40]).map(str)
# Everything but a slash, which would be another address.
PARTS = st.one_of(st.sampled_from(WORDS), st.text(max_size=12)).map(lambda text: text.replace("/", "")[:500])


@st.composite
def addresses(draw: st.DrawFn) -> str:
    """An address that a route of the site takes, made of whatever its parts may be."""

    def part(found: re.Match[str]) -> str:
        return escaped(draw(KEYS if found[1] == "int" else PARTS)) or "-"

    route = draw(st.sampled_from(sorted(all_routes())))
    return "/" + CONVERTER.sub(part, route.replace("(?P<url>.*)$", "<str:url>"))


@trial(120, 5_000)
@given(address=addresses(), method=st.sampled_from(["GET", "POST"]), visitor=st.sampled_from(VISITORS))
def test_any_text_in_an_address_is_answered_without_a_server_error(
    visits: Visits, address: str, method: str, visitor: str
) -> None:
    assert status_of(visits, visitor, RequestFactory().generic(method, quote(address, safe="/%"))) < 500


@trial(50, 2_000)
@given(
    headers=st.dictionaries(st.sampled_from(HEADERS), header_values, min_size=1, max_size=4),
    endpoint=st.sampled_from(ENDPOINTS),
)
def test_any_text_in_a_header_is_answered_without_a_server_error(
    visits: Visits, headers: dict[str, str], endpoint: Endpoint
) -> None:
    path = endpoint.address.format_map(visits.things)
    pairs = [(name, value) for name, value in endpoint.fields.items() if not isinstance(value, bytes)]
    request = request_of(endpoint, path, [*visits.filled(dict(pairs)).items()])
    for name, value in headers.items():
        request.META["HTTP_" + name.upper().replace("-", "_")] = value
    assert status_of(visits, endpoint.visitor, request) < 500
