"""The addresses of exercises and of the programs written for them."""

from django.urls import URLPattern, URLResolver

app_name = "course"

urlpatterns: list[URLPattern | URLResolver] = []
