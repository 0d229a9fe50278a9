"""Chains and nice loops in the implication graph."""
