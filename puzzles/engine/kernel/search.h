/* The compiled search: what it can do. Plain C, nothing of Python, so that it can be tested alone.

   A grid is 81 bytes in reading order, 0 for an empty cell and 1 to 9 for a digit. Every function may be given
   any bytes; what is no digit is told by is_grid before anything is done. */

#ifndef SUDOKU_SEARCH_H
#define SUDOKU_SEARCH_H

#include <stdint.h>

enum { CELLS = 81, DIGITS = 9, CANDIDATES = 729, GROUPS = 324, PLACES_BYTES = 405 };

/* More than any puzzle takes to visit, so that sums of nodes cannot overflow. */
#define MOST_NODES (INT64_MAX / 4)

typedef struct {
    int64_t count;              /* solutions, no more than asked for */
    int64_t nodes;              /* states visited */
    int is_given_up;            /* the limit of nodes was passed: the rest says nothing */
    uint8_t solution[CELLS];    /* the first solution in the order of the reference; set if count > 0 */
} SearchAnswer;

/* Whether these 81 bytes are 0 to 9. */
int is_grid(const uint8_t digits[CELLS]);

/* Count solutions up to the limit (1 or more), and find the first. */
void search_grid(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, SearchAnswer *answer);

/* The ways search_grid can be carried out on this machine: see count.c. 0 lets it choose the fastest. */
enum { BEST_LANES, PLAIN_LANES, AVX2_LANES, AVX512_LANES };
int can_use_lanes(int lanes);
void count_solutions(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, int lanes,
                     SearchAnswer *answer);

/* The first solution in the order in which search.py finds it; only `nodes`, `is_given_up`, `solution` and
   `count` (0 or 1) of the answer are set. */
void find_first_solution(const uint8_t digits[CELLS], int64_t node_limit, SearchAnswer *answer);

/* The first solutions in that order, as many as asked for and as are found in so many nodes; how many they are. */
int64_t find_solutions(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, uint8_t (*solutions)[CELLS]);

/* Trials, where singles lead no further.

   Candidates are given in all four of their places: a group of ten bits for each cell, then one for each digit in
   each house (rows, columns, boxes), lowest first. The lower nine bits of a group are its candidates, digits or
   cells ascending; the tenth is 0. Of what is given only the cells are read.

   refuted_by_singles: the candidates that singles refute one by one, of those in `left` that are not `placed`; how
   many there are.

   failing_together: for each candidate of `left` that is not `placed` (`count_open` tells how many; by digit, then
   by cell) those that singles refute where it has led; 0 if singles refute one by itself, NO_MEMORY if there is none.

   weigh_trials: `left` fails once the candidates `needed` have fallen, each in a trial by singles. `needed` becomes
   fewer of these that are enough, the longest trials left out; about what the proof costs. */
enum { NO_MEMORY = -1 };
int count_open(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES]);
int refuted_by_singles(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES],
                       uint8_t refuted[PLACES_BYTES]);
int failing_together(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES],
                     uint8_t (*failing)[PLACES_BYTES]);
int64_t weigh_trials(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES],
                     uint8_t needed[PLACES_BYTES]);

/* How far singles go: 0 naked ones solve the grid, 1 naked and hidden ones do, 2 it is not solved by them. */
enum { SIMPLE, SINGLES, HARDER };
int class_of(const uint8_t digits[CELLS]);

/* The minlex form of a solution grid: the smallest of all grids that symmetries and new labels make of it. The number
   of symmetries that lead to it, which is that of the grid's automorphisms; 0 for what is no solution grid. */
int canonical_form(const uint8_t solution[CELLS], uint8_t form[CELLS]);

#endif
