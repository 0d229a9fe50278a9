"""Verdicts and notes in words, French and English. Students are addressed as « tu ».

The sentences are here and not in gettext, because the browser's bundle of the judge has no catalogue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cases import CHANGED, NOT_DEFINED, PASSED, RAISED, STOPPED, TOO_SLOW, WRONG

if TYPE_CHECKING:
    from typing import Any

    from .messages import Message

_SENTENCES = {
    "passed": ("Passed: right in {cases} cases.", "Réussi : juste sur {cases} cas."),
    "passed_one": ("Passed.", "Réussi."),
    "order_remark": (
        "The worksheet’s example has the digits in another order.",
        "Dans l’exemple de la feuille, les chiffres sont dans un autre ordre.",
    ),
    "wrong": ("{call} gave {value}, expected {expected}.", "{call} a donné {value}, attendu {expected}."),
    "wrong_printed_instead": (
        "{call} prints {expected} but returns None: use return.",
        "{call} affiche {expected} mais renvoie None : il faut return.",
    ),
    "wrong_type": (
        "{call} gave {value}, expected {expected}: the type is not the same.",
        "{call} a donné {value}, attendu {expected} : le type n’est pas le même.",
    ),
    "wrong_order": (
        "{call} gave {value}, expected {expected}: the order is not the same.",
        "{call} a donné {value}, attendu {expected} : l’ordre n’est pas le même.",
    ),
    "wrong_grid": (
        "After {call} the grid is not what was expected.",
        "Après {call}, la grille n’est pas celle attendue.",
    ),
    "no_digits": (
        "After {call} the grid holds something else than whole numbers from 0 to 9, like 1.0 or True.",
        "Après {call}, la grille contient autre chose que des entiers de 0 à 9, comme 1.0 ou True.",
    ),
    "wrong_variable": (
        "The variable {name} does not hold the grid of the worksheet: {differences}.",
        "La variable {name} n’est pas la grille de la feuille : {differences}.",
    ),
    "wrong_shape": (
        "The variable {name} is not a list of 9 lists of 9 digits.",
        "La variable {name} n’est pas une liste de 9 listes de 9 chiffres.",
    ),
    "difference": ("cell ({row}, {column})", "case ({row}, {column})"),
    "more": ("{count} cells differ", "{count} cases diffèrent"),
    "raised": ("{call} ended with an error: {error}.", "{call} s’arrête sur une erreur : {error}."),
    "raised_line": (
        "{call} ended with an error, line {line}: {error}.",
        "{call} s’arrête sur une erreur, ligne {line} : {error}.",
    ),
    "printed_wrong": (
        "{call} does not print what was expected.",
        "{call} n’affiche pas ce qui était attendu.",
    ),
    "printed_wrong_draws": (
        "{call} draws no grid of sudoku.txt, whatever is answered.",
        "{call} ne dessine aucune grille de sudoku.txt, quoi qu’on réponde.",
    ),
    "printed_wrong_draws by chance": (
        "{call} draws the same grid of sudoku.txt each time.",
        "{call} dessine toujours la même grille de sudoku.txt.",
    ),
    "printed_wrong_partial solution": (
        "With none of the answers tried, {call} draws its grid with some more digits, but not all.",
        "Avec aucune des réponses essayées, {call} ne dessine sa grille avec quelques chiffres de plus.",
    ),
    "printed_wrong_full solution": (
        "With none of the answers tried, {call} draws the solution of its grid.",
        "Avec aucune des réponses essayées, {call} ne dessine la solution de sa grille.",
    ),
    "changed": (
        "{call} changed the grid, which must stay as it was.",
        "{call} a modifié la grille, qui devait rester comme elle était.",
    ),
    "changed_givens": (
        "{call} changed digits that were in the grid before.",
        "{call} a modifié des chiffres qui étaient déjà dans la grille.",
    ),
    "changed_left": (
        "{call} gave {value}, but left digits in the grid that were not there before.",
        "{call} a donné {value}, mais laisse dans la grille des chiffres qui n’y étaient pas.",
    ),
    "not_defined": ("No {what} {name} in the file.", "Pas de {what} {name} dans le fichier."),
    "not_defined_other_name": (
        "No {what} {name} in the file: there is {near}, the worksheet writes {name}.",
        "Pas de {what} {name} dans le fichier : il y a {near}, la feuille écrit {name}.",
    ),
    "not_defined_left_out": (
        "No {what} {name} to judge: line {line} of the file could not be run.",
        "Pas de {what} {name} à vérifier : la ligne {line} du fichier n’a pas pu être exécutée.",
    ),
    "not_defined_not_callable": (
        "{name} is not a function at the end of the file: another value has taken its name.",
        "{name} n’est plus une fonction à la fin du fichier : une autre valeur a pris son nom.",
    ),
    "too_slow": (
        "{call} took too long: an endless loop, or far too many steps.",
        "{call} met trop de temps : une boucle sans fin, ou beaucoup trop d’étapes.",
    ),
    "too_slow_loading": (
        "The file itself took too long to load.",
        "Le fichier lui-même met trop de temps à se charger.",
    ),
    "stopped": ("Stopped before the end.", "Arrêté avant la fin."),
    "died": ("{call} ended the whole program.", "{call} a mis fin à tout le programme."),
    "digits": ("The grid has {digits} digits.", "La grille a {digits} chiffres."),
    "digit": ("The grid has a single digit.", "La grille a un seul chiffre."),
    "no_digit": ("The grid is empty.", "La grille est vide."),
    "example": (
        "The worksheet’s example: {call} gave {value}, expected {expected}.",
        "L’exemple de la feuille : {call} a donné {value}, attendu {expected}.",
    ),
}

_KINDS = {
    "function": ("function", "fonction"),
    "method": ("method", "méthode"),
    "class": ("class", "classe"),
    "variable": ("variable", "variable"),
    "script": ("script", "script"),
}

_NOTES = {
    "windows_1252": (
        "The file is not in UTF-8; it was read as Windows-1252.",
        "Le fichier n’est pas en UTF-8 ; il a été lu comme du Windows-1252.",
    ),
    "tabs": (
        "The file mixes tabs and spaces; a tab was read as up to 8 columns.",
        "Le fichier mélange tabulations et espaces ; une tabulation vaut jusqu’à 8 colonnes.",
    ),
    "tabs_of_four": (
        "The file mixes tabs and spaces; a tab was read as up to 4 columns.",
        "Le fichier mélange tabulations et espaces ; une tabulation vaut jusqu’à 4 colonnes.",
    ),
    "asks": (
        "Line {line} calls input() while the file loads; it was left out: {text}",
        "La ligne {line} appelle input() au chargement du fichier ; elle a été sautée : {text}",
    ),
    "prints": (
        "Line {line} only prints; it was left out: {text}",
        "La ligne {line} ne fait qu’afficher ; elle a été sautée : {text}",
    ),
    "runs": (
        "Line {line} runs the program while the file loads; it was left out: {text}",
        "La ligne {line} lance le programme au chargement du fichier ; elle a été sautée : {text}",
    ),
    "slow": (
        "Line {line} takes too long while the file loads; it was left out: {text}",
        "La ligne {line} met trop de temps au chargement du fichier ; elle a été sautée : {text}",
    ),
    "failed": (
        "Line {line} fails while the file loads; it was left out: {text}",
        "La ligne {line} échoue au chargement du fichier ; elle a été sautée : {text}",
    ),
    "syntax_error": (
        "Line {line} cannot be read as Python ({text}); nothing of the file can be judged.",
        "La ligne {line} n’est pas du Python correct ({text}) ; rien ne peut être vérifié.",
    ),
    "syntax_error_nowhere": (
        "The file cannot be read as Python ({text}).",
        "Le fichier n’est pas du Python correct ({text}).",
    ),
    "unindent": (
        "Line {line} is indented like none of the lines around it; nothing of the file can be judged.",
        "La ligne {line} n’est en retrait comme aucune des lignes autour d’elle ; rien ne peut être vérifié.",
    ),
    "python_2": (
        "Line {line} is Python 2: print needs parentheses; nothing of the file can be judged.",
        "La ligne {line} est du Python 2 : print demande des parenthèses ; rien ne peut être vérifié.",
    ),
    "too_long": ("The file is too long to be judged.", "Le fichier est trop long pour être vérifié."),
    "not_text": ("The file is no text.", "Le fichier n’est pas un texte."),
    "empty": ("The file is empty.", "Le fichier est vide."),
    "notebook": (
        "{text} code cells of the notebook were taken as the program.",
        "{text} cellules de code du notebook forment le programme.",
    ),
    "notebook_one": (
        "One code cell of the notebook was taken as the program.",
        "Une cellule de code du notebook forme le programme.",
    ),
    "notebook_broken": (
        "This notebook cannot be read: its file is damaged or of an old format. Save it again.",
        "Ce notebook est illisible : son fichier est abîmé ou d’un ancien format. Enregistre-le de nouveau.",
    ),
    "notebook_empty": (
        "This notebook has no code cell with a program.",
        "Ce notebook n’a aucune cellule de code remplie.",
    ),
}

_REFUSAL = (
    "{act} is refused: a judged program starts nothing, sends nothing and writes in its own folder only",
    "{act} est refusé : un programme vérifié ne lance rien, n’envoie rien et n’écrit que dans son dossier",
)


def sentence(verdict: Message, language: str = "fr") -> str:
    """A verdict in one or two sentences."""
    parts = [_fill(_template(verdict), verdict, language)]
    if verdict["verdict"] == PASSED:
        if verdict.get("remark") == "order":
            parts.append(_fill("order_remark", verdict, language))
    elif _has_other_example(verdict):
        parts.append(_fill("example", verdict["example"], language))
    return " ".join(parts)


def _has_other_example(verdict: Message) -> bool:
    """Whether the worksheet's example fails too, on another grid and not word for word as the case does."""
    example = verdict.get("example")
    if not example or example.get("grid") == verdict.get("grid"):
        return False
    return any(example.get(name) != verdict.get(name) for name in ("call", "value", "expected"))


