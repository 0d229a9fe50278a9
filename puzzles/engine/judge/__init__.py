"""The judge: runs a student's program against the exercises of a worksheet.

Standard library only and relative imports only: the same modules run in CPython and, as the package `judge`,
in a browser.
"""
