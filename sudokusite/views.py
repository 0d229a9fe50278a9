"""The installable app: manifest, service worker, offline page. None contains personal data."""

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe

from accounts.requests import poll

from . import offline

HOUR_S = 3600
# Page and panel of static/css/tokens.css: the window before the page is loaded.
LIGHT = {"background_color": "#f5f4f1", "theme_color": "#ffffff"}
DARK = {"background_color": "#12151b", "theme_color": "#1a1f28"}


@require_safe
@login_not_required
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """The web app manifest; `theme=dark` for dark colours."""
    _known(language)
    colours = DARK if request.GET.get("theme") == "dark" else LIGHT
    with translation.override(language):
        text = json.dumps(_manifest(language) | colours, ensure_ascii=False)
    response = HttpResponse(text, content_type="application/manifest+json")
    patch_cache_control(response, public=True, max_age=HOUR_S)
    return response


def _manifest(language: str) -> dict[str, Any]:
    return {
        # The same app in every language and colour.
        "id": "/",
        "name": "Sudokusite",
        "short_name": "Sudokusite",
        "description": _("Sudoku, and how it is solved."),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "categories": ["education", "games"],
        "icons": [
            _icon("icon.svg", "any", "image/svg+xml"),
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            _icon("maskable-512.png", "512x512") | {"purpose": "maskable"},
        ],
    }


def _icon(name: str, sizes: str, kind: str = "image/png") -> dict[str, str]:
    return {"src": static(f"icons/{name}"), "sizes": sizes, "type": kind}


@lru_cache(maxsize=1)
def _kept_worker() -> tuple[str, str]:
    source = offline.worker_source()
    return source, f'"{sha256(source.encode()).hexdigest()[:16]}"'


def worker_and_tag() -> tuple[str, str]:
    """The worker's script and its entity tag; computed once, except while developing."""
    if settings.DEBUG:
        _kept_worker.cache_clear()
    return _kept_worker()


@require_safe
@login_not_required
@poll
@condition(etag_func=lambda _request: worker_and_tag()[1])
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, at the root because its scope is the folder it is served from.

    Browsers ask for it after each page: usually only the tag is compared.
    """
    response = HttpResponse(worker_and_tag()[0], content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, public=True, no_cache=True)
    return response


@require_safe
@login_not_required
def offline_page(_request: HttpRequest, language: str) -> HttpResponse:
    """The page that the worker shows when another cannot be fetched."""
    _known(language)
    response = HttpResponse(offline.offline_page(language))
    response["Content-Language"] = language
    patch_cache_control(response, public=True, no_cache=True)
    return response


def _known(language: str) -> None:
    if language not in dict(settings.LANGUAGES):
        raise Http404
