/* The candidates of a grid by digits, and what singles do to them: shared by singles.c and trials.c. */

#ifndef SUDOKU_CANDIDATES_H
#define SUDOKU_CANDIDATES_H

#include "search.h"

enum { PARTS = 3 * DIGITS };

/* A set of candidates: the cells of each digit, in three bands of 27. Candidate 81 * digit + cell is bit
   `candidate % 27` of part `candidate / 27`. */
typedef union {
    uint32_t bands[DIGITS][3];
    uint32_t parts[PARTS];
} CandidateSet;

/* All singles of a set, hidden ones only if asked for; 0 if a cell, or then a house, has no candidate. */
int find_singles(const CandidateSet *set, int is_hidden_too, CandidateSet *singles);

/* Remove what a placed digit excludes: others in its cell, its equals in its houses. */
void exclude(CandidateSet *set, int digit, int band, uint32_t bit);

/* Place singles in rounds; 0 if that ends in a contradiction. */
int place_singles(CandidateSet *set, CandidateSet *placed, int is_hidden_too);

#endif
