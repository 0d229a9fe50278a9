"""Grids that people bring themselves, and those shared by their address."""

from .asking import Fields, table_of

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/grids/                                       GET      login   200     200     200     200     200     200
/grids/?grid={attempt_grid}                   GET      login   403     403     200     200     200     200
/grids/check/                                 POST     login   200     403     200     200     200     200
/grids/play/                                  POST     login   302+    403     302+    302+    302+    302+
/grids/keep/                                  POST     login   302+    403     302+    302+    302+    302+
/grids/make/                                  POST     login   302+    302     302+    302+    302+    302+
/grids/{own_grid}/remove/                     POST     login   302+    404     404     404     404     404
/grids/{free_grid}/                           GET      200     200     403     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/grids/{free_grid}/path/                      GET      login   200     403     200     200     200     200
                                              POST     login   302     403     302     302     302     302
/grids/{attempt_grid}/                        GET      200     200     403     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/grids/{attempt_grid}/path/                   GET      login   403     403     200     200     200     200
                                              POST     login   403     403     302     302     302     302
/grids/{exam_grid}/                           GET      200     200     403     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/grids/{exam_grid}/path/                      GET      login   200     403     200     200     200     200
                                              POST     login   302     403     302     302     302     302
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/grids/check/": {"grid": "{free_grid}"},
    "/grids/play/": {"grid": "{free_grid}"},
    "/grids/keep/": {"grid": "{free_grid}", "name": "Mine"},
    "/grids/make/": {"tier": 1},
}
