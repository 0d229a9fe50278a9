"""The addresses of everything about accounts."""

from django.urls import URLPattern, URLResolver, path

from .views import accounts, classes

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", accounts.set_language, name="set_language"),
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("password/", accounts.password_change, name="password_change"),
    path("settings/", accounts.settings_page, name="settings"),
    path("setup/", accounts.setup, name="setup"),
]

class_patterns: list[URLPattern | URLResolver] = [
    path("", classes.class_list, name="class_list"),
    path("<int:pk>/", classes.class_page, name="class_page"),
    path("<int:pk>/add/", classes.class_add, name="class_add"),
    path("<int:pk>/cards/", classes.class_cards, name="class_cards"),
    path("<int:pk>/archive/", classes.class_archive, name="class_archive"),
    path("<int:pk>/restore/", classes.class_restore, name="class_restore"),
    path("<int:pk>/members/<str:username>/", classes.member, name="member"),
    path("<int:pk>/members/<str:username>/card/", classes.member_card, name="member_card"),
    path("<int:pk>/members/<str:username>/move/", classes.member_move, name="member_move"),
    path("<int:pk>/members/<str:username>/release/", classes.member_release, name="member_release"),
]
