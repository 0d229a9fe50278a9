/* The minlex form of a solution grid: see similarity.py, whose reference this follows step for step.

   Columns are 0 to 8. The order of columns decides everything: which label each digit of the first row gets, hence the
   form. The origin of a row says, for each column, in which column of the first row the row's digit is. */

#include "search.h"

#include <string.h>

enum { STACKS = 3, ROW = 9, BAND = 27, TOPS = 36 };

static const uint8_t orders_of_three[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

typedef struct {
    const uint8_t (*rows)[ROW]; /* the grid, or the transposed grid */
    int first, second, third;   /* the rows of the top band */
    uint8_t origin[ROW], origin_of_third[ROW];
} Top;

typedef struct {
    uint8_t form[CELLS];
    int count; /* the symmetries that lead to it */
} Best;

static void write_row(const uint8_t row[ROW], const uint8_t order[ROW], const uint8_t labels[10], uint8_t *written)
{
    for (int place = 0; place < ROW; place++) written[place] = labels[row[order[place]]];
}

/* The rows below the top band: the rows of a band, and the bands, by the label in their first column. */
static void write_bands_below(const Top *top, const uint8_t order[ROW], const uint8_t labels[10], uint8_t *written)
{
    int row_of_label[10] = {0}, sorted[2][3], counts[2] = {0, 0};
    int above = top->first / 3, bands[2] = {above == 0 ? 1 : 0, above == 2 ? 1 : 2};
    for (int row = 0; row < ROW; row++) row_of_label[labels[top->rows[row][order[0]]]] = row;
    int upper = -1;
    for (int label = 1; label <= 9; label++) {
        int row = row_of_label[label];
        if (row / 3 == above) continue;
        int band = row / 3 == bands[1];
        if (upper < 0) upper = band;
        sorted[band][counts[band]++] = row;
    }
    for (int place = 0; place < 6; place++) {
        int band = place < 3 ? upper : !upper;
        write_row(top->rows[sorted[band][place % 3]], order, labels, written + ROW * place);
    }
}

/* Whether the second or third row is greater in this order of columns than in the best form. */
static int is_worse(const Top *top, const uint8_t order[ROW], const Best *best)
{
    uint8_t place_of[ROW];
    if (!best->count) return 0;
    for (int place = 0; place < ROW; place++) place_of[order[place]] = (uint8_t)place;
    /* The second row begins with the same three labels in all orders that are tried. */
    for (int place = 3; place < ROW; place++) {
        int difference = place_of[top->origin[order[place]]] + 1 - best->form[ROW + place];
        if (difference) return difference > 0;
    }
    for (int place = 0; place < ROW; place++) {
        int difference = place_of[top->origin_of_third[order[place]]] + 1 - best->form[2 * ROW + place];
        if (difference) return difference > 0;
    }
    return 0;
}

/* Compare the form in this order of columns with the best. */
static void try_order(const Top *top, const uint8_t order[ROW], Best *best)
{
    uint8_t labels[10] = {0}, form[CELLS];
    if (is_worse(top, order, best)) return;
    for (int place = 0; place < ROW; place++) labels[top->rows[top->first][order[place]]] = (uint8_t)(place + 1);
    write_row(top->rows[top->first], order, labels, form);
    write_row(top->rows[top->second], order, labels, form + ROW);
    write_row(top->rows[top->third], order, labels, form + 2 * ROW);
    write_bands_below(top, order, labels, form + BAND);
    int difference = best->count ? memcmp(form, best->form, CELLS) : -1;
    if (difference > 0) return;
    best->count = difference ? 1 : best->count + 1;
    memcpy(best->form, form, CELLS);
}

/* How the second row can begin at best, as similarity.py explains. */
typedef enum { WITH_456, WITH_4571, WITH_457 } Beginning;

static Beginning beginning_of(const uint8_t origin[ROW])
{
    if (origin[0] / 3 == origin[1] / 3 && origin[1] / 3 == origin[2] / 3) return WITH_456;
    for (int column = 0; column < ROW; column++) {
        if (origin[origin[column]] == column) return WITH_4571;
    }
    return WITH_457;
}

/* The orders of columns for a choice of the first three: the second stack is where their digits of the second row
   are in the first row, or two of them; with 457 the first two columns of the third stack can change places. */
static void try_first_three(const Top *top, Beginning beginning, uint8_t order[ROW], Best *best)
{
    const uint8_t *origin = top->origin;
    for (int place = 0; place < 3; place++) order[3 + place] = origin[order[place]];
    if (beginning == WITH_456) {
        for (int place = 3; place < 6; place++) order[3 + place] = origin[order[place]];
        try_order(top, order, best);
        return;
    }
    if (order[3] / 3 != order[4] / 3 || (beginning == WITH_4571 && origin[order[3]] != order[0])) return;
    order[6] = order[5];
    order[5] = (uint8_t)(order[3] / 3 * 9 + 3 - order[3] - order[4]); /* the sum of a stack's columns is known */
    for (int turn = 1; turn <= 2; turn++) {
        order[7] = (uint8_t)(order[6] / 3 * 3 + (order[6] + turn) % 3);
        order[8] = (uint8_t)(order[6] / 3 * 3 + (order[6] + 3 - turn) % 3);
        try_order(top, order, best);
    }
}

static void try_top(const Top *top, Beginning beginning, Best *best)
{
    uint8_t order[ROW];
    for (int stack = 0; stack < STACKS; stack++) {
        for (int chosen = 0; chosen < 6; chosen++) {
            for (int place = 0; place < 3; place++) {
                order[place] = (uint8_t)(3 * stack + orders_of_three[chosen][place]);
            }
            try_first_three(top, beginning, order, best);
        }
    }
}

static void find_top(Top *top, const uint8_t (*rows)[ROW], int band, const uint8_t order[3])
{
    uint8_t column_of[10];
    top->rows = rows;
    top->first = 3 * band + order[0], top->second = 3 * band + order[1], top->third = 3 * band + order[2];
    for (int column = 0; column < ROW; column++) column_of[rows[top->first][column]] = (uint8_t)column;
    for (int column = 0; column < ROW; column++) {
        top->origin[column] = column_of[rows[top->second][column]];
        top->origin_of_third[column] = column_of[rows[top->third][column]];
    }
}

int canonical_form(const uint8_t solution[CELLS], uint8_t form[CELLS])
{
    uint8_t rows[2][ROW][ROW];
    Top tops[TOPS];
    Beginning beginnings[TOPS], smallest = WITH_457;
    Best best = {0};
    if (memchr(solution, 0, CELLS) || has_conflict(solution)) return 0;
    for (int row = 0; row < ROW; row++) {
        for (int column = 0; column < ROW; column++) {
            rows[0][row][column] = rows[1][column][row] = solution[ROW * row + column];
        }
    }
    for (int top = 0; top < TOPS; top++) {
        find_top(&tops[top], (const uint8_t(*)[ROW])rows[top / 18], top / 6 % 3, orders_of_three[top % 6]);
        beginnings[top] = beginning_of(tops[top].origin);
        if (beginnings[top] < smallest) smallest = beginnings[top];
    }
    for (int top = 0; top < TOPS; top++) {
        if (beginnings[top] == smallest) try_top(&tops[top], smallest, &best);
    }
    memcpy(form, best.form, CELLS);
    return best.count;
}