def grid_size(verdict: Message, language: str = "fr") -> str:
    """How many digits the grid of a counterexample has; empty without a grid."""
    digits = verdict.get("digits")
    if digits is None or verdict.get("grid") is None:
        return ""
    return _fill({0: "no_digit", 1: "digit"}.get(digits, "digits"), verdict, language)


def cells_taken(count: int, language: str = "fr") -> str:
    """How many cells of a notebook are judged or handed in."""
    return note({"code": "notebook_one" if count == 1 else "notebook", "text": str(count)}, language)


def note(message: Message, language: str = "fr") -> str:
    """A note about the file in a sentence."""
    code = message["code"]
    if code == "syntax_error" and not message.get("line"):
        code = "syntax_error_nowhere"
    text = message.get("text") or ""
    if code == "syntax_error" and language == "fr":
        text = _syntax_in_french(text)
    return _words(_NOTES[code], language).format(line=message.get("line"), text=text)


# The beginnings of the most frequent syntax errors, in the words of CPython and Brython.
_SYNTAX = (
    ("invalid syntax. Perhaps you forgot a comma", "il manque peut-être une virgule"),
    ("invalid syntax. Maybe you meant '=='", "peut-être == au lieu de ="),
    ("invalid syntax", "syntaxe incorrecte"),
    ("expected ':'", "il manque deux-points"),
    ("expected an indented block", "il manque un bloc en retrait"),
    ("unexpected indent", "retrait inattendu"),
    ("unindent does not match", "ce retrait ne correspond à aucun autre"),
    ("unterminated string literal", "une chaîne n’est pas fermée"),
    ("unterminated triple-quoted string", "une chaîne entre triples guillemets n’est pas fermée"),
    ("unexpected EOF", "fin de fichier inattendue"),
    ("cannot assign to", "on ne peut rien affecter à ce qui est à gauche du ="),
    ("'return' outside function", "return hors d’une fonction"),
)


