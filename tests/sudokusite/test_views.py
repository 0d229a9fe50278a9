"""Manifest, service worker and offline page: what makes the site an app, the same for everybody."""

import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from sudokusite import offline, views

pytestmark = pytest.mark.django_db

LARGEST_ICON = 8_000


def manifest_of(language: str, **query: str) -> dict[str, Any]:
    answer = Client().get(reverse("manifest", args=[language]), query)
    assert answer["Content-Type"] == "application/manifest+json"
    return json.loads(answer.content)


def picture(address: str) -> tuple[Image.Image, int]:
    """An icon as it lies among the static files, and how many bytes it has."""
    path = finders.find(address.removeprefix("/static/"))
    assert isinstance(path, str)
    with open(path, "rb") as file:
        content = file.read()
    return Image.open(BytesIO(content)).convert("RGBA"), len(content)


def test_the_manifest_says_all_that_an_installed_app_needs() -> None:
    found = manifest_of("fr")
    assert (found["id"], found["start_url"], found["scope"]) == ("/", "/", "/")
    assert (found["display"], found["lang"], found["name"]) == ("standalone", "fr", "Sudokusite")
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in found["icons"]}
    assert sizes == {("any", "any"), ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


def test_the_manifest_speaks_the_language_of_its_address() -> None:
    assert manifest_of("en")["description"] != manifest_of("fr")["description"]


def test_the_manifest_has_the_colours_that_were_chosen() -> None:
    assert manifest_of("en")["background_color"] == "#f5f4f1"
    assert manifest_of("en", theme="dark")["background_color"] == "#12151b"


def test_the_icons_are_what_the_manifest_says() -> None:
    for icon in manifest_of("en")["icons"]:
        if icon["type"] == "image/png":
            image, size = picture(icon["src"])
            assert icon["sizes"] == f"{image.width}x{image.height}"
            assert size < LARGEST_ICON
            corner = image.getpixel((0, 0))
            # What a device may cut off must be there; what it may not, is not.
            assert corner == ((26, 33, 48, 255) if icon.get("purpose") else (0, 0, 0, 0))
    touch, _size = picture("/static/icons/touch-180.png")
    assert touch.size == (180, 180)


@pytest.mark.parametrize("who", ["nobody", "student"])
def test_the_worker_is_the_same_for_everybody(
    who: str, student: User, client_of: Callable[[User], Client]
) -> None:
    client = Client() if who == "nobody" else client_of(student)
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert {*answer["Cache-Control"].split(", ")} == {"no-cache", "public"}
    assert answer.content == Client().get("/worker.js").content
    again = client.get("/worker.js", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_worker_caches_files_that_exist() -> None:
    """One that is missing, renamed for example, would keep every browser from installing it."""
    styles = [f"css/{name}.css" for name in offline.STYLES]
    files = [*styles, *offline.script_names(), *offline.OTHERS]
    assert [name for name in files if not finders.find(name)] == []


def test_the_worker_changes_with_what_it_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    before = offline.worker_source()
    assert offline.worker_source() == before
    monkeypatch.setattr(offline, "STYLES", (*offline.STYLES, "charts"))
    after = offline.worker_source()
    version = re.compile(r'"version": "(\w{12})"')
    assert version.findall(before) != version.findall(after)


def test_the_worker_changes_with_the_offline_page(monkeypatch: pytest.MonkeyPatch) -> None:
    before = offline.worker_source()
    monkeypatch.setattr(offline, "offline_page", lambda language: f"in {language}")
    assert offline.worker_source() != before


def test_the_worker_keeps_every_script_that_a_board_can_ask_for() -> None:
    names = offline.script_names()
    assert {"js/board.js", "js/reducer.js", "js/tools.js", "js/speech.js", "js/logout.js"} <= {*names}
    assert len(names) == len({*names})
    assert all(finders.find(name) for name in names)


def test_while_developing_the_worker_is_made_anew(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEBUG = True
    views.worker_and_tag()
    monkeypatch.setattr(offline, "offline_page", lambda language: f"in {language}")
    changed = views.worker_and_tag()
    monkeypatch.undo()
    assert views.worker_and_tag() != changed


def test_asking_for_the_worker_keeps_nobody_logged_in() -> None:
    assert getattr(views.worker, "is_poll", False)


@pytest.mark.parametrize(("language", "heading"), [("en", "No connection"), ("fr", "Pas de connexion")])
def test_the_offline_page_knows_of_nobody(
    language: str, heading: str, student: User, client_of: Callable[[User], Client]
) -> None:
    answer = client_of(student).get(reverse("offline", args=[language]))
    text = answer.content.decode()
    assert f'lang="{language}"' in text
    assert f"<h1>{heading}</h1>" in text
    assert student.username not in text
    assert "csrf" not in text
    assert answer["Content-Language"] == language


def test_the_policy_allows_manifest_and_worker() -> None:
    policy = Client().get(reverse("accounts:login"))["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy
