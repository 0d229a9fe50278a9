"""Every page keeps to our own files: no inline script, no inline style, nothing from elsewhere."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.urls import reverse

from accounts.models import User

from .looking import errors_of


def complaints(page: Any, addresses: list[str]) -> list[str]:
    """What the browser's console says against the pages, each visited in turn."""
    said, found = errors_of(page), []
    for address in addresses:
        said.clear()
        answer = page.goto(address)
        if answer is None or answer.status >= 400:
            found.append(f"{address}: status {answer and answer.status}")
        found += [f"{address}: {sentence}" for sentence in said]
    return found


@pytest.mark.django_db(transaction=True)
def test_the_admin_works_under_the_policy(page_of: Callable[..., Any], administrator: User) -> None:
    page = page_of(administrator)
    models = [model._meta for model in admin.site._registry]
    lists = [reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist") for meta in models]
    own = reverse("admin:accounts_user_change", args=[administrator.pk])
    assert complaints(page, [reverse("admin:index"), *lists, own, reverse("admin:accounts_user_add")]) == []


@pytest.mark.django_db(transaction=True)
def test_a_students_pages_break_no_content_policy(page_of: Callable[..., Any], student: User) -> None:
    names = ["home:home", "home:history", "home:help", "accounts:settings", "accounts:password_change"]
    assert complaints(page_of(student), [reverse(name) for name in names]) == []
