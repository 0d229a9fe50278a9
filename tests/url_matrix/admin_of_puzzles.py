"""The admin's library: collections, their grids, the files they come from, and new grids."""

from .asking import Fields, table_of

RULES = {"hint_rung": 4, "checking": "on", "auto_notes": "on", "partial_cells": 20, "solution": "any_time"}

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/admin/course/submission/                     any      login   login   login   login   403     403     200
/admin/course/submission/add/                 any      login   login   login   login   403     403     403
/admin/course/submission/{submission}/        any      login   login   login   login   302     302     302
/admin/course/submission/{submission}/change/ GET,else login   login   login   login   403     403     200
                                              POST     login   login   login   login   403     403     403
/admin/course/submission/{submission}/history/
                                              any      login   login   login   login   403     403     200
/admin/course/submission/{submission}/delete/ any      login   login   login   login   403     403     403
/admin/course/exerciseprogress/               any      login   login   login   login   403     403     200
/admin/course/exerciseprogress/add/           any      login   login   login   login   403     403     403
/admin/course/exerciseprogress/{exercise_progress}/
                                              any      login   login   login   login   302     302     302
/admin/course/exerciseprogress/{exercise_progress}/change/
                                              GET,else login   login   login   login   403     403     200
                                              POST     login   login   login   login   403     403     403
/admin/course/exerciseprogress/{exercise_progress}/history/
                                              any      login   login   login   login   403     403     200
/admin/course/exerciseprogress/{exercise_progress}/delete/
                                              any      login   login   login   login   403     403     403
/admin/course/bugfind/                        any      login   login   login   login   403     403     200
/admin/course/bugfind/add/                    any      login   login   login   login   403     403     403
/admin/course/bugfind/{bug_find}/
                                              any      login   login   login   login   302     302     302
/admin/course/bugfind/{bug_find}/change/
                                              GET,else login   login   login   login   403     403     200
                                              POST     login   login   login   login   403     403     403
/admin/course/bugfind/{bug_find}/history/
                                              any      login   login   login   login   403     403     200
/admin/course/bugfind/{bug_find}/delete/
                                              any      login   login   login   login   403     403     403
/admin/library/collection/                    GET,else login   login   login   login   200     200     200
                                              POST     login   login   login   login   302+    302     302+
/admin/library/collection/add/                any      login   login   login   login   403     403     403
/admin/library/collection/{for_everyone}/     any      login   login   login   login   302     302     302
/admin/library/collection/{for_everyone}/change/
                                              GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   302+    302     302+
/admin/library/collection/{for_everyone}/history/
                                              any      login   login   login   login   200     302     200
/admin/library/collection/{for_everyone}/delete/
                                              GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   302+    302     302+
/admin/library/entry/                         any      login   login   login   login   200     200     200
/admin/library/entry/add/                     any      login   login   login   login   403     403     403
/admin/library/entry/{entry}/                 any      login   login   login   login   302     302     302
/admin/library/entry/{entry}/change/          GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   403     403     403
/admin/library/entry/{entry}/history/         any      login   login   login   login   200     302     200
/admin/library/entry/{entry}/delete/          any      login   login   login   login   403     403     403
/admin/library/puzzleimport/                  any      login   login   login   login   200     200     200
/admin/library/puzzleimport/add/              any      login   login   login   login   403     403     403
/admin/library/puzzleimport/{import_done}/    any      login   login   login   login   302     302     302
/admin/library/puzzleimport/{import_done}/change/
                                              GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   403     403     403
/admin/library/puzzleimport/{import_done}/history/
                                              any      login   login   login   login   200     302     200
/admin/library/puzzleimport/{import_done}/delete/
                                              any      login   login   login   login   403     403     403
/admin/library/puzzlegeneration/              any      login   login   login   login   200     200     200
/admin/library/puzzlegeneration/add/          any      login   login   login   login   403     403     403
/admin/library/puzzlegeneration/{order}/      any      login   login   login   login   302     302     302
/admin/library/puzzlegeneration/{order}/change/
                                              GET,else login   login   login   login   200     302     200
                                              POST     login   login   login   login   403     403     403
/admin/library/puzzlegeneration/{order}/history/
                                              any      login   login   login   login   200     302     200
/admin/library/puzzlegeneration/{order}/delete/
                                              any      login   login   login   login   403     403     403
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/admin/library/collection/": {
        "action": "delete_selected",
        "_selected_action": "{for_everyone}",
        "post": "yes",
    },
    "/admin/library/collection/{for_everyone}/change/": {"name": "Mine", "audience": "nobody", **RULES},
    "/admin/library/collection/{for_everyone}/delete/": {"post": "yes"},
    "/admin/library/entry/{entry}/delete/": {"post": "yes"},
    "/admin/library/puzzleimport/{import_done}/delete/": {"post": "yes"},
}
