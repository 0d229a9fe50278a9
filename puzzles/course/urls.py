"""The addresses of exercises and of the programs written for them."""

from django.urls import URLPattern, URLResolver, path

from .views.sandbox import sandbox

app_name = "course"

urlpatterns: list[URLPattern | URLResolver] = [
    path("sandbox/", sandbox, name="sandbox"),
]
