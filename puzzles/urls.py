"""The addresses of everything that is played, drawn and looked back at."""

from django.urls import URLPattern, URLResolver, path

from .views import algorithms, course, draws, hints, home, play, progress, trace_tables

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("draw/", draws.draw, name="draw"),
    path("collections/<int:pk>/", draws.collection, name="collection"),
    path("play/<int:pk>/", play.play, name="play"),
    path("play/<int:pk>/moves/", play.play_moves, name="play_moves"),
    path("play/<int:pk>/hint/", hints.play_hint, name="play_hint"),
    path("play/<int:pk>/check/", hints.play_check, name="play_check"),
    path("play/<int:pk>/cell/", hints.play_cell, name="play_cell"),
    path("play/<int:pk>/simple/", hints.play_simple, name="play_simple"),
    path("play/<int:pk>/solution/", hints.play_solution, name="play_solution"),
    path("algorithms/<slug:algorithm>/", algorithms.viewer, name="viewer"),
    path("algorithms/<slug:algorithm>/trace/", algorithms.trace, name="trace"),
    path("algorithms/<slug:algorithm>/table/", trace_tables.trace_table, name="trace_table"),
    path("algorithms/<slug:algorithm>/predictions/", algorithms.predict, name="predict"),
    path("algorithms/<slug:algorithm>/give-up/", algorithms.give_up_and_watch, name="give_up_and_watch"),
    path("course/", course.course, name="course"),
    path("course/explorer/", course.explorer, name="explorer"),
    path("course/<slug:name>.py", course.worksheet_source, name="worksheet_source"),
    path("course/<slug:name>/", course.worksheet, name="worksheet"),
    path("history/", progress.history, name="history"),
    path("history/<int:pk>/", progress.replay, name="replay"),
    path("students/", progress.student_list, name="student_list"),
    path("students/<str:username>/", progress.student_history, name="student_history"),
    path("help/", home.help_page, name="help"),
]
