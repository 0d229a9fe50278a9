"""Small modules that take the place of heavy ones of the standard library in the browser.

The bundle ships `standins/copy.py` as `copy`, and so on. Brython's own modules of these names import a large
part of the standard library, which would have to be fetched and parsed before each run.
"""
