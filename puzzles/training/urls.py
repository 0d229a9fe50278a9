"""The addresses of the technique pages and of their drills."""

from django.urls import URLPattern, URLResolver, path

from . import views

app_name = "training"

urlpatterns: list[URLPattern | URLResolver] = [
    path("practice/", views.practice_today, name="today"),
    path("practice/storm/", views.storm, name="storm"),
    path("practice/storm/run/", views.storm_run, name="storm_run"),
    path("practice/storm/answer/", views.storm_answer, name="storm_answer"),
    path("practice/storm/end/", views.storm_end, name="storm_end"),
    path("techniques/", views.techniques, name="techniques"),
    path("techniques/<slug:name>/", views.technique, name="technique"),
    path("techniques/<slug:name>/drill/", views.drill, name="drill"),
    path("techniques/<slug:name>/drill/<int:pk>/", views.drill_step, name="drill_step"),
    path("techniques/<slug:name>/position/", views.position, name="position"),
]
