"""The addresses of exercises and of the programs written for them."""

from django.urls import URLPattern, URLResolver, path

from .views import verdicts

app_name = "course"

urlpatterns: list[URLPattern | URLResolver] = [
    path("<slug:worksheet>/verdicts/", verdicts.verdicts, name="verdicts"),
    path("<slug:worksheet>/answers/", verdicts.answers, name="answers"),
    path("<slug:worksheet>/exercises/<slug:key>/reference/", verdicts.show_reference, name="show_reference"),
]