def _syntax_in_french(text: str) -> str:
    """Python's own message in French, where it is a common one."""
    sign = text[1:2] if text[:1] == "'" and text[2:3] == "'" else ""
    if sign and text.endswith("was never closed"):
        return f"« {sign} » n’est jamais refermé"
    if text.startswith("unmatched '"):
        return f"« {text[11:12]} » en trop"
    if text.startswith("closing parenthesis"):
        return "cette parenthèse ne ferme pas la dernière ouverte"
    return next((french for english, french in _SYNTAX if text.startswith(english)), text)


def refusal(act: str, language: str = "fr") -> str:
    """The message of the child's guard about an act that it refuses."""
    return _words(_REFUSAL, language).format(act=act)


def _template(verdict: Message) -> str:
    code, detail = verdict["verdict"], verdict.get("detail")
    if code == PASSED:
        return "passed" if verdict.get("cases", 0) > 1 else "passed_one"
    if code == NOT_DEFINED:
        reason = verdict.get("reason")
        return "not_defined" if reason in (None, "absent") else f"not_defined_{reason}"
    if code == TOO_SLOW:
        return "too_slow" if verdict.get("call") else "too_slow_loading"
    if code == STOPPED:
        return "died" if detail == "died" and verdict.get("call") else "stopped"
    if code == RAISED:
        return "raised_line" if verdict.get("line") else "raised"
    if (code == CHANGED or (code == WRONG and detail == "grid")) and _has_no_digits(verdict):
        return "no_digits"
    if code == CHANGED and verdict.get("grid") and verdict.get("grid_after"):
        return _changed(verdict)
    if code == WRONG and detail == "grid" and verdict.get("call") == verdict.get("name"):
        return "wrong_variable"
    if f"{code}_{detail}" in _SENTENCES:
        return f"{code}_{detail}"
    return code if code in _SENTENCES else "stopped"


