/* The search itself, written once for vectors of any width. count.c includes this file once for each kind of
   processor, with these names defined:

       LANES(name)   the name for this kind          VECTOR_BYTES   width of a vector: 16, 32 or 64
       TARGET        the attribute of its functions  HAS_BIT(v)     whether any bit of a vector is set
       QUADS_OF(v)   the three quads of a band       QUAD_EVERYWHERE(q)   a vector of this quad alone

   The grid in vectors. A *band* (three rows) of one digit is 27 bits of a 32-bit lane: bit 9 * row + column,
   row 0-2, set where the digit is still possible. Three digits and one empty lane make a *quad* of 128 bits,
   three quads hold the nine digits, and three such triples of quads, one for each band, hold the grid. The
   bands of a digit so lie in the same lane of three vectors, and shifts and logic act on all digits at once,
   without a branch.

   A round narrows every digit in every band by four deductions, each for the whole grid:

   - a cell with one candidate takes it (naked single): the box of the digit keeps that cell alone;
   - a box with one place for a digit puts it there (hidden single): the cell loses its other digits;
   - in a band a digit stands in three *mini-rows* (the three cells where a row meets a box), one for each row
     and each box. Of the nine only those are kept that belong to one of the six ways to place three so. This
     is more than the rule of locked candidates, and it takes a placed digit from its row and its box, too;
   - the same in a stack (three columns) with mini-columns.

   Hidden singles of rows and columns need no rule of their own: once the last two deductions are made they
   are hidden singles of boxes. That a digit's rows, columns and boxes can be judged by its mini-rows is the
   idea of the fast solvers in use since fsss2 and JCZSolve; they look it up digit by digit in tables, while
   here it is computed, for all digits together.

   When a round changes nothing, a cell with two candidates is tried, the one among most others such. A round
   is a long chain of operations, each of which waits for the one before it; so SLOTS states of the tree are
   taken through it side by side, and the processor fills the waiting of one with the work of the others. */

#define VECTORS (48 / VECTOR_BYTES + (48 % VECTOR_BYTES != 0))
#define SLOTS 3

typedef uint32_t LANES(Vector) __attribute__((vector_size(VECTOR_BYTES)));
#define Vector LANES(Vector)

typedef union {
    Vector vectors[3][VECTORS];
    Quad quads[3][VECTORS * VECTOR_BYTES / 16];
    uint32_t lanes[3][VECTORS * VECTOR_BYTES / 4];
} LANES(State);
#define State LANES(State)

#define INLINE static inline __attribute__((always_inline)) TARGET
#define EACH(name, count) UNROLLED for (int name = 0; name < (count); name++)

/* Each bit, and the two above it; the bits are three apart. */
INLINE Vector LANES(tripled)(Vector bits)
{
    return (bits << 3) - bits;
}

/* Each row of a band where the one before it was, the first after the last. */
INLINE Vector LANES(next_row)(Vector x)
{
    return x >> 9 | x << 18;
}

INLINE Vector LANES(keep_mini_rows)(Vector x)
{
    const uint32_t box_0 = 0x40201, box_2 = 0x1008040;
    Vector mini = (x | x >> 1 | x >> 2) & MINI_ROWS;
    /* The mini-rows of the box before and of the box after; each way to place three goes on in one direction. */
    Vector before = ((mini << 3) & (MINI_ROWS & ~box_0)) | ((mini >> 6) & box_0);
    Vector after = ((mini >> 3) & (MINI_ROWS & ~box_2)) | ((mini << 6) & box_2);
    Vector others = (after & LANES(next_row)(before)) | (before & LANES(next_row)(after));
    mini &= LANES(next_row)(others);
    return x & LANES(tripled)(mini);
}

INLINE Vector LANES(column_after)(Vector mini)
{
    return ((mini >> 1) & 0333) | ((mini << 2) & 0444);
}

INLINE Vector LANES(column_before)(Vector mini)
{
    return ((mini << 1) & 0666) | ((mini >> 2) & 0111);
}

