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
    """The source without functions and methods that are not called; those it keeps.

    With `text` the function is the one there.
    """
    tree = ast.parse(source)
    wrong = ast.parse(text).body
    methods = {
        method.name: (owner, method)
        for owner in tree.body
        if isinstance(owner, ast.ClassDef)
        for method in owner.body
        if isinstance(method, ast.FunctionDef)
    }
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    waiting: list[ast.AST] = list(wrong)
    waiting += [
        node for node in tree.body if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import))
    ]
    kept = {"__init__"} & set(methods)
    waiting += [methods[name][1] for name in kept]
    if not wrong:
        kept.add(mutant.function)
        waiting.append(functions.get(mutant.function) or methods[mutant.function][1])
    elif mutant.function in kept:
        kept.discard(mutant.function)
    while waiting:
        for node in ast.walk(waiting.pop()):
            name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            if name in kept or (wrong and name == mutant.function):
                continue
            found = functions.get(name) or (methods[name][1] if name in methods else None)
            if found is not None:
                kept.add(name)
                waiting.append(found)
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            if node.name in kept:
                body.append(node)
        elif isinstance(node, ast.ClassDef):
            node.body = [
                each for each in node.body if not isinstance(each, ast.FunctionDef) or each.name in kept
            ] or [ast.Pass()]
            body.append(node)
        else:
            body.append(node)
    tree.body = [_without_docstring(node) for node in body]
    program = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    if text:
        program += f"\n\n{text.strip()}\n"
        if mutant.owner:
            program += f"\n\n{mutant.owner}.{mutant.function} = {mutant.function}\n"
    return program, kept


def _without_docstring(node: ast.stmt) -> ast.stmt:
    for each in ast.walk(node):
        if isinstance(each, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(each) is not None:
            each.body = each.body[1:] or [ast.Pass()]
    return node
