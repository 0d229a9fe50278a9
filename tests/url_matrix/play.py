"""Grids: drawn, played, helped with, and looked back at by their player and her teachers."""

from .asking import Fields, table_of

PAGE = "0123456789abcdef"

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/                                             GET      login   200     200     200     200     200     200
/first-game/                                  GET      login   200     200     200     200     200     200
/first-game/grid/                             POST     login   302+    302     302+    302+    302+    302+
/draw/                                        POST     login   302+    302+    302     302+    302     302
/collections/{for_everyone}/                  GET      login   200     200     200     200     200     200
/collections/{for_classes}/                   GET      login   200     200     404     200     404     404
/collections/{for_nobody}/                    GET      login   404     404     404     200     404     404
/collections/{for_everyone}/sudoku.txt        GET      login   200     200     200     200     200     200
/collections/{for_classes}/sudoku.txt         GET      login   200     200     404     200     404     404
/collections/{for_nobody}/sudoku.txt          GET      login   404     404     404     200     404     404
/play/{attempt}/                              GET      login   200     404     404     404     404     404
/play/{attempt}/moves/                        POST     login   200+    404     404     404     404     404
/play/{attempt}/news/                         POST     login   204+    404     404     404     404     404
/play/{attempt}/hint/                         POST     login   302+    404     404     404     404     404
/play/{attempt}/check/                        POST     login   302+    404     404     404     404     404
/play/{attempt}/rewind/                       POST     login   302+    404     404     404     404     404
/play/{attempt}/cell/                         POST     login   302+    404     404     404     404     404
/play/{attempt}/right-digit/                  POST     login   302     404     404     404     404     404
/play/{put_away_attempt}/right-digit/         POST     login   302+    404     404     404     404     404
/play/{attempt}/simple/                       POST     login   302+    404     404     404     404     404
/play/{attempt}/solution/                     GET      login   200     404     404     404     404     404
                                              POST     login   302+    404     404     404     404     404
/play/{attempt}/set-aside/                    POST     login   302+    404     404     404     404     404
/play/{attempt}/take-up/                      POST     login   302+    404     404     404     404     404
/play/{attempt}/start-over/                   GET      login   200     404     404     404     404     404
                                              POST     login   302     404     404     404     404     404
/play/{played}/start-over/                    GET      login   200     404     404     404     404     404
                                              POST     login   302+    404     404     404     404     404
/play/{homework_attempt}/set-aside/           POST     login   302     404     404     404     404     404
/play/{homework_attempt}/start-over/          GET      login   200     404     404     404     404     404
                                              POST     login   302     404     404     404     404     404
/play/{attempt}/steps/                        POST     login   200+    404     404     404     404     404
/play/{attempt}/deduction/                    POST     login   200+    404     404     404     404     404
/play/{attempt}/path/                         GET      login   302     404     404     302     404     404
                                              POST     login   302+    404     404     404     404     404
/play/{solved}/                               GET      login   200     404     404     404     404     404
/play/{solved}/path/                          GET      login   200     404     404     200     404     404
                                              POST     login   302     404     404     302     404     404
/play/{homework_attempt}/                     GET      login   200     404     404     404     404     404
/play/{exam_attempt}/                         GET      login   404     200     404     404     404     404
/play/{exam_attempt}/moves/                   POST     login   404     200+    404     404     404     404
/play/{exam_attempt}/hint/                    POST     login   404     302     404     404     404     404
/play/{exam_attempt}/path/                    GET      login   404     302     404     302     404     404
                                              POST     login   404     302     404     404     404     404
/play/{exam_done_attempt}/                    GET      login   200     404     404     404     404     404
/play/{exam_done_attempt}/path/               GET      login   302     404     404     200     404     404
                                              POST     login   302     404     404     302     404     404
/history/{from_collection}/challenge/         GET      login   200     404     404     404     404     404
/history/{attempt}/challenge/                 GET      login   404     404     404     404     404     404
/challenge/{challenge}/                       GET      login   200     200     200     200     200     200
                                              POST     login   302     302+    302+    302+    302+    302+
/challenge/{attempt}/                         GET,POST login   404     404     404     404     404     404
/settings/board/                              GET      login   200     200     200     200     200     200
                                              POST     login   302+    302+    302+    302+    302+    302+
/settings/techniques/                         GET      login   200     200     200     200     200     200
                                              POST     login   302+    302+    302+    302+    302+    302+
/help/                                        GET      login   200     200     200     200     200     200
/help/words/                                  GET      login   200     200     200     200     200     200
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/draw/": {"collection": "{for_classes}"},
    "/play/{attempt}/moves/": {"client": PAGE, "version": 0, "ops": "1 1.{cell}.d.{digit}.500"},
    "/play/{attempt}/news/": {"version": 0, "visible": "on"},
    "/play/{attempt}/cell/": {"version": 0, "cell": "{cell}"},
    "/play/{attempt}/right-digit/": {"cell": "{cell}"},
    "/play/{put_away_attempt}/right-digit/": {"cell": "{put_away_cell}"},
    "/play/{attempt}/deduction/": {"version": 0, "cell": "{cell}", "digit": "{digit}", "places": "1"},
    "/play/{attempt}/hint/": {"version": 0},
    "/play/{attempt}/check/": {"version": 0},
    "/play/{attempt}/rewind/": {"version": 0},
    "/play/{attempt}/simple/": {"version": 0},
    "/play/{attempt}/solution/": {"version": 0},
    "/play/{attempt}/steps/": {"version": 0},
    "/play/{exam_attempt}/moves/": {"client": PAGE, "version": 0, "ops": "1 1.0.d.1.500"},
    "/play/{exam_attempt}/hint/": {"version": 0},
    "/settings/board/": {"left_hand": "on"},
    "/settings/techniques/": {"on": "naked_single"},
}
