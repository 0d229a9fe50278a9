"""The addresses of practice: techniques, drills, storms, grids of the day and weekly goals."""

from django.urls import URLPattern, URLResolver, path, register_converter

from . import views
from .converters import DayConverter

app_name = "training"
register_converter(DayConverter, "day")

urlpatterns: list[URLPattern | URLResolver] = [
    path("practice/", views.practice_today, name="today"),
    path("practice/storm/", views.storm, name="storm"),
    path("practice/storm/run/", views.storm_run, name="storm_run"),
    path("practice/storm/answer/", views.storm_answer, name="storm_answer"),
    path("practice/storm/end/", views.storm_end, name="storm_end"),
    path("practice/goal/", views.goal, name="goal"),
    path("daily/", views.daily, name="daily"),
    path("daily/<int:tier>/", views.daily_play, name="daily_play"),
    path("classes/<int:pk>/daily/", views.class_daily, name="class_daily"),
    path("classes/<int:pk>/daily/<day:day>/", views.class_daily_step, name="class_daily_step"),
    path("practice/drill/", views.just_right, name="just_right"),
    path("techniques/", views.techniques, name="techniques"),
    path("techniques/<slug:name>/", views.technique, name="technique"),
    path("techniques/<slug:name>/drill/", views.drill, name="drill"),
    path("techniques/<slug:name>/drill/<int:pk>/", views.drill_step, name="drill_step"),
    path("techniques/<slug:name>/position/", views.position, name="position"),
]
