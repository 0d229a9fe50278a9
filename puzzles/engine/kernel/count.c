/* How many solutions a grid has: lanes.h, compiled for each kind of processor, and the choice among them.

   Which kind is there is asked when the program runs, so that what was built on one machine runs on another. */

#include "search.h"

#include <string.h>

#define ROW_MASK 0777u
#define BAND_MASK 0777777777u
#define MINI_ROWS 0111111111u
#define UNROLLED _Pragma("GCC unroll 4")
#define LOWEST(bits) __builtin_ctz(bits)
#define COUNT(bits) __builtin_popcount(bits)

/* Vectors are passed between functions that are always inlined: no calling convention is involved. */
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint32_t Quad __attribute__((vector_size(16)));

/* The place of each digit, three in a quad of four; that of no digit is empty. */
static const int LANE_OF[DIGITS + 1] = {3, 0, 1, 2, 4, 5, 6, 8, 9, 10};

#if defined(__clang__)
#define TURNED(quad, a, b, c, d) __builtin_shufflevector(quad, quad, a, b, c, d)
#else
#define TURNED(quad, a, b, c, d) __builtin_shuffle(quad, (Quad){a, b, c, d})
#endif

static inline __attribute__((always_inline)) int quad_has_bit(Quad quad)
{
    typedef uint64_t Halves __attribute__((vector_size(16)));
    Halves halves = (Halves)quad;
    return (halves[0] | halves[1]) != 0;
}

/* Any processor. */
#define LANES(name) plain_##name
#define TARGET
#define VECTOR_BYTES 16
#define HAS_BIT(vector) quad_has_bit(vector)
#define QUADS_OF(vectors) vectors[0], vectors[1], vectors[2]
#define QUAD_EVERYWHERE(quad) (quad)
#include "lanes.h"
#undef LANES
#undef TARGET
#undef VECTOR_BYTES
#undef HAS_BIT
#undef QUADS_OF
#undef QUAD_EVERYWHERE

#if defined(__x86_64__)
#define HAS_WIDE_LANES 1
#include <immintrin.h>

#define LANES(name) avx2_##name
#define TARGET __attribute__((target("avx2,bmi,popcnt")))
#define VECTOR_BYTES 32
#define HAS_BIT(vector) (!_mm256_testz_si256((__m256i)(vector), (__m256i)(vector)))
#define QUADS_OF(vectors)                                                                                    \
    (Quad)_mm256_castsi256_si128((__m256i)vectors[0]), (Quad)_mm256_extracti128_si256((__m256i)vectors[0], 1), \
        (Quad)_mm256_castsi256_si128((__m256i)vectors[1])
#define QUAD_EVERYWHERE(quad) ((Vector)_mm256_broadcastsi128_si256((__m128i)(quad)))
#include "lanes.h"
#undef LANES
#undef TARGET
#undef VECTOR_BYTES
#undef HAS_BIT
#undef QUADS_OF
#undef QUAD_EVERYWHERE

#define LANES(name) avx512_##name
#define TARGET __attribute__((target("avx512f,avx512vl,avx2,bmi,popcnt")))
#define VECTOR_BYTES 64
#define HAS_BIT(vector) (_mm512_test_epi32_mask((__m512i)(vector), (__m512i)(vector)) != 0)
#define QUADS_OF(vectors)                                           \
    (Quad)_mm512_castsi512_si128((__m512i)vectors[0]),              \
        (Quad)_mm512_extracti32x4_epi32((__m512i)vectors[0], 1),    \
        (Quad)_mm512_extracti32x4_epi32((__m512i)vectors[0], 2)
#define QUAD_EVERYWHERE(quad) ((Vector)_mm512_broadcast_i32x4((__m128i)(quad)))
#include "lanes.h"
#endif

int can_use_lanes(int lanes)
{
#if defined(HAS_WIDE_LANES)
    if (lanes == AVX2_LANES) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
    }
    if (lanes == AVX512_LANES) {
        return can_use_lanes(AVX2_LANES) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512vl");
    }
#endif
    return lanes == PLAIN_LANES || lanes == BEST_LANES;
}

int has_conflict(const uint8_t digits[CELLS])
{
    uint32_t rows[9] = {0}, columns[9] = {0}, boxes[9] = {0};
    for (int cell = 0; cell < CELLS; cell++) {
        uint32_t bit = digits[cell] ? 1u << digits[cell] : 0;
        int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        if ((rows[row] | columns[column] | boxes[box]) & bit) return 1;
        rows[row] |= bit, columns[column] |= bit, boxes[box] |= bit;
    }
    return 0;
}

static void walk(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, int lanes,
                 SearchAnswer *answer)
{
#if defined(HAS_WIDE_LANES)
    if (lanes == AVX512_LANES || (lanes == BEST_LANES && can_use_lanes(AVX512_LANES))) {
        avx512_walk(digits, limit, node_limit, answer);
        return;
    }
    if (lanes == AVX2_LANES || (lanes == BEST_LANES && can_use_lanes(AVX2_LANES))) {
        avx2_walk(digits, limit, node_limit, answer);
        return;
    }
#endif
    (void)lanes;
    plain_walk(digits, limit, node_limit, answer);
}

void count_solutions(const uint8_t digits[CELLS], int64_t limit, int64_t node_limit, int lanes,
                     SearchAnswer *answer)
{
    answer->count = answer->nodes = answer->is_given_up = 0;
    walk(digits, limit, node_limit, lanes, answer);
    /* Equal givens in a house fail in the first round: looked for only then, they cost the others nothing. */
    if (answer->count == 0 && answer->nodes == 1 && has_conflict(digits)) {
        answer->nodes = answer->is_given_up = 0;
    }
}
