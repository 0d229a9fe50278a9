"""The admin, and in it accounts, classes, members and the background tasks."""

from .asking import Fields, table_of

NO_MEMBERS = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/admin/                                       any      login   login   login   login   200     200     200
/admin/login/                                 GET      login   403     403     403     403     403     403
                                              POST,else 405     405     405     405     405     405     405
/admin/logout/                                GET,else 405     405     405     405     405     405     405
                                              POST     302     302     302     302     302     302     302
/admin/password_change/                       any      login   302     302     302     302     302     302
/admin/password_change/done/                  GET      login   login   login   login   200     200     200
                                              POST     login   login   login   login   405     405     405
                                              else     login   login   login   login   405/200 405/200 405/200
/admin/autocomplete/?app_label=accounts&model_name=membership&field_name=student
                                              GET      login   login   login   login   200     200     200
                                              POST     login   login   login   login   405     405     405
                                              else     login   login   login   login   405/200 405/200 405/200
/admin/jsi18n/                                GET      login   login   login   login   200     200     200
                                              POST     login   login   login   login   405     405     405
                                              else     login   login   login   login   405/200 405/200 405/200
/admin/r/{Collection_type}/{for_nobody}/      any      login   404     404     404     404     404     404
/admin/accounts/                              any      login   login   login   login   200     200     200
/admin/library/                               any      login   login   login   login   200     200     200
/admin/django_tasks_database/                 any      login   login   login   login   404     404     200
/admin/nothing/                               any      login   login   login   login   404     404     404
/admin/accounts/user/students/                GET,else login   login   login   login   200     200     200
                                              POST     login   login   login   login   302+    200     302+
/admin/accounts/user/cards/{card_sheet}/      GET      login   login   login   login   410     410     410
                                              POST,else login  login   login   login   405     405     405
/admin/accounts/user/{student_pk}/reset/      GET,else login   login   login   login   200     404     200
                                              POST     login   login   login   login   302+    404     302+
/admin/accounts/user/{student_pk}/unlock/     GET,else login   login   login   login   405     405     405
                                              POST     login   login   login   login   302+    404     302+
/admin/accounts/user/{outside_pk}/reset/      GET,else login   login   login   login   404     200     200
                                              POST     login   login   login   login   404     302+    302+
/admin/accounts/user/                         GET,else login   login   login   login   200     200     200
                                              POST     login   login   login   login   302+    302     302+
/admin/accounts/user/add/                     GET,else login   login   login   login   302     302     200
                                              POST     login   login   login   login   302     302     302+
/admin/accounts/user/{student_pk}/            any      login   login   login   login   302     302     302
/admin/accounts/user/{student_pk}/change/     GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   302+    302     302+
/admin/accounts/user/{student_pk}/history/    any      login   login   login   login   200     302     200
/admin/accounts/user/{student_pk}/delete/     GET,else login   login   login   login   403     403     200
                                              POST     login   login   login   login   403     403     302+
/admin/accounts/user/{teacher_pk}/change/     GET,else login   login   login   login   302     302     200
                                              POST     login   login   login   login   302     302     302+
/admin/accounts/user/{admin_pk}/change/       GET,else login   login   login   login   302     302     200
                                              POST     login   login   login   login   302     302     302+
/admin/accounts/classroom/                    GET,else login   login   login   login   200     200     200
                                              POST     login   login   login   login   302+    302     302+
/admin/accounts/classroom/add/                GET,else login   login   login   login   200     200     200
                                              POST     login   login   login   login   302+    302+    302+
/admin/accounts/classroom/{class}/            any      login   login   login   login   302     302     302
/admin/accounts/classroom/{class}/change/     GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   302+    302     302+
/admin/accounts/classroom/{class}/history/    any      login   login   login   login   200     302     200
/admin/accounts/classroom/{class}/delete/     GET,else login   login   login   login   403     403     200
                                              POST     login   login   login   login   403     403     200
/admin/accounts/classroom/{put_away_class}/delete/
                                              GET,else login   login   login   login   403     403     200
                                              POST     login   login   login   login   403     403     302+
/admin/accounts/membership/                   GET,else login   login   login   login   200     200     200
                                              POST     login   login   login   login   302+    302     302+
/admin/accounts/membership/add/               GET,else login   login   login   login   200     200     200
                                              POST     login   login   login   login   302+    200     302+
/admin/accounts/membership/{membership}/      any      login   login   login   login   302     302     302
/admin/accounts/membership/{membership}/change/
                                              GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   302+    302     302+
/admin/accounts/membership/{membership}/history/
                                              any      login   login   login   login   200     302     200
/admin/accounts/membership/{membership}/delete/
                                              GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   302+    302     302+
/admin/django_tasks_database/dbtaskresult/    any      login   login   login   login   403     403     200
/admin/django_tasks_database/dbtaskresult/add/
                                              any      login   login   login   login   403     403     403
/admin/django_tasks_database/dbtaskresult/{task}/
                                              any      login   login   login   login   302     302     302
/admin/django_tasks_database/dbtaskresult/{task}/change/
                                              GET,else login   login   login   login   403     403     200
                                              POST     login   login   login   login   403     403     403
/admin/django_tasks_database/dbtaskresult/{task}/history/
                                              any      login   login   login   login   403     403     200
/admin/django_tasks_database/dbtaskresult/{task}/delete/
                                              any      login   login   login   login   403     403     403
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/admin/accounts/user/students/": {"classroom": "{class}", "kind": "real", "names": "Nina Noir"},
    "/admin/accounts/user/{student_pk}/reset/": {"sure": "yes"},
    "/admin/accounts/user/{outside_pk}/reset/": {"sure": "yes"},
    "/admin/accounts/user/": {"action": "unlock", "_selected_action": "{student_pk}"},
    "/admin/accounts/user/add/": {"username": "nina", "role": "student"},
    "/admin/accounts/user/{student_pk}/change/": {
        "username": "lea",
        "role": "student",
        "is_active": "on",
        "extra_time": "1.5",
    },
    "/admin/accounts/user/{teacher_pk}/change/": {
        "username": "mme.martin",
        "role": "teacher",
        "is_active": "on",
        "extra_time": "1",
    },
    "/admin/accounts/user/{admin_pk}/change/": {"username": "admin", "extra_time": "1"},
    "/admin/accounts/user/{student_pk}/delete/": {"post": "yes", "typed": "lea"},
    "/admin/accounts/classroom/": {"action": "archive", "_selected_action": "{second_class}"},
    "/admin/accounts/classroom/add/": {"name": "4e A", "teachers": "{teacher_pk}", **NO_MEMBERS},
    "/admin/accounts/classroom/{class}/change/": {"name": "4e A", "teachers": "{teacher_pk}", **NO_MEMBERS},
    "/admin/accounts/classroom/{class}/delete/": {"post": "yes", "typed": "6e B"},
    "/admin/accounts/classroom/{put_away_class}/delete/": {"post": "yes", "typed": "6e D"},
    "/admin/accounts/membership/": {
        "action": "delete_selected",
        "_selected_action": "{membership}",
        "post": "yes",
    },
    "/admin/accounts/membership/add/": {"classroom": "{second_class}", "student": "{student_pk}"},
    "/admin/accounts/membership/{membership}/change/": {
        "classroom": "{class}",
        "family_name": "Petit",
        "given_name": "Léa",
    },
    "/admin/accounts/membership/{membership}/delete/": {"post": "yes"},
    "/admin/django_tasks_database/dbtaskresult/{task}/delete/": {"post": "yes"},
}
