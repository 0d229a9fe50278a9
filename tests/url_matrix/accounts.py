"""Accounts: coming in and going out, what is stored about a person, and one's settings."""

from .asking import Fields, table_of

NEW = "four corners of a grid"

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/lesson/                                      GET      login   200     200     200     403     403     403
/lesson/hand/                                 POST     login   302+    302+    302+    403     403     403
/accounts/login/                              GET      200     302     302     302     302     302     302
                                              POST     302+    302     302     302     302     302     302
                                              else     405     405     405     405     405     405     405
/accounts/login/code/                         GET      200     200     200     200     200     200     200
                                              POST     302+    200     200     200     200     200     200
                                              else     405     405     405     405     405     405     405
/accounts/login/card/                         GET      200     200     200     200     200     200     200
                                              POST     302+    200     200     200     200     200     200
                                              else     405     405     405     405     405     405     405
/accounts/logout/                             GET,else 405     405     405     405     405     405     405
                                              POST     302     302     302     302     302     302     302
/accounts/logout/elsewhere/                   POST     login   302+    302+    302+    302+    302+    302+
/accounts/language/                           GET,else 405     405     405     405     405     405     405
                                              POST     302     302+    302+    302+    302+    302+    302+
/accounts/theme/                              GET,else 405     405     405     405     405     405     405
                                              POST     302     302+    302+    302+    302+    302+    302+
/accounts/setup/                              GET,POST 302     302     302     302     302     302     302
                                              else     405     405     405     405     405     405     405
/accounts/password/                           GET      login   200     200     200     200     200     200
                                              POST     login   302+    302+    302+    302+    302+    302+
/accounts/settings/                           GET      login   200     200     200     200     200     200
                                              POST     login   302+    302+    302+    302+    302+    302+
/accounts/privacy/                            GET      200     200     200     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/accounts/privacy/register/                   GET      login   403     403     403     200     200     200
/accounts/data/                               GET      login   200     200     200     200     200     200
/accounts/data/file/                          GET      login   200     200     200     200     200     200
/accounts/data/page/                          GET      login   200     200     200     200     200     200
/accounts/data/file/lea/                      GET      login   404     404     404     404     404     200
/accounts/data/page/lea/                      GET      login   404     404     404     404     404     200
/accounts/delete/                             GET      login   200     200     200     200     200     200
                                              POST     login   302+    302+    302+    302+    409+    409+
/accounts/deleted/                            GET      200     200     200     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/lesson/hand/": {"on": "1"},
    "/accounts/login/": {"username": "lea", "password": "{password}"},
    "/accounts/login/card/": {"code": "{card_code}"},
    "/accounts/login/code/": {"code": "{login_code}"},
    "/accounts/language/": {"language": "fr"},
    "/accounts/theme/": {"theme": "dark"},
    "/accounts/setup/": {"token": "{token}", "username": "first", "password1": NEW, "password2": NEW},
    "/accounts/password/": {"old_password": "{password}", "new_password1": NEW, "new_password2": NEW},
    "/accounts/settings/": {"language": "fr"},
    "/accounts/delete/": {"password": "{password}"},
}
