"""The addresses of accounts and classes."""

from django.urls import URLPattern, URLResolver, include, path

from .views import classes, codes, former_students, lessons, login, members, privacy, settings

app_name = "accounts"

account_patterns = [
    path("language/", settings.set_language, name="set_language"),
    path("login/", login.login, name="login"),
    path("login/card/", login.login_card, name="login_card"),
    path("login/code/", login.login_code, name="login_code"),
    path("logout/", login.logout, name="logout"),
    path("logout/elsewhere/", settings.logout_elsewhere, name="logout_elsewhere"),
    path("data/", privacy.privacy_mine, name="privacy_mine"),
    path("data/file/", privacy.privacy_mine_json, name="privacy_mine_json"),
    path("data/page/", privacy.privacy_mine_copy, name="privacy_mine_copy"),
    path("data/page/<str:username>/", privacy.account_copy, name="account_copy"),
    path("data/file/<str:username>/", privacy.account_data, name="account_data"),
    path("delete/", privacy.privacy_delete, name="privacy_delete"),
    path("deleted/", privacy.privacy_deleted, name="privacy_deleted"),
    path("password/", settings.password_change, name="password_change"),
    path("privacy/", privacy.privacy_notice, name="privacy_notice"),
    path("privacy/register/", privacy.privacy_register_sheet, name="privacy_register_sheet"),
    path("settings/", settings.settings_page, name="settings"),
    path("setup/", login.setup, name="setup"),
    path("theme/", settings.set_theme, name="set_theme"),
]

class_patterns = [
    path("", classes.class_list, name="class_list"),
    path("join/", codes.class_join, name="class_join"),
    path("former/<str:username>/", former_students.former_student, name="former_student"),
    path(
        "former/<str:username>/delete/", former_students.former_student_delete, name="former_student_delete"
    ),
    path("<int:pk>/", classes.class_page, name="class_page"),
    path("<int:pk>/access/", classes.class_access, name="class_access"),
    path("<int:pk>/activity/", classes.class_activity, name="class_activity"),
    path("<int:pk>/add/", classes.class_add, name="class_add"),
    path("<int:pk>/archive/", classes.class_archive, name="class_archive"),
    path("<int:pk>/card-codes/", classes.class_card_codes, name="class_card_codes"),
    path("<int:pk>/cards/", classes.class_cards, name="class_cards"),
    path("<int:pk>/cards/<int:number>/", classes.class_card_sheet, name="class_card_sheet"),
    path("<int:pk>/codes/", codes.class_codes, name="class_codes"),
    path("<int:pk>/codes/revoke/", codes.class_codes_revoke, name="class_codes_revoke"),
    path("<int:pk>/join-code/", classes.class_join_code, name="class_join_code"),
    path("<int:pk>/name/", classes.class_rename, name="class_rename"),
    path("<int:pk>/pause/", classes.class_pause, name="class_pause"),
    path("<int:pk>/restore/", classes.class_restore, name="class_restore"),
    path("<int:pk>/settings/", classes.class_settings, name="class_settings"),
    path("<int:pk>/practice/", classes.class_practice, name="class_practice"),
    path("<int:pk>/teachers/", classes.teacher_add, name="teacher_add"),
    path("<int:pk>/teachers/<str:username>/rights/", classes.teacher_rights, name="teacher_rights"),
    path("<int:pk>/teachers/<str:username>/remove/", classes.teacher_remove, name="teacher_remove"),
    path("<int:pk>/members/<str:username>/", members.member, name="member"),
    path("<int:pk>/members/<str:username>/account/", members.member_account, name="member_account"),
    path("<int:pk>/members/<str:username>/card/", members.member_card, name="member_card"),
    path("<int:pk>/members/<str:username>/card-code/", members.member_card_code, name="member_card_code"),
    path("<int:pk>/members/<str:username>/data/", privacy.member_data, name="member_data"),
    path("<int:pk>/members/<str:username>/data/page/", privacy.member_copy, name="member_copy"),
    path("<int:pk>/members/<str:username>/delete/", privacy.member_delete, name="member_delete"),
    path("<int:pk>/members/<str:username>/move/", members.member_move, name="member_move"),
    path("<int:pk>/members/<str:username>/remove/", members.member_remove, name="member_remove"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include(account_patterns)),
    path("lesson/", lessons.lesson, name="lesson"),
    path("lesson/hand/", lessons.hand, name="hand"),
    path("classes/", include(class_patterns)),
]
