/* The compiled search as Python sees it: puzzles.engine._search. What it computes is in kernel/.

   Every argument is checked here, so that the kernel is given grids and nothing else; it works without the lock of
   the interpreter. Only the limited API is used: one build serves all versions of Python from 3.11 on. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "kernel/search.h"

/* The digit of each character of a line, as in board.py; NO_DIGIT for any other. */
enum { NO_DIGIT = 255 };

/* As in search.py. */
enum { MOST_SOLUTIONS = 100000 };

static uint8_t digit_of(char character)
{
    if (character >= '1' && character <= '9') return (uint8_t)(character - '0');
    return character && strchr(".0*_-", character) ? 0 : NO_DIGIT;
}

/* Whether a text is a line of a grid; -1 with an error set for what is no text. */
static int read_line(PyObject *line, uint8_t digits[CELLS])
{
    Py_ssize_t length;
    if (!PyUnicode_Check(line)) {
        PyErr_SetString(PyExc_TypeError, "expected a line of text");
        return -1;
    }
    const char *characters = PyUnicode_AsUTF8AndSize(line, &length);
    if (!characters) {
        PyErr_Clear(); /* surrogates: no line, like any other strange character */
        return 0;
    }
    if (length != CELLS) return 0;
    for (int cell = 0; cell < CELLS; cell++) digits[cell] = digit_of(characters[cell]);
    return is_grid(digits);
}

static void write_line(const uint8_t digits[CELLS], char line[CELLS])
{
    for (int cell = 0; cell < CELLS; cell++) line[cell] = (char)('0' + digits[cell]);
}

/* The `expected` bytes, or NULL with an error set. */
static const uint8_t *read_bytes(PyObject *object, Py_ssize_t expected)
{
    char *bytes;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(object, &bytes, &length) < 0) return NULL;
    if (length != expected) {
        PyErr_Format(PyExc_ValueError, "expected %zd bytes, got %zd", expected, length);
        return NULL;
    }
    return (const uint8_t *)bytes;
}

static int read_grid(PyObject *object, uint8_t digits[CELLS])
{
    const uint8_t *bytes = read_bytes(object, CELLS);
    if (!bytes) return 0;
    memcpy(digits, bytes, CELLS);
    if (is_grid(digits)) return 1;
    PyErr_SetString(PyExc_ValueError, "expected bytes from 0 to 9");
    return 0;
}

static int has_arguments(Py_ssize_t count, Py_ssize_t expected)
{
    if (count == expected) return 1;
    PyErr_Format(PyExc_TypeError, "expected %zd arguments, got %zd", expected, count);
    return 0;
}

/* An integer, the nearest that a search can reach if it is larger or smaller than that. */
static int read_integer(PyObject *object, int64_t *integer)
{
    int overflow;
    *integer = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (*integer == -1 && !overflow && PyErr_Occurred()) return 0;
    if (overflow > 0 || *integer > MOST_NODES) *integer = MOST_NODES;
    if (overflow < 0) *integer = -1;
    return 1;
}

static int read_limits(PyObject *const *arguments, int64_t *limit, int64_t *node_limit)
{
    if (!read_integer(arguments[0], limit) || !read_integer(arguments[1], node_limit)) return 0;
    if (*limit >= 1) return 1;
    PyErr_SetString(PyExc_ValueError, "expected a limit of 1 or more");
    return 0;
}

/* Two are counted in any case, to know whether the solution written down is the only one. */
static int run_search(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, SearchAnswer *answer)
{
    Py_BEGIN_ALLOW_THREADS
    count_solutions(digits, limit < 2 ? 2 : limit, node_limit, BEST_LANES, answer);
    Py_END_ALLOW_THREADS
    int is_unique = answer->count == 1;
    if (answer->is_given_up) answer->count = -1;
    if (answer->count > limit) answer->count = limit;
    return is_unique && !answer->is_given_up;
}

PyDoc_STRVAR(search_doc, "search(digits, limit, node_limit)\n--\n\n"
                         "The count of solutions (-1: given up), the only one as bytes or None, and the nodes.");

static PyObject *search(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count)
{
    uint8_t digits[CELLS], solution[1][CELLS];
    int64_t limit, node_limit;
    SearchAnswer answer = {.room = 1, .solutions = solution};
    if (!has_arguments(count, 3) || !read_grid(arguments[0], digits) ||
        !read_limits(arguments + 1, &limit, &node_limit)) {
        return NULL;
    }
    int is_unique = run_search(digits, limit, node_limit, &answer);
    return Py_BuildValue("Ly#L", (long long)answer.count, is_unique ? (const char *)solution[0] : NULL,
                         (Py_ssize_t)CELLS, (long long)answer.nodes);
}