def _has_no_digits(verdict: Message) -> bool:
    """Whether a cell of the grid was left without a digit or 0. A variable's cells are named instead."""
    return "?" in (verdict.get("grid_after") or "") and verdict.get("call") != verdict.get("name")


def _changed(verdict: Message) -> str:
    before, after = verdict["grid"], verdict["grid_after"]
    givens = any(before[cell] not in (".", after[cell]) for cell in range(81))
    if verdict.get("expected_after") is None:
        return "changed_givens"
    return "changed" if givens or verdict.get("value") != "False" else "changed_left"


def _fill(key: str, values: Message, language: str) -> str:
    filled: dict[str, Any] = {
        name: _code(values.get(name)) for name in ("call", "value", "expected", "name", "near")
    }
    filled.update({name: values.get(name) for name in ("cases", "line", "error", "digits")})
    filled["what"] = _words(_KINDS.get(values.get("what") or "", _KINDS["function"]), language)
    if key == "wrong_variable":
        filled["differences"] = _differences(values, language)
    return _words(_SENTENCES[key], language).format(**filled)


def _differences(verdict: Message, language: str) -> str:
    """Which cells of a variable differ, by row and column from 0 as the worksheets count, or how many."""
    after, wanted = verdict.get("grid_after"), verdict.get("expected_after")
    if not after or not wanted:
        return ""
    cells = [cell for cell in range(81) if after[cell] != wanted[cell]]
    if len(cells) > 5:
        return _words(_SENTENCES["more"], language).format(count=len(cells))
    template = _words(_SENTENCES["difference"], language)
    return ", ".join(template.format(row=cell // 9, column=cell % 9) for cell in cells)


_SHOWN = 300


def _code(text: str | None) -> str:
    if text is None:
        return ""
    return f"`{text}`" if len(text) <= _SHOWN else f"`{text[:_SHOWN]}…`"


def _words(pair: tuple[str, str], language: str) -> str:
    """The English or the French of a pair; French has a no-break space before : and ;."""
    if language != "fr":
        return pair[0]
    return pair[1].replace(" :", "\N{NO-BREAK SPACE}:").replace(" ;", "\N{NO-BREAK SPACE};")