/* Mini-columns are nine bits, one a column, and their three "rows" are the three bands. */
INLINE void LANES(keep_mini_columns)(Vector x[3])
{
    Vector mini[3], before[3], after[3];
    EACH(band, 3) {
        mini[band] = (x[band] | x[band] >> 9 | x[band] >> 18) & ROW_MASK;
        before[band] = LANES(column_before)(mini[band]);
        after[band] = LANES(column_after)(mini[band]);
    }
    EACH(band, 3) {
        int next = (band + 1) % 3, last = (band + 2) % 3;
        Vector kept = mini[band] & ((after[next] & before[last]) | (before[next] & after[last]));
        x[band] &= kept | kept << 9 | kept << 18;
    }
}

/* One bit a box, spread over the nine cells of the box. */
INLINE Vector LANES(spread_boxes)(Vector boxes)
{
    boxes = LANES(tripled)(boxes);
    return boxes | boxes << 9 | boxes << 18;
}

INLINE Vector LANES(boxes_with_any)(Vector x)
{
    Vector columns = x | x >> 9 | x >> 18;
    return LANES(spread_boxes)((columns | columns >> 1 | columns >> 2) & 0111);
}

INLINE Vector LANES(boxes_with_one)(Vector x)
{
    Vector once = x | x >> 9 | x >> 18;
    Vector twice = (x & x >> 9) | ((x | x >> 9) & x >> 18);
    Vector more = twice | twice >> 1 | twice >> 2 | (once & once >> 1) | ((once | once >> 1) & once >> 2);
    return LANES(spread_boxes)((once | once >> 1 | once >> 2) & ~more & 0111);
}

/* The cells that some digit holds, and those that two or more hold, in each lane that holds a digit. */
INLINE void LANES(over_digits)(const Quad x[3], Quad *once, Quad *twice)
{
    Quad any = x[0] | x[1] | x[2];
    Quad more = (x[0] & x[1]) | ((x[0] | x[1]) & x[2]);
    Quad second = TURNED(any, 1, 2, 0, 3), third = TURNED(any, 2, 0, 1, 3);
    *twice = more | TURNED(more, 1, 2, 0, 3) | TURNED(more, 2, 0, 1, 3) | (any & second) |
             ((any | second) & third);
    *once = any | second | third;
}

INLINE Quad LANES(over_any_digit)(const Quad x[3])
{
    Quad any = x[0] | x[1] | x[2];
    return any | TURNED(any, 1, 2, 0, 3) | TURNED(any, 2, 0, 1, 3);
}

enum { LANES(OPEN), LANES(STUCK), LANES(SOLVED), LANES(FAILED) };

/* Lanes that hold a digit. */
static const union {
    uint32_t lanes[16];
    Vector vectors[VECTORS];
} LANES(used) = {{1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0}};

/* The first three deductions in one band. What they find impossible sets a bit of `wrong` or of `clash`.
   Gives the cells that had two candidates or more. */
INLINE Quad LANES(narrow_band)(Vector x[VECTORS], Quad *wrong, Vector *clash)
{
    Vector single[VECTORS];
    Quad once, twice, taken;
    LANES(over_digits)((Quad[3]){QUADS_OF(x)}, &once, &twice);
    *wrong |= once ^ (Quad){BAND_MASK, BAND_MASK, BAND_MASK, 0};
    EACH(i, VECTORS) {
        Vector naked = x[i] & QUAD_EVERYWHERE(once & ~twice);
        x[i] &= ~LANES(boxes_with_any)(naked) | naked;
        single[i] = x[i] & LANES(boxes_with_one)(x[i]);
        *clash |= naked & ~single[i];
    }
    taken = LANES(over_any_digit)((Quad[3]){QUADS_OF(single)});
    EACH(i, VECTORS) {
        x[i] &= ~QUAD_EVERYWHERE(taken) | single[i];
        x[i] = LANES(keep_mini_rows)(x[i]);
    }
    return twice;
}