PyDoc_STRVAR(search_line_doc, "search_line(line, limit, node_limit)\n--\n\n"
                              "The count of solutions (-1: given up) and the only one as 81 digits or None; None "
                              "for what is no line of a grid.");

static PyObject *search_line(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count)
{
    uint8_t digits[CELLS], solution[1][CELLS];
    char line[CELLS];
    int64_t limit, node_limit;
    SearchAnswer answer = {.room = 1, .solutions = solution};
    if (!has_arguments(count, 3) || !read_limits(arguments + 1, &limit, &node_limit)) return NULL;
    int is_line = read_line(arguments[0], digits);
    if (is_line < 0) return NULL;
    if (!is_line) Py_RETURN_NONE;
    int is_unique = run_search(digits, limit, node_limit, &answer);
    if (is_unique) write_line(solution[0], line);
    return Py_BuildValue("Ls#", (long long)answer.count, is_unique ? line : NULL, (Py_ssize_t)CELLS);
}

PyDoc_STRVAR(find_solutions_doc, "find_solutions(digits, limit, node_limit)\n--\n\n"
                                 "Solutions, one after the other, as many as are found in so many nodes.");

static PyObject *find_solutions(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count)
{
    uint8_t digits[CELLS];
    int64_t limit, node_limit;
    if (!has_arguments(count, 3) || !read_grid(arguments[0], digits) ||
        !read_limits(arguments + 1, &limit, &node_limit)) {
        return NULL;
    }
    if (limit > MOST_SOLUTIONS) {
        PyErr_Format(PyExc_ValueError, "expected a limit of %d or less", MOST_SOLUTIONS);
        return NULL;
    }
    SearchAnswer answer = {.room = limit, .solutions = PyMem_Malloc((size_t)limit * CELLS)};
    if (!answer.solutions) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    count_solutions(digits, limit, node_limit, BEST_LANES, &answer);
    Py_END_ALLOW_THREADS
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)answer.solutions, (Py_ssize_t)answer.count * CELLS);
    PyMem_Free(answer.solutions);
    return bytes;
}

PyDoc_STRVAR(failing_doc, "failing_together(masks)\n--\n\n"
                          "For each candidate 92 bytes, the set of those that singles refute together with it. "
                          "None if singles refute one of them by itself.");

static PyObject *failing(PyObject *Py_UNUSED(module), PyObject *object)
{
    int answer;
    const uint8_t *masks = read_bytes(object, MASKS_BYTES);
    PyObject *found = masks ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)CANDIDATES * SET_BYTES) : NULL;
    if (!found) return NULL;
    uint8_t(*rows)[SET_BYTES] = (uint8_t(*)[SET_BYTES])PyBytes_AsString(found);
    Py_BEGIN_ALLOW_THREADS
    answer = failing_together(masks, rows);
    Py_END_ALLOW_THREADS
    if (answer > 0) return found;
    Py_DECREF(found);
    if (answer == NO_MEMORY) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

PyDoc_STRVAR(class_doc, "solving_class(digits)\n--\n\n"
                        "0 if naked singles solve the grid, 1 if naked and hidden ones do, 2 if it takes more.");

static PyObject *solving_class(PyObject *Py_UNUSED(module), PyObject *digits)
{
    uint8_t grid[CELLS];
    if (!read_grid(digits, grid)) return NULL;
    return PyLong_FromLong(class_of(grid));
}

PyDoc_STRVAR(canonical_doc, "canonical_form(line)\n--\n\n"
                            "The minlex form of a solution grid as 81 digits, and how many symmetries lead to it; None "
                            "for what is no line of a solution grid.");

static PyObject *canonical(PyObject *Py_UNUSED(module), PyObject *line)
{
    uint8_t grid[CELLS], form[CELLS];
    char characters[CELLS];
    int is_line = read_line(line, grid);
    if (is_line < 0) return NULL;
    int symmetries = is_line ? canonical_form(grid, form) : 0;
    if (!symmetries) Py_RETURN_NONE;
    write_line(form, characters);
    return Py_BuildValue("s#i", characters, (Py_ssize_t)CELLS, symmetries);
}

#define FAST(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef methods[] = {
    {"search", FAST(search), METH_FASTCALL, search_doc},
    {"search_line", FAST(search_line), METH_FASTCALL, search_line_doc},
    {"find_solutions", FAST(find_solutions), METH_FASTCALL, find_solutions_doc},
    {"failing_together", failing, METH_O, failing_doc},
    {"solving_class", solving_class, METH_O, class_doc},
    {"canonical_form", canonical, METH_O, canonical_doc},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_search", "The search of the engine, compiled.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__search(void)
{
    return PyModuleDef_Init(&module);
}
