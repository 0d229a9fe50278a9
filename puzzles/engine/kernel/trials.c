/* What singles refute under an assumption: the work of trials inside a trial. The techniques in Python say what is
   looked for and why it is enough; here the same is found by the same ways, so that both tell the same steps.

   Where singles lead does not depend on the order in which they are placed, so any way of following them serves to
   tell a contradiction. Only where rounds are counted they are followed round by round. */

#include "layers.h"

#include <stdlib.h>
#include <string.h>

/* One candidate, by its digit, and its bit in a band. */
typedef struct {
    int digit, band;
    uint32_t bit;
} Candidate;

/* An assumption: where it leads by itself, and what is known of others under it. */
typedef struct {
    Candidate assumed;
    Layers left, placed;
    Layers forced_by; /* the candidates that force it, itself one of them */
    Layers failing;   /* those that fail together with it */
    Layers sound;     /* those that do not */
} Assumption;

typedef struct {
    int count;
    Layers open, before;            /* what is undecided on the grid, and its digits */
    int16_t number_of[CANDIDATES];  /* of those that are open */
    Assumption all[CANDIDATES];
} Trials;

static void unite(Layers *layers, const Layers *more)
{
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) layers->bands[digit][band] |= more->bands[digit][band];
    }
}

static void intersect(Layers *layers, const Layers *kept)
{
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) layers->bands[digit][band] &= kept->bands[digit][band];
    }
}

static void subtract(Layers *layers, const Layers *gone)
{
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) layers->bands[digit][band] &= ~gone->bands[digit][band];
    }
}

static int has(const Layers *layers, const Candidate *one)
{
    return (layers->bands[one->digit][one->band] & one->bit) != 0;
}

static int number_in(const Candidate *one)
{
    return CELLS * one->digit + 27 * one->band + __builtin_ctz(one->bit);
}

/* The candidates by cell, then by digit; how many there are. */
static int list(const Layers *layers, Candidate found[CANDIDATES])
{
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        for (int digit = 0; digit < DIGITS; digit++) {
            Candidate one = {digit, cell / 27, 1u << cell % 27};
            if (has(layers, &one)) found[count++] = one;
        }
    }
    return count;
}

static int count_of(const Layers *layers)
{
    int count = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) count += __builtin_popcount(layers->bands[digit][band]);
    }
    return count;
}

/* Whether a candidate may hold, as far as singles tell; where that leads. */
static int assume(const Candidate *one, Layers *left, Layers *placed, int *rounds)
{
    exclude(left, one->digit, one->band, one->bit);
    placed->bands[one->digit][one->band] |= one->bit;
    return follow_layers(left, placed, 1, rounds);
}

int refuted_by_singles(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES],
                       uint8_t refuted[PLACES_BYTES])
{
    Candidate open_ones[CANDIDATES];
    Layers given, known, open, sound, failing;
    int rounds, count;
    read_places(left, &given);
    read_places(placed, &known);
    open = given;
    subtract(&open, &known);
    count = list(&open, open_ones);
    memset(&sound, 0, sizeof sound);
    memset(&failing, 0, sizeof failing);
    for (int i = 0; i < count; i++) {
        const Candidate *one = open_ones + i;
        Layers end = given, then_placed = known;
        if (has(&sound, one)) continue;
        if (assume(one, &end, &then_placed, &rounds)) {
            unite(&sound, &then_placed);
        } else {
            failing.bands[one->digit][one->band] |= one->bit;
        }
    }
    write_places(&failing, refuted);
    return count_of(&failing);
}

/* Follow each candidate by itself; 0 if one of them fails. */
static int begin(Trials *trials, const Layers *left, const Layers *placed)
{
    int rounds;
    trials->open = *left;
    subtract(&trials->open, placed);
    trials->before = *placed;
    trials->count = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) {
            for (uint32_t bits = trials->open.bands[digit][band]; bits; bits &= bits - 1) {
                Assumption *one = trials->all + trials->count;
                memset(one, 0, sizeof *one);
                one->assumed = (Candidate){digit, band, bits & -bits};
                one->left = *left;
                one->placed = *placed;
                trials->number_of[number_in(&one->assumed)] = (int16_t)trials->count++;
                if (!assume(&one->assumed, &one->left, &one->placed, &rounds)) return 0;
            }
        }
    }
    return 1;
}

/* The assumptions whose candidates are among these; how many there are. */
static int assumptions_in(Trials *trials, const Layers *layers, Assumption *found[CANDIDATES])
{
    int count = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) {
            uint32_t bits = layers->bands[digit][band] & trials->open.bands[digit][band];
            for (; bits; bits &= bits - 1) {
                Candidate one = {digit, band, bits & -bits};
                found[count++] = trials->all + trials->number_of[number_in(&one)];
            }
        }
    }
    return count;
}

static void note_who_forces_whom(Trials *trials)
{
    Assumption *forced[CANDIDATES];
    for (int i = 0; i < trials->count; i++) {
        const Candidate *one = &trials->all[i].assumed;
        int count = assumptions_in(trials, &trials->all[i].placed, forced);
        for (int j = 0; j < count; j++) forced[j]->forced_by.bands[one->digit][one->band] |= one->bit;
    }
}

