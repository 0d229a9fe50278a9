"""The addresses of the technique pages."""

from django.urls import URLPattern, URLResolver, path

from .views import techniques

app_name = "training"

urlpatterns: list[URLPattern | URLResolver] = [
    path("techniques/", techniques.techniques, name="techniques"),
    path("techniques/<slug:name>/", techniques.technique, name="technique"),
]
