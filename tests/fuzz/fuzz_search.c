/* Gives the compiled search many grids, most of them bad, and checks what it answers: fuzz_search INPUTS SEED.

   Built with the sanitizers (see run), which stop at the first access outside of what is its own and at the first
   operation that C leaves undefined; the driver itself stops at the first answer that cannot be right. */

#include "search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

/* SplitMix64. */
static uint64_t chance(void)
{
    uint64_t x = seed += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static int below(int bound)
{
    return (int)(chance() % (uint64_t)bound);
}

static void shuffle(int *items, int count)
{
    for (int last = count - 1; last > 0; last--) {
        int other = below(last + 1), item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}

/* Nine lines in another order, each within its three, and the threes moved. */
static void move_lines(int lines[9])
{
    int threes[3] = {0, 1, 2};
    shuffle(threes, 3);
    for (int three = 0; three < 3; three++) {
        int within[3] = {0, 1, 2};
        shuffle(within, 3);
        for (int i = 0; i < 3; i++) lines[3 * three + i] = 3 * threes[three] + within[i];
    }
}

/* A solved grid: the simplest pattern with lines and digits moved. */
static void make_solved(uint8_t digits[CELLS])
{
    int rows[9], columns[9], names[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    move_lines(rows);
    move_lines(columns);
    shuffle(names, 9);
    for (int cell = 0; cell < CELLS; cell++) {
        int row = rows[cell / 9], column = columns[cell % 9];
        digits[cell] = (uint8_t)names[(3 * (row % 3) + row / 3 + column) % 9];
    }
}

/* Any bytes, any digits, or part of a solved grid, more often than not with some digits changed. */
static void make_input(uint8_t digits[CELLS])
{
    int kind = below(9), kept = kind == 8 ? 60 + below(22) : 15 + below(40);
    if (kind < 2) {
        for (int cell = 0; cell < CELLS; cell++) {
            digits[cell] = (uint8_t)(kind ? below(60) < 40 ? 0 : below(10) : below(256));
        }
        return;
    }
    make_solved(digits);
    /* Two cells of a full or nearly full grid that change places: often only a row, or a column, is wrong then. */
    if (kind == 8) {
        int one = below(CELLS), other = below(2) ? below(CELLS) : 9 * (one / 9) + below(9);
        uint8_t digit = digits[one];
        digits[one] = digits[other];
        digits[other] = digit;
    }
    for (int cell = 0; cell < CELLS; cell++) {
        if (below(CELLS) >= kept) digits[cell] = 0;
    }
    for (int changes = kind > 4 && kind < 8 ? below(4) : 0; changes > 0; changes--) {
        digits[below(CELLS)] = (uint8_t)(kind == 7 ? below(256) : below(10));
    }
}

static void check(int is_right, const char *what, const uint8_t digits[CELLS])
{
    if (is_right) return;
    fprintf(stderr, "wrong: %s, for the bytes", what);
    for (int cell = 0; cell < CELLS; cell++) fprintf(stderr, " %d", digits[cell]);
    fputc('\n', stderr);
    exit(1);
}

/* Whether a solution holds each digit once in each house, and the givens. */
static int is_solution(const uint8_t solution[CELLS], const uint8_t digits[CELLS])
{
    uint32_t houses[27] = {0};
    for (int cell = 0; cell < CELLS; cell++) {
        uint32_t bit = 1u << solution[cell];
        if (solution[cell] > DIGITS || (digits[cell] && digits[cell] != solution[cell])) return 0;
        houses[cell / 9] |= bit;
        houses[9 + cell % 9] |= bit;
        houses[18 + cell / 27 * 3 + cell % 9 / 3] |= bit;
    }
    for (int house = 0; house < 27; house++) {
        if (houses[house] != 01776) return 0;
    }
    return 1;
}

/* A grid in another order of rows and columns, now and then transposed, under other names. */
static void make_equivalent(const uint8_t digits[CELLS], uint8_t equivalent[CELLS])
{
    int rows[9], columns[9], names[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, is_transposed = below(2);
    move_lines(rows);
    move_lines(columns);
    shuffle(names, 9);
    for (int cell = 0; cell < CELLS; cell++) {
        int row = rows[cell / 9], column = columns[cell % 9];
        uint8_t digit = digits[is_transposed ? 9 * column + row : 9 * row + column];
        equivalent[cell] = digit ? (uint8_t)names[digit - 1] : 0;
    }
}

/* A form for solution grids and nothing else; the form of its own form, and of all equivalent grids. */
static void check_form(const uint8_t digits[CELLS])
{
    uint8_t form[CELLS], other[CELLS], equivalent[CELLS];
    int count = canonical_form(digits, form);
    check((count > 0) == is_solution(digits, digits), "whether there is a canonical form", digits);
    if (!count) return;
    check(is_solution(form, form) && memcmp(form, digits, CELLS) <= 0, "the canonical form", digits);
    check(canonical_form(form, other) == count && !memcmp(form, other, CELLS), "the form of the form", digits);
    make_equivalent(digits, equivalent);
    check(canonical_form(equivalent, other) == count && !memcmp(form, other, CELLS), "an equivalent grid", digits);
}

static void check_search(const uint8_t digits[CELLS])
{
    static const int64_t limits[] = {1, 2, 2, 2, 3, 50};
    int64_t limit = limits[below(6)], node_limit = below(10) ? 200 : below(30);
    uint8_t solutions[3][CELLS];
    SearchAnswer answer = {.room = 3, .solutions = solutions}, other = {.room = 0};
    count_solutions(digits, limit, node_limit, BEST_LANES, &answer);
    if (answer.is_given_up) {
        check(answer.nodes > node_limit, "given up too early", digits);
        return;
    }
    check(answer.nodes <= node_limit || answer.nodes == 0, "the limit of nodes", digits);
    check(answer.count >= 0 && answer.count <= limit, "the count", digits);
    for (int lanes = PLAIN_LANES; lanes <= AVX512_LANES; lanes++) {
        if (!can_use_lanes(lanes)) continue;
        count_solutions(digits, limit, MOST_NODES, lanes, &other);
        check(other.count == answer.count, "the count by other lanes", digits);
    }
    for (int i = 0; i < answer.count && i < 3; i++) {
        if (!i) check_form(solutions[i]);
        check(is_solution(solutions[i], digits), "one of the solutions", digits);
        check(!i || memcmp(solutions[i], solutions[i - 1], CELLS), "the same solution twice", digits);
    }
    if (class_of(digits) == HARDER) return;
    check(answer.count == 1, "the class of a grid without one solution", digits);
}

/* The candidates of a grid by cells, some of them gone. */
static void write_masks(const uint8_t digits[CELLS], uint8_t masks[MASKS_BYTES])
{
    int gone = below(4) ? 0 : 1 + below(20);
    for (int cell = 0; cell < CELLS; cell++) {
        unsigned mask = digits[cell] ? 1u << (digits[cell] - 1) : 0777u;
        for (int digit = 0; digit < DIGITS && !digits[cell]; digit++) {
            if (below(100) < gone) mask &= ~(1u << digit);
        }
        masks[2 * cell] = (uint8_t)mask;
        masks[2 * cell + 1] = (uint8_t)(mask >> 8);
    }
}

/* Trials on the candidates of a grid, or now and then on any bytes: no candidate fails with itself or a stranger. */
static void check_trials(const uint8_t digits[CELLS])
{
    static uint8_t failing[CANDIDATES][SET_BYTES];
    uint8_t masks[MASKS_BYTES];
    write_masks(digits, masks);
    for (int i = 0; i < MASKS_BYTES && !below(10); i++) masks[i] = (uint8_t)(chance() | chance());
    int are_possible = failing_together(masks, failing);
    check(are_possible == NO_MEMORY || are_possible == 0 || are_possible == 1, "the answer on trials", digits);
    if (are_possible != 1) return;
    for (int one = 0; one < CANDIDATES; one++) {
        for (int other = 0; other < CANDIDATES; other++) {
            int mask = masks[2 * (other % CELLS)] | masks[2 * (other % CELLS) + 1] << 8;
            if (!(failing[one][other / 8] >> other % 8 & 1)) continue;
            check(one != other && mask >> other / CELLS & 1, "a candidate that cannot fail", digits);
        }
    }
}

int main(int count, char **arguments)
{
    long inputs = count > 1 ? atol(arguments[1]) : 2000000, grids = 0;
    seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    printf("%ld inputs from seed %" PRIu64 "\n", inputs, seed);
    for (long input = 0; input < inputs; input++) {
        uint8_t digits[CELLS];
        make_input(digits);
        if (!is_grid(digits)) continue;
        grids++;
        check_search(digits);
        check_form(digits);
        if (!(input % 16)) check_trials(digits);
    }
    printf("clean: %ld of them were grids\n", grids);
    return 0;
}