/* Whether two assumptions may hold together; all that holds then. With a single all is placed that it forces. */
static int join(const Trials *trials, const Assumption *one, const Assumption *other, Layers *held)
{
    Layers left = one->left, singles;
    *held = one->placed;
    intersect(&left, &other->left);
    unite(held, &other->placed);
    while (find_singles(&left, 1, &singles)) {
        int is_new = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            for (int band = 0; band < 3; band++) {
                uint32_t new;
                while ((new = singles.bands[digit][band] & ~held->bands[digit][band])) {
                    Candidate single = {digit, band, new & -new};
                    const Assumption *forcing = trials->all + trials->number_of[number_in(&single)];
                    intersect(&left, &forcing->left);
                    unite(held, &forcing->placed);
                    is_new = 1;
                }
            }
        }
        if (!is_new) return 1;
    }
    return 0;
}

static void note_failing(Trials *trials, const Layers *some, const Layers *others)
{
    Assumption *found[CANDIDATES];
    int count = assumptions_in(trials, some, found);
    for (int i = 0; i < count; i++) unite(&found[i]->failing, others);
}

static void note_sound(Trials *trials, const Layers *held)
{
    Assumption *found[CANDIDATES];
    int count = assumptions_in(trials, held, found);
    for (int i = 0; i < count; i++) unite(&found[i]->sound, held);
}

/* Try an assumption with each that is open under it, unless that is known already. */
static void try_with_others(Trials *trials, Assumption *first, const Layers *followed)
{
    Assumption *others[CANDIDATES];
    Layers open = first->left, held;
    int count;
    subtract(&open, &first->placed);
    subtract(&open, followed);
    count = assumptions_in(trials, &open, others);
    for (int i = 0; i < count; i++) {
        Assumption *second = others[i];
        if (has(&first->failing, &second->assumed) || has(&first->sound, &second->assumed)) continue;
        if (join(trials, first, second, &held)) {
            subtract(&held, &trials->before);
            note_sound(trials, &held);
        } else {
            note_failing(trials, &first->forced_by, &second->forced_by);
            note_failing(trials, &second->forced_by, &first->forced_by);
        }
    }
}

/* Those first that force most: what is found of them tells most of others. Of equals the first, as in Python: two of
   which only the one rules out the other are found where that one comes later. */
static void order(const Trials *trials, int16_t numbers[CANDIDATES])
{
    int counts[CANDIDATES];
    for (int i = 0; i < trials->count; i++) {
        int count = count_of(&trials->all[i].placed), place = i;
        for (; place > 0 && counts[place - 1] < count; place--) {
            counts[place] = counts[place - 1];
            numbers[place] = numbers[place - 1];
        }
        counts[place] = count;
        numbers[place] = (int16_t)i;
    }
}

int count_open(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES])
{
    Layers open, known;
    read_places(left, &open);
    read_places(placed, &known);
    subtract(&open, &known);
    return count_of(&open);
}

int failing_together(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES],
                     uint8_t (*failing)[PLACES_BYTES])
{
    Trials *trials = malloc(sizeof *trials);
    Layers given, known, followed;
    int16_t numbers[CANDIDATES];
    int is_possible;
    if (!trials) return NO_MEMORY;
    read_places(left, &given);
    read_places(placed, &known);
    is_possible = begin(trials, &given, &known);
    if (is_possible) {
        note_who_forces_whom(trials);
        order(trials, numbers);
        memset(&followed, 0, sizeof followed);
        for (int i = 0; i < trials->count; i++) {
            Assumption *first = trials->all + numbers[i];
            followed.bands[first->assumed.digit][first->assumed.band] |= first->assumed.bit;
            try_with_others(trials, first, &followed);
        }
        for (int i = 0; i < trials->count; i++) {
            Assumption *one = trials->all + i;
            intersect(&one->failing, &one->left);
            subtract(&one->failing, &one->placed);
            write_places(&one->failing, failing[i]);
        }
    }
    free(trials);
    return is_possible;
}

/* Whether singles end in a contradiction once these candidates have fallen. */
static int fails_without(const Layers *left, const Layers *placed, const Layers *fallen, int *rounds)
{
    Layers rest = *left, known = *placed;
    subtract(&rest, fallen);
    return !follow_layers(&rest, &known, 1, rounds);
}

int64_t weigh_trials(const uint8_t left[PLACES_BYTES], const uint8_t placed[PLACES_BYTES],
                     uint8_t needed[PLACES_BYTES])
{
    Candidate ones[CANDIDATES];
    int rounds[CANDIDATES], count, last_rounds;
    int64_t cost = 0;
    Layers given, known, fallen;
    read_places(left, &given);
    read_places(placed, &known);
    read_places(needed, &fallen);
    count = list(&fallen, ones);
    /* The longest first; of equals the one that comes first. */
    for (int i = 0; i < count; i++) {
        Candidate one = ones[i];
        Layers end = given, then_placed = known;
        int own, place = i;
        assume(&one, &end, &then_placed, &own);
        for (; place > 0 && rounds[place - 1] < own; place--) {
            rounds[place] = rounds[place - 1];
            ones[place] = ones[place - 1];
        }
        rounds[place] = own;
        ones[place] = one;
    }
    for (int i = 0; i < count; i++) {
        Layers fewer = fallen;
        fewer.bands[ones[i].digit][ones[i].band] &= ~ones[i].bit;
        if (fails_without(&given, &known, &fewer, &last_rounds)) {
            fallen = fewer;
        } else {
            cost += 1 + (int64_t)rounds[i] * rounds[i];
        }
    }
    fails_without(&given, &known, &fallen, &last_rounds);
    write_places(&fallen, needed);
    return cost + last_rounds;
}
