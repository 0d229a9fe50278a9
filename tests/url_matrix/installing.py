"""The site as an app that can be installed, and the isolated frame: the same for everybody."""

from .asking import Fields, table_of

TABLE = table_of("""
address                                       method   nobody  student mate    outside teacher other   admin
/worker.js                                    GET      200     200     200     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/course/sandbox/                              GET      200     200     200     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/app/fr.webmanifest                           GET      200     200     200     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/app/de.webmanifest                           GET      404     404     404     404     404     404     404
                                              POST,else 405     405     405     405     405     405     405
/offline/en/                                  GET      200     200     200     200     200     200     200
                                              POST,else 405     405     405     405     405     405     405
/offline/de/                                  GET      404     404     404     404     404     404     404
                                              POST,else 405     405     405     405     405     405     405
""")

FIELDS: dict[str, Fields] = {}
