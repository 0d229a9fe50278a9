"""Files and pages that the service worker caches for offline use: the same for everybody."""

import json
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from .scripts import catalog_file, modules_of

STYLES = ("tokens", "site", "pages", "board", "play", "settings", "finish")
# Entry points; the modules they import are found by reading them.
SCRIPTS = ("js/site.js", "js/board.js", "js/help.js", "js/offline.js")
OTHERS = ("django_htmx/htmx-2.min.js", "icons/icon.svg")


@cache
def script_names() -> tuple[str, ...]:
    """The modules of a board and of the offline page, with all static and dynamic imports."""
    return modules_of(SCRIPTS)


def kept_files() -> list[str]:
    """The addresses of all files that the worker caches."""
    catalogs = (catalog_file("play", language) for language, _name in settings.LANGUAGES)
    names = (*(f"css/{name}.css" for name in STYLES), *script_names(), *catalogs, *OTHERS)
    return [static(name) for name in names]


def offline_page(language: str) -> str:
    """The page shown when another cannot be fetched; it contains no personal data."""
    with translation.override(language):
        return render_to_string("offline.html")


def worker_source() -> str:
    """The script of the service worker. It changes with every cached file, so that browsers update it."""
    languages = [language for language, _name in settings.LANGUAGES]
    site: dict[str, Any] = {
        "files": kept_files(),
        "offline": {language: reverse("offline", args=[language]) for language in languages},
        "static": settings.STATIC_URL,
    }
    script = static("js/worker.js")
    parts = [json.dumps(site), script, *(offline_page(language) for language in languages)]
    site["version"] = sha256("\0".join(parts).encode()).hexdigest()[:12]
    return f"self.SITE = {json.dumps(site)};\nimportScripts({json.dumps(script)});\n"
