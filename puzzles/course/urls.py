"""The addresses of exercises and of the programs written for them."""

from django.urls import URLPattern, URLResolver, path

from .views import exercises, verdicts
from .views.sandbox import sandbox

app_name = "course"

urlpatterns: list[URLPattern | URLResolver] = [
    path("<slug:worksheet>/exercises/", exercises.exercises, name="exercises"),
    path("<slug:worksheet>/exercises/<slug:key>/", exercises.exercise, name="exercise"),
    path("<slug:worksheet>/program/", exercises.program, name="program"),
    path("<slug:worksheet>/program/file/", exercises.program_file, name="program_file"),
    path("<slug:worksheet>/program/copies/<int:pk>/", exercises.program_copy, name="program_copy"),
    path("<slug:worksheet>/verdicts/", verdicts.verdicts, name="verdicts"),
    path("<slug:worksheet>/answers/", verdicts.answers, name="answers"),
    path("<slug:worksheet>/exercises/<slug:key>/reference/", verdicts.show_reference, name="show_reference"),
    path("sandbox/", sandbox, name="sandbox"),
]
