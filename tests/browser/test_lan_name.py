"""A class reaches a laptop by plain http under a name of the local network, which browsers trust less."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User


@pytest.mark.django_db(transaction=True)
def test_a_student_logs_in_by_plain_http_under_a_name_of_the_network(
    page_of: Callable[..., Any], live_server: Any, student: User, password: str
) -> None:
    address = live_server.url.replace("localhost", "school.test")
    page = page_of(None, base_url=address)
    page.goto("/")
    assert page.url.startswith(f"{address}{reverse('accounts:login')}")
    assert not page.evaluate("window.isSecureContext")
    page.locator("input[name=username]").fill(student.username)
    page.locator("input[name=password]").fill(password)
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url(re.compile(rf"{address}/$"))
    assert student.username in page.content()
