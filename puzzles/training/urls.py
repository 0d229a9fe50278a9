"""The addresses of practice: techniques, drills, storms, grids of the day and weekly goals."""

from django.urls import URLPattern, URLResolver, path, register_converter

from .converters import DayConverter
from .views import daily, drills, goals, storm, techniques

app_name = "training"
register_converter(DayConverter, "day")

urlpatterns: list[URLPattern | URLResolver] = [
    path("practice/", techniques.practice_today, name="today"),
    path("practice/storm/", storm.storm, name="storm"),
    path("practice/storm/run/", storm.storm_run, name="storm_run"),
    path("practice/storm/answer/", storm.storm_answer, name="storm_answer"),
    path("practice/storm/end/", storm.storm_end, name="storm_end"),
    path("practice/goal/", goals.goal, name="goal"),
    path("daily/", daily.daily, name="daily"),
    path("daily/<int:tier>/", daily.daily_play, name="daily_play"),
    path("classes/<int:pk>/daily/", daily.class_daily, name="class_daily"),
    path("classes/<int:pk>/daily/<day:day>/", daily.class_daily_step, name="class_daily_step"),
    path("practice/drill/", drills.just_right, name="just_right"),
    path("techniques/", techniques.techniques, name="techniques"),
    path("techniques/<slug:name>/", techniques.technique, name="technique"),
    path("techniques/<slug:name>/drill/", drills.drill, name="drill"),
    path("techniques/<slug:name>/drill/<int:pk>/", drills.drill_step, name="drill_step"),
    path("techniques/<slug:name>/position/", techniques.position, name="position"),
]
