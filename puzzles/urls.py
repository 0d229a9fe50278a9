"""The addresses of everything that is played, drawn and looked back at."""

from django.urls import URLPattern, URLResolver, path

from .views import home

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("help/", home.help_page, name="help"),
]
