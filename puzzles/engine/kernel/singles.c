/* What follows by singles alone: the inner work of trial steps, and the class of a grid.

   The candidates of a digit are 81 bits in three bands of 27, as in lanes.h; but here the rounds are those of the
   techniques, each rule asked by itself, because the steps told to people count them. */

#include "layers.h"

#include <string.h>

#define BAND 0777777777u
#define ROW 0777u
#define COLUMN 01001001u /* a column in a band */
#define BOX 07007007u    /* a box in a band */

/* The cells that hold some digit, and those that hold two or more. */
static void count_over_digits(const Layers *layers, int band, uint32_t *once, uint32_t *twice)
{
    *once = *twice = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        *twice |= *once & layers->bands[digit][band];
        *once |= layers->bands[digit][band];
    }
}

/* Add the places of a digit that are alone in their row, column or box; 0 if one of these has none. */
static int add_hidden_singles(const uint32_t bands[3], uint32_t single[3])
{
    uint32_t once = 0, twice = 0;
    for (int band = 0; band < 3; band++) {
        for (int i = 0; i < 3; i++) {
            uint32_t row = bands[band] & ROW << 9 * i, box = bands[band] & BOX << 3 * i;
            uint32_t columns = bands[band] >> 9 * i & ROW;
            if (!row || !box) return 0;
            if (!(row & (row - 1))) single[band] |= row;
            if (!(box & (box - 1))) single[band] |= box;
            twice |= once & columns;
            once |= columns;
        }
    }
    once &= ~twice;
    for (int band = 0; band < 3; band++) single[band] |= bands[band] & (once | once << 9 | once << 18);
    return (once | twice) == ROW;
}

int find_singles(const Layers *layers, int is_hidden_too, Layers *singles)
{
    memset(singles, 0, sizeof *singles);
    for (int band = 0; band < 3; band++) {
        uint32_t once, twice;
        count_over_digits(layers, band, &once, &twice);
        if (once != BAND) return 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            singles->bands[digit][band] = layers->bands[digit][band] & ~twice;
        }
    }
    for (int digit = 0; digit < DIGITS && is_hidden_too; digit++) {
        if (!add_hidden_singles(layers->bands[digit], singles->bands[digit])) return 0;
    }
    return 1;
}

void exclude(Layers *layers, int digit, int band, uint32_t bit)
{
    int place = __builtin_ctz(bit), row = place / 9, column = place % 9;
    uint32_t kept = layers->bands[digit][band] & bit;
    uint32_t column_bits = COLUMN << column;
    for (int other = 0; other < DIGITS; other++) layers->bands[other][band] &= ~bit;
    for (int other = 0; other < 3; other++) layers->bands[digit][other] &= ~column_bits;
    layers->bands[digit][band] &= ~(ROW << 9 * row | BOX << 3 * (column / 3));
    layers->bands[digit][band] |= kept;
}

/* Place all singles of a round; 0 if all of them are placed already. */
static int place_new(Layers *layers, const Layers *singles, Layers *placed)
{
    int is_new = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < 3; band++) {
            uint32_t new = singles->bands[digit][band] & ~placed->bands[digit][band];
            placed->bands[digit][band] |= new;
            for (; new; new &= new - 1) {
                exclude(layers, digit, band, new & -new);
                is_new = 1;
            }
        }
    }
    return is_new;
}

int follow_layers(Layers *layers, Layers *placed, int is_hidden_too, int *rounds)
{
    Layers singles;
    for (*rounds = 0; find_singles(layers, is_hidden_too, &singles); ++*rounds) {
        if (!place_new(layers, &singles, placed)) return 1;
    }
    return 0;
}

void read_places(const uint8_t bytes[PLACES_BYTES], Layers *layers)
{
    memset(layers, 0, sizeof *layers);
    for (int cell = 0; cell < CELLS; cell++) {
        int first = 10 * cell;
        unsigned candidates = (bytes[first / 8] | (unsigned)bytes[first / 8 + 1] << 8) >> first % 8 & ROW;
        for (; candidates; candidates &= candidates - 1) {
            layers->bands[__builtin_ctz(candidates)][cell / 27] |= 1u << cell % 27;
        }
    }
}

void write_places(const Layers *layers, uint8_t bytes[PLACES_BYTES])
{
    uint16_t groups[GROUPS] = {0};
    for (int digit = 0; digit < DIGITS; digit++) {
        uint16_t *houses = groups + CELLS + digit;
        for (int band = 0; band < 3; band++) {
            for (uint32_t left = layers->bands[digit][band]; left; left &= left - 1) {
                int cell = 27 * band + __builtin_ctz(left), row = cell / 9, column = cell % 9;
                groups[cell] |= (uint16_t)(1 << digit);
                houses[DIGITS * row] |= (uint16_t)(1 << column);
                houses[DIGITS * (9 + column)] |= (uint16_t)(1 << row);
                houses[DIGITS * (18 + 3 * band + column / 3)] |= (uint16_t)(1 << (row % 3 * 3 + column % 3));
            }
        }
    }
    /* Four groups of ten bits are five bytes. */
    for (int group = 0; group < GROUPS; group += 4) {
        uint64_t five = groups[group] | (uint64_t)groups[group + 1] << 10 | (uint64_t)groups[group + 2] << 20 |
                        (uint64_t)groups[group + 3] << 30;
        for (int i = 0; i < 5; i++) *bytes++ = (uint8_t)(five >> 8 * i);
    }
}

/* Whether each cell has one candidate left. */
static int is_decided(const Layers *layers)
{
    for (int band = 0; band < 3; band++) {
        uint32_t once, twice;
        count_over_digits(layers, band, &once, &twice);
        if (twice) return 0;
    }
    return 1;
}

/* Whether all digits have a place in all houses: what naked singles alone do not ask. */
static int is_consistent(const Layers *layers)
{
    Layers singles;
    return find_singles(layers, 1, &singles);
}

int class_of(const uint8_t digits[CELLS])
{
    Layers layers, placed;
    int rounds;
    memset(&placed, 0, sizeof placed);
    memset(&layers, 0, sizeof layers);
    for (int cell = 0; cell < CELLS; cell++) {
        for (int digit = 0; digit < DIGITS; digit++) {
            uint32_t is_candidate = !digits[cell] || digits[cell] == digit + 1;
            layers.bands[digit][cell / 27] |= is_candidate << cell % 27;
        }
    }
    if (!follow_layers(&layers, &placed, 0, &rounds) || (is_decided(&layers) && !is_consistent(&layers))) return HARDER;
    if (is_decided(&layers)) return SIMPLE;
    return follow_layers(&layers, &placed, 1, &rounds) && is_decided(&layers) ? SINGLES : HARDER;
}

int is_grid(const uint8_t digits[CELLS])
{
    for (int cell = 0; cell < CELLS; cell++) {
        if (digits[cell] > DIGITS) return 0;
    }
    return 1;
}
