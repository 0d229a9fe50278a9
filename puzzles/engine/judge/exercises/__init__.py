"""The exercises of the five worksheets, one module for each."""
