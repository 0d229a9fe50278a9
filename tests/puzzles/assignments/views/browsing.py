"""Browsers in English, and what pages say in them."""

import re
from html import unescape
from typing import Any

from django.test import Client


def english(client: Client) -> Client:
    """The same browser, which asks for English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text_of(client: Client, address: str, **fields: Any) -> str:
    """The words of a page that is there."""
    answer = client.get(address, **fields)
    assert answer.status_code == 200
    return words(answer.text)


def words(page: str) -> str:
    """The words of a page on one line, without markup; those in scripts are among them."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
