"""A teacher's grids: collections, files that come in, new grids."""

from .admin_of_puzzles import RULES
from .asking import Fields, table_of

FILE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/library/                                     GET      login   403     403     403     200     200     200
/library/{for_everyone}/                      GET      login   403     403     403     200     200     200
/library/{for_classes}/                       GET      login   403     403     403     200     404     200
/library/{for_nobody}/                        GET      login   403     403     403     200     404     200
/library/{for_everyone}/settings/             GET      login   403     403     403     200     404     200
                                              POST     login   403     403     403     302+    404     302+
/library/{for_everyone}/delete/               GET      login   403     403     403     200     404     200
                                              POST     login   403     403     403     302+    404     302+
/library/{for_everyone}/grids/1/              GET      login   403     403     403     200     200     200
/library/{for_nobody}/grids/1/                GET      login   403     403     403     200     404     200
/library/{for_everyone}/grids/1/remove/       POST     login   403     403     403     302+    404     302+
/library/imports/                             GET      login   403     403     403     200     200     200
/library/imports/new/                         GET      login   403     403     403     200     200     200
                                              POST     login   403     403     403     302+    302+    302+
/library/imports/{import_done}/               GET      login   403     403     403     200     404     200
/library/imports/{import_done}/progress/      GET      login   403     403     403     286     404     286
/library/imports/{import_waiting}/progress/?batches=0
                                              GET      login   403     403     403     204     404     204
/library/imports/{import_done}/graded/        GET      login   403     403     403     286     404     286
/library/imports/{import_done}/report.csv     GET      login   403     403     403     200     404     200
/library/new-grids/                           GET      login   403     403     403     200     200     200
/library/new-grids/new/                       GET      login   403     403     403     200     200     200
                                              POST     login   403     403     403     302+    302+    302+
/library/new-grids/{order}/                   GET      login   403     403     403     200     404     200
/library/new-grids/{order}/progress/          GET      login   403     403     403     200     404     200
/library/new-grids/{order}/progress/?tries=0  GET      login   403     403     403     204     404     204
/library/new-grids/{order}/stop/              POST     login   403     403     403     302+    404     302+
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/library/{for_everyone}/settings/": {"name": "Mine", "audience": "nobody", **RULES},
    "/library/{for_everyone}/delete/": {"name": "For everyone"},
    "/library/imports/new/": {"file": FILE, "name": "New", "audience": "everyone", **RULES},
    "/library/new-grids/new/": {"tier": 2, "count": 3, "seed": "s", "audience": "everyone"},
}
