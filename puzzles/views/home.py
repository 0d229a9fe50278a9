"""The first page, and the page that says how things are done here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html")


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "help.html")
