/* Which pairs of assumptions singles refute: the inner loop of trials inside a trial. The reference is
   _failing_together in techniques/proofs/failing_pairs.py: the same order of assumptions gives the same steps.

   Where singles lead does not depend on the order in which they are placed. So whatever forces one of a failing
   pair fails with the other, too, and any two that hold together under a sound pair are sound: few of all pairs
   have to be followed. */

#include "candidates.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    CandidateSet left, placed; /* where the assumption leads by itself */
    CandidateSet forced_by;    /* the assumptions that force it, itself among them */
    CandidateSet failing;      /* the assumptions that fail together with it */
    CandidateSet sound;        /* the assumptions that are known not to */
} Assumption;

typedef struct {
    CandidateSet open, before; /* the undecided candidates of the grid, and its digits */
    Assumption of[CANDIDATES];
} Trials;

static void unite(CandidateSet *set, const CandidateSet *more)
{
    for (int part = 0; part < PARTS; part++) set->parts[part] |= more->parts[part];
}

static void intersect(CandidateSet *set, const CandidateSet *kept)
{
    for (int part = 0; part < PARTS; part++) set->parts[part] &= kept->parts[part];
}

static void subtract(CandidateSet *set, const CandidateSet *gone)
{
    for (int part = 0; part < PARTS; part++) set->parts[part] &= ~gone->parts[part];
}

static int has(const CandidateSet *set, int candidate)
{
    return set->parts[candidate / 27] >> candidate % 27 & 1;
}

static void add(CandidateSet *set, int candidate)
{
    set->parts[candidate / 27] |= 1u << candidate % 27;
}

/* The candidates of a set, ascending; how many there are. */
static int list(const CandidateSet *set, int16_t found[CANDIDATES])
{
    int count = 0;
    for (int part = 0; part < PARTS; part++) {
        for (uint32_t left = set->parts[part]; left; left &= left - 1) {
            found[count++] = (int16_t)(27 * part + __builtin_ctz(left));
        }
    }
    return count;
}

static int list_open(const Trials *trials, const CandidateSet *set, int16_t found[CANDIDATES])
{
    CandidateSet open = *set;
    intersect(&open, &trials->open);
    return list(&open, found);
}

/* Follow each open candidate by itself; 0 if one of them fails. */
static int follow_each(Trials *trials, const CandidateSet *grid)
{
    int16_t open[CANDIDATES], forced[CANDIDATES];
    int count = list(&trials->open, open);
    for (int i = 0; i < count; i++) {
        Assumption *one = trials->of + open[i];
        memset(one, 0, sizeof *one);
        one->left = *grid;
        one->placed = trials->before;
        add(&one->placed, open[i]);
        exclude(&one->left, open[i] / CELLS, open[i] / 27 % 3, 1u << open[i] % 27);
        if (!place_singles(&one->left, &one->placed, 1)) return 0;
    }
    for (int i = 0; i < count; i++) {
        int forced_count = list_open(trials, &trials->of[open[i]].placed, forced);
        for (int j = 0; j < forced_count; j++) add(&trials->of[forced[j]].forced_by, open[i]);
    }
    return 1;
}

/* Whether two assumptions may hold together; all that holds then. With a single all that it forces is placed. */
static int join(const Trials *trials, const Assumption *one, const Assumption *other, CandidateSet *held)
{
    CandidateSet left = one->left, singles;
    int is_new = 1;
    intersect(&left, &other->left);
    *held = one->placed;
    unite(held, &other->placed);
    while (is_new) {
        if (!find_singles(&left, 1, &singles)) return 0;
        is_new = 0;
        for (int part = 0; part < PARTS; part++) {
            for (uint32_t new; (new = singles.parts[part] & ~held->parts[part]); is_new = 1) {
                const Assumption *single = trials->of + 27 * part + __builtin_ctz(new);
                intersect(&left, &single->left);
                unite(held, &single->placed);
            }
        }
    }
    return 1;
}

