"""Looking back: the history, replays and reviews of a student; and grids on paper."""

from .asking import Fields, table_of

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/history/                                     GET      login   200     200     200     200     200     200
/history/{attempt}/                           GET      login   200     404     404     200     404     404
/history/{attempt}/practice/                  POST     login   302     404     404     404     404     404
/history/{solved}/practice/                   POST     login   302+    404     404     404     404     404
/history/{exam_done_attempt}/practice/        POST     login   302     404     404     404     404     404
/history/{attempt}/review/                    GET      login   404     404     404     404     404     404
/history/{solved}/                            GET      login   200     404     404     200     404     404
/history/{solved}/review/                     GET      login   200     404     404     200     404     404
/history/{homework_attempt}/                  GET      login   200     404     404     200     404     404
/history/{exam_attempt}/                      GET      login   404     302     404     200     404     404
/history/{exam_done_attempt}/                 GET      login   302     404     404     200     404     404
/history/{exam_done_attempt}/review/          GET      login   302     404     404     200     404     404
/students/                                    GET      login   403     403     403     302     302     302
/students/lea/                                GET      login   403     403     403     200     404     404
/sheets/                                      GET      login   200     200     200     200     200     200
/sheets/?collection={for_nobody}&numbers=1&answers=on
                                              GET      login   200     200     200     200     200     200
/sheets/pdf/?collection={for_everyone}&numbers=1
                                              GET      login   200     200     200     200     200     200
/sheets/{for_everyone}/1/                     GET      login   200     200     200     200     200     200
/sheets/{for_classes}/1/                      GET      login   200     200     404     200     404     404
/sheets/{for_nobody}/1/                       GET      login   404     404     404     200     404     404
""")

# What is posted, by a visitor who may with success.
FIELDS: dict[str, Fields] = {
    "/history/{attempt}/practice/": {"move": 0},
    "/history/{solved}/practice/": {"move": 0},
    "/history/{exam_done_attempt}/practice/": {"move": 0},
}
