/* The first solutions in the order of the reference: what search.py does, step for step.

   Of a grid with several solutions search.py names the one that its order of trials comes to first. To give the
   same answer the same order is walked here: singles are placed until none is left, then the demand with the
   fewest candidates is tried, cells before houses, the last of equals, its candidates from the lowest up. */

#include "search.h"

#include <string.h>

enum { HOUSES = 27, HOUSE_DEMANDS = HOUSES * DIGITS, DEMANDS = HOUSE_DEMANDS + CELLS, IS_OPEN = 1 << DIGITS };

/* A demand is nine bits for the candidates that can meet it, and IS_OPEN until it is met. First come the digits
   in the houses (rows, columns, boxes), whose bits are the places in the house, then the cells. */
typedef struct {
    uint16_t demands[DEMANDS];
    uint8_t digits[CELLS];
} Position;

typedef struct {
    int64_t limit, node_limit, count, nodes;
    int is_given_up;
    uint8_t (*solutions)[CELLS];
} Walk;

/* The four demands of a candidate, each with the bit by which it stands there. */
typedef struct {
    int demand;
    uint16_t bit;
} Stand;

static void stands_of(int cell, int digit, Stand stands[4])
{
    int row = cell / 9, column = cell % 9;
    int box = row / 3 * 3 + column / 3, place = row % 3 * 3 + column % 3;
    stands[0] = (Stand){row * DIGITS + digit, (uint16_t)(1 << column)};
    stands[1] = (Stand){(9 + column) * DIGITS + digit, (uint16_t)(1 << row)};
    stands[2] = (Stand){(18 + box) * DIGITS + digit, (uint16_t)(1 << place)};
    stands[3] = (Stand){HOUSE_DEMANDS + cell, (uint16_t)(1 << digit)};
}

/* The cell and the digit (0-8) of the candidate that stands in a demand by this bit. */
static void candidate_at(int demand, int bit, int *cell, int *digit)
{
    int house = demand / DIGITS, kind = house / 9, number = house % 9;
    if (demand >= HOUSE_DEMANDS) {
        *cell = demand - HOUSE_DEMANDS, *digit = bit;
        return;
    }
    *digit = demand % DIGITS;
    *cell = kind == 0   ? 9 * number + bit
            : kind == 1 ? 9 * bit + number
                        : 27 * (number / 3) + 3 * (number % 3) + 9 * (bit / 3) + bit % 3;
}

static void remove_candidate(Position *position, int cell, int digit)
{
    Stand stands[4];
    stands_of(cell, digit, stands);
    for (int i = 0; i < 4; i++) position->demands[stands[i].demand] &= (uint16_t)~stands[i].bit;
}

/* Meet the four demands of a candidate; all that stood beside it in one of them falls. */
static void place(Position *position, int cell, int digit)
{
    Stand stands[4];
    stands_of(cell, digit, stands);
    position->digits[cell] = (uint8_t)(digit + 1);
    for (int i = 0; i < 4; i++) {
        for (int bit = 0; bit < 9; bit++) {
            int rival_cell, rival_digit;
            if (!(position->demands[stands[i].demand] >> bit & 1)) continue;
            candidate_at(stands[i].demand, bit, &rival_cell, &rival_digit);
            remove_candidate(position, rival_cell, rival_digit);
        }
        position->demands[stands[i].demand] = 0;
    }
}

/* Place singles until none is left; 0 if some demand cannot be met. */
static int place_singles(Position *position)
{
    int is_changed = 1;
    while (is_changed) {
        is_changed = 0;
        for (int demand = 0; demand < DEMANDS; demand++) {
            uint16_t candidates = position->demands[demand];
            int cell, digit;
            if (!candidates) continue;
            if (candidates == IS_OPEN) return 0;
            candidates &= IS_OPEN - 1;
            if (candidates & (candidates - 1)) continue;
            candidate_at(demand, __builtin_ctz(candidates), &cell, &digit);
            place(position, cell, digit);
            is_changed = 1;
        }
    }
    return 1;
}

/* The demand to try: the last of those with the fewest candidates, where each open one has two or more; -1 if all
   are met. */
static int smallest_demand(const Position *position)
{
    int smallest = -1, fewest = 10;
    for (int demand = DEMANDS - 1; demand >= 0 && fewest > 2; demand--) {
        int size = 0;
        for (unsigned left = position->demands[demand] & (IS_OPEN - 1); left; left &= left - 1) size++;
        if (position->demands[demand] && size < fewest) smallest = demand, fewest = size;
    }
    return smallest;
}

/* Whether as many solutions as wanted were found, or the walk given up: both end it. Each trial fills a cell, so this
   calls itself no more than 81 deep. */
static int visit(Walk *walk, Position *position)
{
    if (++walk->nodes > walk->node_limit) return walk->is_given_up = 1;
    if (!place_singles(position)) return 0;
    int demand = smallest_demand(position);
    if (demand < 0) {
        memcpy(walk->solutions[walk->count++], position->digits, CELLS);
        return walk->count == walk->limit;
    }
    for (int bit = 0; bit < 9; bit++) {
        Position trial = *position;
        int cell, digit;
        if (!(position->demands[demand] >> bit & 1)) continue;
        candidate_at(demand, bit, &cell, &digit);
        place(&trial, cell, digit);
        if (visit(walk, &trial)) return 1;
    }
    return 0;
}

static void walk_from(const uint8_t digits[CELLS], Walk *walk)
{
    Position position;
    memset(&position, 0, sizeof position);
    for (int demand = 0; demand < DEMANDS; demand++) position.demands[demand] = IS_OPEN | (IS_OPEN - 1);
    for (int cell = 0; cell < CELLS; cell++) {
        Stand stands[4];
        if (!digits[cell]) continue;
        stands_of(cell, digits[cell] - 1, stands);
        for (int i = 0; i < 4; i++) {
            if (!position.demands[stands[i].demand]) return; /* an equal digit has met it */
        }
        place(&position, cell, digits[cell] - 1);
    }
    visit(walk, &position);
}

void find_first_solution(const uint8_t digits[CELLS], int64_t node_limit, SearchAnswer *answer)
{
    Walk walk = {.limit = 1, .node_limit = node_limit, .solutions = &answer->solution};
    walk_from(digits, &walk);
    answer->count = walk.count;
    answer->nodes = walk.nodes;
    answer->is_given_up = walk.is_given_up;
}

int64_t find_solutions(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, uint8_t (*solutions)[CELLS])
{
    Walk walk = {.limit = limit, .node_limit = node_limit, .solutions = solutions};
    SearchAnswer answer;
    /* To see that there is no solution, this is faster. */
    count_solutions(digits, 1, node_limit, BEST_LANES, &answer);
    if (!answer.is_given_up && !answer.count) return 0;
    walk_from(digits, &walk);
    return walk.count;
}

void search_grid(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, SearchAnswer *answer)
{
    SearchAnswer first;
    /* Two are counted in any case, to know whether there is a choice of first solutions. */
    count_solutions(digits, limit < 2 ? 2 : limit, node_limit, BEST_LANES, answer);
    if (answer->is_given_up || answer->count < 2) return;
    if (answer->count > limit) answer->count = limit;
    find_first_solution(digits, node_limit - answer->nodes, &first);
    answer->nodes += first.nodes;
    answer->is_given_up = first.is_given_up;
    memcpy(answer->solution, first.solution, CELLS);
}
