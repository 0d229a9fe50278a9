/* The candidates of a grid by digits, and what singles do to them: shared by singles.c and trials.c. */

#ifndef SUDOKU_LAYERS_H
#define SUDOKU_LAYERS_H

#include "search.h"

/* Nine digits with 81 places each, in three bands of 27. */
typedef struct {
    uint32_t bands[DIGITS][3];
} Layers;

/* All singles that there are now, hidden ones only if asked for; 0 if a cell, or then a house, has no candidate. */
int find_singles(const Layers *layers, int is_hidden_too, Layers *singles);

/* Take away what a placed digit excludes: others in its cell, its equals in its houses. */
void exclude(Layers *layers, int digit, int band, uint32_t bit);

/* Place singles in rounds; whether they came to an end without a contradiction. */
int follow_layers(Layers *layers, Layers *placed, int is_hidden_too, int *rounds);

/* There and back: candidates in all their places, as search.h tells of them. */
void read_places(const uint8_t bytes[PLACES_BYTES], Layers *layers);
void write_places(const Layers *layers, uint8_t bytes[PLACES_BYTES]);

#endif
