"""Exercises of the course: given, handed in, read, judged; and when the reference solutions open."""

from .asking import Fields, table_of

# Braces are doubled, as names of the cast are filled in.
FOUND = '[{{"exercise": "bloc", "verdict": "passed"}}]'

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/classes/{class}/exercises/new/               GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/classes/{class}/reference/                   GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{exercises}/                     GET      login   403     403     403     200     404     404
/assignments/{exercises}/exercises/           GET      login   403     403     403     200     404     404
/assignments/{exercises_draft}/edit/          GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/assignments/{exercises_draft}/redraw/        POST     login   403     403     403     404     404     404
/course/assignments/{exercises}/news/         GET      login   403     403     403     200     404     404
/course/assignments/{exercises}/judge/        GET      login   403     403     403     200     404     404
/course/assignments/{exercises}/files/        GET      login   403     403     403     200     404     404
/given/{exercises}/                           GET      login   200     200     404     404     404     404
/given/{exercises}/hand-in/                   GET      login   302     302     404     404     404     404
                                              POST     login   302     302     404     404     404     404
/course/work/{exercises}/file/                POST     login   302+    302+    404     403     403     403
/course/submissions/{submission}/             GET      login   200     404     404     200     404     404
/course/submissions/{submission}/file/        GET      login   200     404     404     200     404     404
/course/submissions/{submission}/comment/     POST     login   403     403     403     302+    404     404
/course/submissions/{submission}/verdicts/    POST     login   403     403     403     204+    404     404
/course/submissions/{submission}/own-verdicts/ POST    login   204+    404     404     403     403     403
/course/mini_projet/verdicts/                 POST     login   200+    200+    200+    200+    200+    200+
/course/mini_projet/exercises/bloc/seen/      POST     login   204     204+    204+    204+    204+    204+
/course/mini_projet/exercises/bloc/hand-in/   POST     login   302+    302+    302+    302+    302+    302+
/course/mini_projet/exercises/bloc/reference/ POST     login   302     302     302     302     302     302
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/classes/{class}/exercises/new/": {"name": "New", "worksheet": "tutoriel"},
    "/classes/{class}/reference/": {"opens": "never"},
    "/assignments/{exercises_draft}/edit/": {"name": "Other", "worksheet": "tutoriel"},
    "/course/work/{exercises}/file/": {"file": b"S = [1]"},
    "/course/submissions/{submission}/comment/": {"text": "Well done."},
    "/course/submissions/{submission}/verdicts/": {"verdicts": FOUND},
    "/course/submissions/{submission}/own-verdicts/": {"verdicts": FOUND},
    "/course/mini_projet/exercises/bloc/hand-in/": {"text": "S = [1]"},
    "/course/mini_projet/verdicts/": {"verdicts": FOUND},
}
