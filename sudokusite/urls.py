"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.views import login

from . import views

# The side bar repeats the index, and shifts the page when it opens.
admin.site.enable_nav_sidebar = False
admin.site.empty_value_display = "—"

urlpatterns = [
    # The admin has no login page of its own: ours counts failed logins.
    path("admin/login/", login.admin_login),
    path("admin/logout/", login.logout),
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts:password_change")),
    path("admin/r/<path:content_type_id>/<path:object_id>/", login.admin_shortcut),
    path("admin/", admin.site.urls),
    path("worker.js", views.worker, name="worker"),
    path("app/<str:language>.webmanifest", views.manifest, name="manifest"),
    path("offline/<str:language>/", views.offline_page, name="offline"),
    path("", include("accounts.urls")),
    path("", include("puzzles.home.urls")),
    path("", include("puzzles.library.urls")),
    path("", include("puzzles.play.urls")),
    path("", include("puzzles.assignments.urls")),
    path("", include("puzzles.rooms.urls")),
    path("", include("puzzles.lessons.urls")),
    path("", include("puzzles.course.urls")),
    path("", include("puzzles.training.urls")),
]
