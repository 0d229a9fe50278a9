"""The smallest program that a function needs: itself and what it calls, so that nothing else is revealed."""

import ast
from functools import cache

from ..sources import source_of
from .mutant import MAIN, Mutant


@cache
def right_program(mutant: Mutant) -> str:
    """The worksheet's own function with what it calls."""
    return _least(source_of(mutant.worksheet).partition(MAIN)[0], "", mutant)[0]


@cache
def wrong_program(mutant: Mutant) -> str:
    """The wrong function with what it calls."""
    return _least(source_of(mutant.worksheet).partition(MAIN)[0], mutant.text, mutant)[0]


@cache
def functions_needed(mutant: Mutant) -> frozenset[str]:
    """The worksheet's functions in either of the two programs."""
    source = source_of(mutant.worksheet).partition(MAIN)[0]
    right, wrong = _least(source, "", mutant), _least(source, mutant.text, mutant)
    return frozenset(right[1] | wrong[1] | {mutant.function})


def _least(source: str, text: str, mutant: Mutant) -> tuple[str, set[str]]:
    """The source without functions and methods that are not called; the names of those it keeps.

    With `text` the function is the one there.
    """
    tree = ast.parse(source)
    kept = _called(tree, ast.parse(text).body, mutant)
    body = [part for node in tree.body if (part := _only(node, kept)) is not None]
    tree.body = [_without_docstring(node) for node in body]
    program = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    if text:
        program += f"\n\n{text.strip()}\n"
        if mutant.owner:
            program += f"\n\n{mutant.owner}.{mutant.function} = {mutant.function}\n"
    return program, kept


def _called(tree: ast.Module, wrong: list[ast.stmt], mutant: Mutant) -> set[str]:
    """The functions and methods called by the mutant's function, by `wrong` in its place, and by the rest."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    methods = {
        method.name: method
        for owner in tree.body
        if isinstance(owner, ast.ClassDef)
        for method in owner.body
        if isinstance(method, ast.FunctionDef)
    }
    definitions = methods | functions
    kept = {"__init__"} & set(methods)
    waiting: list[ast.AST] = [*wrong, *(methods[name] for name in kept)]
    waiting += [
        node for node in tree.body if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import))
    ]
    if not wrong:
        kept.add(mutant.function)
        waiting.append(definitions[mutant.function])
    else:
        kept.discard(mutant.function)
    while waiting:
        for node in ast.walk(waiting.pop()):
            name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            if name in definitions and name not in kept and not (wrong and name == mutant.function):
                kept.add(name)
                waiting.append(definitions[name])
    return kept


def _only(node: ast.stmt, kept: set[str]) -> ast.stmt | None:
    """A top-level statement with only these functions and methods. None if it is another function."""
    if isinstance(node, ast.FunctionDef):
        return node if node.name in kept else None
    if isinstance(node, ast.ClassDef):
        node.body = [
            each for each in node.body if not isinstance(each, ast.FunctionDef) or each.name in kept
        ] or [ast.Pass()]
    return node


def _without_docstring(node: ast.stmt) -> ast.stmt:
    for each in ast.walk(node):
        if isinstance(each, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(each) is not None:
            each.body = each.body[1:] or [ast.Pass()]
    return node
