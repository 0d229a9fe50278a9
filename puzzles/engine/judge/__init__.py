"""The judge: runs a student's program against the exercises of a worksheet.

Standard library only and relative imports only: the same modules run in CPython and, as the package `judge`,
in a browser. So it does not import the engine above it, and has its own houses and peers (oracle.py).
"""
