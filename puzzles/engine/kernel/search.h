/* The compiled search: what it can do. Plain C, nothing of Python, so that it can be tested alone.

   A grid is 81 bytes in reading order, 0 for an empty cell and 1 to 9 for a digit. Every function may be given
   any bytes; is_grid says whether they are digits, and is asked first. */

#ifndef SUDOKU_SEARCH_H
#define SUDOKU_SEARCH_H

#include <stdint.h>

enum { CELLS = 81, DIGITS = 9, CANDIDATES = 729, MASKS_BYTES = 162, SET_BYTES = 92 };

/* More than any puzzle takes to visit, so that sums of nodes cannot overflow. */
#define MOST_NODES (INT64_MAX / 4)

typedef struct {
    int64_t count;              /* solutions, no more than asked for */
    int64_t nodes;              /* states visited */
    int is_given_up;            /* the limit of nodes was passed: the count is what was found until then */
    int64_t room;               /* how many solutions to write down; the caller sets these two */
    uint8_t (*solutions)[CELLS];
} SearchAnswer;

/* Whether these 81 bytes are 0 to 9. */
int is_grid(const uint8_t digits[CELLS]);

/* Whether equal digits meet in a house. */
int has_conflict(const uint8_t digits[CELLS]);

/* Count solutions up to the limit (1 or more), and write down as many as there is room for. Lanes are the ways to
   do it on this machine, see count.c: BEST_LANES chooses the fastest. */
enum { BEST_LANES, PLAIN_LANES, AVX2_LANES, AVX512_LANES };
int can_use_lanes(int lanes);
void count_solutions(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, int lanes,
                     SearchAnswer *answer);

/* For each candidate (81 * digit + cell, digit 0-8) the candidates that cannot hold together with it, as singles
   show: bit i of a row is candidate i. The grid is given as 81 masks of 16 bits, lowest byte first, bit 0 for a 1;
   cells with one candidate count as filled. 0 if singles refute a candidate by itself, NO_MEMORY if there is none. */
enum { NO_MEMORY = -1 };
int failing_together(const uint8_t masks[MASKS_BYTES], uint8_t (*failing)[SET_BYTES]);

/* How far singles go: 0 naked ones solve the grid, 1 naked and hidden ones do, 2 it is not solved by them. */
enum { SIMPLE, SINGLES, HARDER };
int class_of(const uint8_t digits[CELLS]);

/* The minlex form of a solution grid: the smallest of all grids that symmetries and new labels make of it. The number
   of symmetries that lead to it, which is that of the grid's automorphisms; 0 for what is no solution grid. */
int canonical_form(const uint8_t solution[CELLS], uint8_t form[CELLS]);

#endif