/* Take some states through one round, side by side, and report each outcome. */
INLINE void LANES(round)(State *const states[], int count, int outcomes[])
{
    Vector x[SLOTS][3][VECTORS], clash[SLOTS];
    Quad wrong[SLOTS], open[SLOTS];
    EACH(slot, count) {
        clash[slot] = (Vector){0};
        wrong[slot] = open[slot] = (Quad){0};
        EACH(band, 3) EACH(i, VECTORS) x[slot][band][i] = states[slot]->vectors[band][i];
    }
    EACH(band, 3) EACH(slot, count) {
        open[slot] |= LANES(narrow_band)(x[slot][band], &wrong[slot], &clash[slot]);
    }
    EACH(slot, count) {
        Vector changed = {0}, lost = {0};
        EACH(i, VECTORS) {
            Vector stack[3] = {x[slot][0][i], x[slot][1][i], x[slot][2][i]};
            LANES(keep_mini_columns)(stack);
            EACH(band, 3) {
                changed |= states[slot]->vectors[band][i] ^ stack[band];
                /* A digit that has nothing left in a band has 0 there, and only that goes below 0. */
                lost |= stack[band] - LANES(used).vectors[i];
                states[slot]->vectors[band][i] = stack[band];
            }
        }
        if (HAS_BIT((lost & 0x80000000u) | clash[slot]) || quad_has_bit(wrong[slot])) {
            outcomes[slot] = LANES(FAILED);
        } else if (HAS_BIT(changed)) {
            outcomes[slot] = LANES(OPEN);
        } else {
            /* One candidate in each cell is a solution only where no deduction takes it away. */
            outcomes[slot] = quad_has_bit(open[slot]) ? LANES(STUCK) : LANES(SOLVED);
        }
    }
}

/* The state of a grid: a given is the one candidate of its cell. */
static TARGET void LANES(start)(const uint8_t digits[CELLS], State *state)
{
    memset(state, 0, sizeof *state);
    for (int band = 0; band < 3; band++) {
        uint32_t *lanes = state->lanes[band], filled = 0;
        /* No unpredictable branch: an empty cell goes into an empty lane. */
        for (int cell = 0; cell < 27; cell++) lanes[LANE_OF[digits[27 * band + cell]]] |= 1u << cell;
        lanes[LANE_OF[0]] = 0;
        for (int digit = 1; digit <= DIGITS; digit++) filled |= lanes[LANE_OF[digit]];
        for (int digit = 1; digit <= DIGITS; digit++) lanes[LANE_OF[digit]] |= BAND_MASK & ~filled;
    }
}

/* How many of these cells share a house with a cell: those in its row or box, and in its column elsewhere. */
INLINE int LANES(seen_from)(const uint32_t cells[3], int band, int place)
{
    int column = place % 9;
    uint32_t here = 0777u << 9 * (place / 9) | 07007007u << 3 * (column / 3), elsewhere = 01001001u << column;
    return COUNT(cells[band] & here) + COUNT(cells[(band + 1) % 3] & elsewhere) +
           COUNT(cells[(band + 2) % 3] & elsewhere);
}

/* The cell to try, as its band and its bit: of the cells with two candidates the one that sees most others such,
   those with three counting a little; where there is none, the first cell with three, or with more. Some cell
   must have two or more. */
static TARGET uint32_t LANES(choose)(const State *state, int *chosen)
{
    uint32_t two[3], three[3], more[3], best = 0;
    int most = -1;
    for (int band = 0; band < 3; band++) {
        uint32_t at_least[5] = {0};
        for (int digit = 1; digit <= DIGITS; digit++) {
            uint32_t x = state->lanes[band][LANE_OF[digit]];
            at_least[4] |= at_least[3] & x;
            at_least[3] |= at_least[2] & x;
            at_least[2] |= at_least[1] & x;
            at_least[1] |= x;
        }
        two[band] = at_least[2] & ~at_least[3];
        three[band] = at_least[3] & ~at_least[4];
        more[band] = at_least[4];
    }
    for (int band = 0; band < 3; band++) {
        for (uint32_t left = two[band]; left; left &= left - 1) {
            int place = LOWEST(left);
            int seen = 3 * LANES(seen_from)(two, band, place) + LANES(seen_from)(three, band, place);
            if (seen > most) most = seen, best = left & -left, *chosen = band;
        }
    }
    for (int band = 0; band < 3 && !best; band++) best = three[*chosen = band] & -three[band];
    for (int band = 0; band < 3 && !best; band++) best = more[*chosen = band] & -more[band];
    return best;
}

