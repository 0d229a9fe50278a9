"""The addresses of everything about accounts."""

from django.urls import URLPattern, URLResolver, path

from . import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", views.set_language, name="set_language"),
    path("login/", views.login, name="login"),
    path("logout/", views.logout, name="logout"),
    path("password/", views.password_change, name="password_change"),
    path("settings/", views.settings_page, name="settings"),
    path("setup/", views.setup, name="setup"),
]
