/* What follows by singles alone: the inner work of trial steps, and the class of a grid.

   The candidates of a digit are 81 bits in three bands of 27, as in lanes.h; but here the rounds are those of the
   techniques, each rule asked by itself, because the steps shown to people count them. */

#include "candidates.h"

#include <string.h>

#define BAND_MASK 0777777777u
#define ROW_MASK 0777u
#define COLUMN_MASK 01001001u /* a column in a band */
#define BOX_MASK 07007007u    /* a box in a band */

/* The cells that hold some digit, and those that hold two or more. */
static void count_over_digits(const CandidateSet *set, int band, uint32_t *once, uint32_t *twice)
{
    *once = *twice = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        *twice |= *once & set->bands[digit][band];
        *once |= set->bands[digit][band];
    }
}

/* Add the places of a digit that are alone in their row, column or box; 0 if one of these has none. */
static int add_hidden_singles(const uint32_t bands[3], uint32_t single[3])
{
    uint32_t once = 0, twice = 0;
    for (int band = 0; band < 3; band++) {
        for (int i = 0; i < 3; i++) {
            uint32_t row = bands[band] & ROW_MASK << 9 * i, box = bands[band] & BOX_MASK << 3 * i;
            uint32_t columns = bands[band] >> 9 * i & ROW_MASK;
            if (!row || !box) return 0;
            if (!(row & (row - 1))) single[band] |= row;
            if (!(box & (box - 1))) single[band] |= box;
            twice |= once & columns;
            once |= columns;
        }
    }
    once &= ~twice;
    for (int band = 0; band < 3; band++) single[band] |= bands[band] & (once | once << 9 | once << 18);
    return (once | twice) == ROW_MASK;
}

int find_singles(const CandidateSet *set, int is_hidden_too, CandidateSet *singles)
{
    memset(singles, 0, sizeof *singles);
    for (int band = 0; band < 3; band++) {
        uint32_t once, twice;
        count_over_digits(set, band, &once, &twice);
        if (once != BAND_MASK) return 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            singles->bands[digit][band] = set->bands[digit][band] & ~twice;
        }
    }
    for (int digit = 0; digit < DIGITS && is_hidden_too; digit++) {
        if (!add_hidden_singles(set->bands[digit], singles->bands[digit])) return 0;
    }
    return 1;
}

void exclude(CandidateSet *set, int digit, int band, uint32_t bit)
{
    int place = __builtin_ctz(bit), row = place / 9, column = place % 9;
    uint32_t kept = set->bands[digit][band] & bit;
    uint32_t column_bits = COLUMN_MASK << column;
    for (int other = 0; other < DIGITS; other++) set->bands[other][band] &= ~bit;
    for (int other = 0; other < 3; other++) set->bands[digit][other] &= ~column_bits;
    set->bands[digit][band] &= ~(ROW_MASK << 9 * row | BOX_MASK << 3 * (column / 3));
    set->bands[digit][band] |= kept;
}

/* Place all singles of a round; 0 if all of them are placed already. */
static int place_new(CandidateSet *set, const CandidateSet *singles, CandidateSet *placed)
{
    int is_new = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) {
            uint32_t new = singles->bands[digit][band] & ~placed->bands[digit][band];
            placed->bands[digit][band] |= new;
            for (; new; new &= new - 1) {
                exclude(set, digit, band, new & -new);
                is_new = 1;
            }
        }
    }
    return is_new;
}

int place_singles(CandidateSet *set, CandidateSet *placed, int is_hidden_too)
{
    CandidateSet singles;
    while (find_singles(set, is_hidden_too, &singles)) {
        if (!place_new(set, &singles, placed)) return 1;
    }
    return 0;
}

/* Whether each cell has one candidate left. */
static int is_decided(const CandidateSet *set)
{
    for (int band = 0; band < 3; band++) {
        uint32_t once, twice;
        count_over_digits(set, band, &once, &twice);
        if (twice) return 0;
    }
    return 1;
}

/* Whether all digits have a place in all houses: what naked singles alone do not ask. */
static int is_consistent(const CandidateSet *set)
{
    CandidateSet singles;
    return find_singles(set, 1, &singles);
}

int class_of(const uint8_t digits[CELLS])
{
    CandidateSet set, placed;
    memset(&placed, 0, sizeof placed);
    memset(&set, 0, sizeof set);
    for (int cell = 0; cell < CELLS; cell++) {
        for (int digit = 0; digit < DIGITS; digit++) {
            uint32_t is_candidate = !digits[cell] || digits[cell] == digit + 1;
            set.bands[digit][cell / 27] |= is_candidate << cell % 27;
        }
    }
    if (!place_singles(&set, &placed, 0) || (is_decided(&set) && !is_consistent(&set))) return HARDER;
    if (is_decided(&set)) return SIMPLE;
    return place_singles(&set, &placed, 1) && is_decided(&set) ? SINGLES : HARDER;
}

int is_grid(const uint8_t digits[CELLS])
{
    for (int cell = 0; cell < CELLS; cell++) {
        if (digits[cell] > DIGITS) return 0;
    }
    return 1;
}