/* Try a candidate: `state` has it placed, `other` has it removed. */
static TARGET void LANES(branch)(State *state, State *other)
{
    int band = 0, digit = 1;
    uint32_t bit = LANES(choose)(state, &band);
    *other = *state;
    while (!(state->lanes[band][LANE_OF[digit]] & bit)) digit++;
    other->lanes[band][LANE_OF[digit]] &= ~bit;
    while (++digit <= DIGITS) state->lanes[band][LANE_OF[digit]] &= ~bit;
}

static TARGET void LANES(write)(const State *state, uint8_t solution[CELLS])
{
    for (int band = 0; band < 3; band++) {
        for (int digit = 1; digit <= DIGITS; digit++) {
            for (uint32_t left = state->lanes[band][LANE_OF[digit]]; left; left &= left - 1) {
                solution[27 * band + LOWEST(left)] = (uint8_t)digit;
            }
        }
    }
}

static TARGET __attribute__((noinline)) void LANES(round_of_one)(State *const states[], int outcomes[])
{
    LANES(round)(states, 1, outcomes);
}

static TARGET __attribute__((noinline)) void LANES(round_of_two)(State *const states[], int outcomes[])
{
    LANES(round)(states, 2, outcomes);
}

static TARGET __attribute__((noinline)) void LANES(round_of_three)(State *const states[], int outcomes[])
{
    LANES(round)(states, SLOTS, outcomes);
}

/* Walk through the tree of trials. The states still to be visited wait on a stack, the deepest on top. Each
   trial that is followed fills a cell, so that a walk by one slot alone leaves at most CELLS states waiting;
   with several slots their trails mix, and the others rest while more than SHARED states are waiting. */
enum { LANES(SHARED) = 40, LANES(ROOM) = LANES(SHARED) + SLOTS + CELLS };

static TARGET void LANES(walk)(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit,
                               SearchAnswer *answer)
{
    State slots[SLOTS], waiting[LANES(ROOM)];
    State *active[SLOTS];
    int outcomes[SLOTS], count = 1, height = 0;
    for (int slot = 0; slot < SLOTS; slot++) active[slot] = &slots[slot];
    LANES(start)(digits, active[0]);
    answer->nodes = 1;
    while (count && answer->count < limit && answer->nodes <= node_limit) {
        int run = height <= LANES(SHARED) ? count : 1;
        if (run == 3) LANES(round_of_three)(active, outcomes);
        if (run == 2) LANES(round_of_two)(active, outcomes);
        if (run == 1) LANES(round_of_one)(active, outcomes);
        for (int slot = run - 1; slot >= 0; slot--) {
            if (outcomes[slot] == LANES(OPEN)) continue;
            if (outcomes[slot] == LANES(STUCK)) {
                LANES(branch)(active[slot], &waiting[height++]);
                answer->nodes++;
                continue;
            }
            if (outcomes[slot] == LANES(SOLVED) && answer->count < limit) {
                if (answer->count < answer->room) LANES(write)(active[slot], answer->solutions[answer->count]);
                answer->count++;
            }
            if (height) {
                *active[slot] = waiting[--height];
                answer->nodes++;
            } else {
                State *resting = active[slot];
                active[slot] = active[--count];
                active[count] = resting;
            }
        }
        for (; count < SLOTS && height; count++, answer->nodes++) *active[count] = waiting[--height];
    }
    answer->is_given_up = answer->nodes > node_limit;
}

#undef VECTORS
#undef SLOTS
#undef Vector
#undef State
#undef INLINE
#undef EACH
