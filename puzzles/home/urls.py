"""URLs of the home pages, the histories and the help page."""

from django.urls import URLPattern, URLResolver, path

from .views import history, home

app_name = "home"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("digest/", home.digest, name="digest"),
    path("history/", history.history, name="history"),
    path("students/", history.student_list, name="student_list"),
    path("students/<str:username>/", history.student_history, name="student_history"),
    path("help/", home.help_page, name="help"),
    path("help/words/", home.glossary_page, name="glossary"),
]
