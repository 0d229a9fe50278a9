"""The addresses of the technique pages."""

from django.urls import URLPattern, URLResolver, path

from . import views

app_name = "training"

urlpatterns: list[URLPattern | URLResolver] = [
    path("techniques/", views.techniques, name="techniques"),
    path("techniques/<slug:name>/", views.technique, name="technique"),
]