static void note_failing(Trials *trials, const CandidateSet *some, const CandidateSet *others)
{
    int16_t found[CANDIDATES];
    int count = list_open(trials, some, found);
    for (int i = 0; i < count; i++) unite(&trials->of[found[i]].failing, others);
}

static void note_sound(Trials *trials, const CandidateSet *held)
{
    int16_t found[CANDIDATES];
    int count = list_open(trials, held, found);
    for (int i = 0; i < count; i++) unite(&trials->of[found[i]].sound, held);
}

/* Try an assumption with each that is open under it, unless that is known already. */
static void try_with_others(Trials *trials, const Assumption *first, const CandidateSet *tried)
{
    int16_t others[CANDIDATES];
    CandidateSet open = first->left, held;
    int count;
    subtract(&open, &first->placed);
    subtract(&open, tried);
    count = list_open(trials, &open, others);
    for (int i = 0; i < count; i++) {
        const Assumption *second = trials->of + others[i];
        if (has(&first->failing, others[i]) || has(&first->sound, others[i])) continue;
        if (join(trials, first, second, &held)) {
            note_sound(trials, &held);
        } else {
            note_failing(trials, &first->forced_by, &second->forced_by);
            note_failing(trials, &second->forced_by, &first->forced_by);
        }
    }
}

/* Stable insertion sort: the assumptions first that force most, since these say most about others. */
static void sort_by_force(const Trials *trials, int16_t candidates[CANDIDATES], int count)
{
    int forced[CANDIDATES];
    for (int i = 0; i < count; i++) {
        const CandidateSet *placed = &trials->of[candidates[i]].placed;
        int16_t candidate = candidates[i];
        int own = 0, place = i;
        for (int part = 0; part < PARTS; part++) own += __builtin_popcount(placed->parts[part]);
        for (; place > 0 && forced[place - 1] < own; place--) {
            forced[place] = forced[place - 1];
            candidates[place] = candidates[place - 1];
        }
        forced[place] = own;
        candidates[place] = candidate;
    }
}

/* Candidates by cells, as masks, become candidates by digits; cells with one candidate count as filled. */
static void read_masks(const uint8_t masks[MASKS_BYTES], CandidateSet *grid, CandidateSet *filled)
{
    memset(grid, 0, sizeof *grid);
    memset(filled, 0, sizeof *filled);
    for (int cell = 0; cell < CELLS; cell++) {
        unsigned mask = (masks[2 * cell] | (unsigned)masks[2 * cell + 1] << 8) & 0777u;
        CandidateSet *also = mask & (mask - 1) ? grid : filled;
        for (; mask; mask &= mask - 1) {
            add(grid, CELLS * __builtin_ctz(mask) + cell);
            add(also, CELLS * __builtin_ctz(mask) + cell);
        }
    }
}

int failing_together(const uint8_t masks[MASKS_BYTES], uint8_t (*failing)[SET_BYTES])
{
    Trials *trials = malloc(sizeof *trials);
    CandidateSet grid, tried;
    int16_t order[CANDIDATES], found[CANDIDATES];
    int count, is_possible;
    if (!trials) return NO_MEMORY;
    read_masks(masks, &grid, &trials->before);
    trials->open = grid;
    subtract(&trials->open, &trials->before);
    is_possible = follow_each(trials, &grid);
    count = is_possible ? list(&trials->open, order) : 0;
    sort_by_force(trials, order, count);
    memset(&tried, 0, sizeof tried);
    for (int i = 0; i < count; i++) {
        add(&tried, order[i]);
        try_with_others(trials, trials->of + order[i], &tried);
    }
    memset(failing, 0, (size_t)CANDIDATES * SET_BYTES);
    for (int i = 0; i < count; i++) {
        Assumption *one = trials->of + order[i];
        intersect(&one->failing, &one->left);
        subtract(&one->failing, &one->placed);
        int failing_count = list(&one->failing, found);
        for (int j = 0; j < failing_count; j++) failing[order[i]][found[j] / 8] |= (uint8_t)(1 << found[j] % 8);
    }
    free(trials);
    return is_possible;
}
