"""Lesson packs, and the lessons that classes get from them."""

from .asking import Fields, table_of

GIVEN = {"classes": "{class}", "takes_place_on": "{today}", "due_on": "{today}", "token": "a" * 32}
ACTIVITY = {"title": "Read", "minutes": 5, "worksheet": "n_valide", "version": 1}
PACK = b'{"format": "sudokusite-lesson-pack", "version": 1, "title": "One", "summary": "", "activities": []}'

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/assignments/{homework}/duplicate/            GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/lessons/                                     GET      login   200     200     200     200     200     200
/lessons/{lesson}/                            GET      login   200     200     404     200     404     404
/lessons/{coming_lesson}/                     GET      login   404     404     404     200     404     404
/lessons/{lesson}/hand-out/                   POST     login   403     403     403     302+    404     404
/lessons/{lesson}/delete/                     POST     login   403     403     403     302+    404     404
/lessons/{lesson}/activities/1/done/          POST     login   403     403     403     302+    404     404
/lessons/{lesson}/activities/1/show/          POST     login   403     403     403     302+    404     404
/lessons/{lesson}/activities/99/show/         POST     login   403     403     403     404     404     404
/lessons/{lesson}/activities/99/done/         POST     login   403     403     403     404     404     404
/lessons/packs/from/{homework}/               POST     login   403     403     403     302+    404     404
/lessons/packs/new/                           GET      login   403     403     403     200     200     200
                                              POST     login   403     403     403     302+    302+    302+
/lessons/packs/import/                        GET      login   403     403     403     200     200     200
                                              POST     login   403     403     403     302+    302+    302+
/lessons/packs/td_iteratif/                   GET      login   403     403     403     200     200     200
                                              POST     login   403     403     403     302+    200     200
/lessons/packs/td_iteratif/edit/              GET,POST login   403     403     403     404     404     404
/lessons/packs/{pack}/                        GET,POST login   403     403     403     200     404     404
/lessons/packs/{shared_pack}/                 GET,POST login   403     403     403     200     200     200
/lessons/packs/{pack}/handout/                GET      login   403     403     403     200     404     404
/lessons/packs/{shared_pack}/handout/         GET      login   403     403     403     200     200     200
/lessons/packs/{pack}/file/                   GET      login   403     403     403     200     404     404
/lessons/packs/{pack}/copy/                   POST     login   403     403     403     302+    404     404
/lessons/packs/{shared_pack}/copy/            POST     login   403     403     403     302+    302+    302+
/lessons/packs/{pack}/edit/                   GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/lessons/packs/{shared_pack}/edit/            GET      login   403     403     403     404     200     404
                                              POST     login   403     403     403     404     302+    404
/lessons/packs/{pack}/delete/                 POST     login   403     403     403     302+    404     404
/lessons/packs/{shared_pack}/delete/          POST     login   403     403     403     404     302+    404
/lessons/packs/{pack}/activities/1/           GET      login   403     403     403     200     404     404
                                              POST     login   403     403     403     302+    404     404
/lessons/packs/{pack}/activities/2/up/        POST     login   403     403     403     302+    404     404
/lessons/packs/{shared_pack}/activities/2/remove/
                                              POST     login   403     403     403     404     302+    404
/lessons/packs/{pack}/activities/2/nothing/   POST     login   403     403     403     404     404     404
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/assignments/{homework}/duplicate/": {"name": "Again", "classes": "{second_class}"},
    "/lessons/{lesson}/activities/1/done/": {"done": "1"},
    "/lessons/packs/new/": {"title": "Mine"},
    "/lessons/packs/import/": {"file": PACK},
    "/lessons/packs/td_iteratif/": GIVEN,
    "/lessons/packs/{pack}/edit/": {"title": "Mine"},
    "/lessons/packs/{shared_pack}/edit/": {"title": "Ours"},
    "/lessons/packs/{pack}/activities/1/": ACTIVITY,
    "/lessons/packs/{pack}/activities/2/up/": {"version": 1},
    "/lessons/packs/{shared_pack}/activities/2/remove/": {"version": 1},
}
