#include "Mixing.h"

#include <stdint.h>
#include <string.h>

// Round each product before its sum, as Swift does, so that a frame is the same whichever loop computed it.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

INLINE void add(float *restrict sum, const float *restrict source, float gain, size_t count) {
    for (size_t index = 0; index < count; index++) sum[index] += gain * source[index];
}

INLINE void add_pair(float *restrict left, float *restrict right, const float *restrict source, float left_gain,
                     float right_gain, size_t count) {
    for (size_t index = 0; index < count; index++) {
        left[index] += left_gain * source[index];
        right[index] += right_gain * source[index];
    }
}

// Compared as integers, magnitudes keep their order, and NaN is greater than all of them.
INLINE int exceeds(const float *samples, float limit, size_t count) {
    int32_t highest, above = 0;
    memcpy(&highest, &limit, sizeof highest);
    for (size_t index = 0; index < count; index++) {
        int32_t bits;
        memcpy(&bits, samples + index, sizeof bits);
        above |= (bits & INT32_MAX) > highest;
    }
    return above;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_wide(float *sum, const float *source, float gain, size_t count) {
    add(sum, source, gain, count);
}

__attribute__((target("avx2"))) static void add_pair_wide(float *left, float *right, const float *source,
                                                          float left_gain, float right_gain, size_t count) {
    add_pair(left, right, source, left_gain, right_gain, count);
}

__attribute__((target("avx2"))) static int exceeds_wide(const float *samples, float limit, size_t count) {
    return exceeds(samples, limit, count);
}

#define IS_WIDE __builtin_cpu_supports("avx2")
#else
#define IS_WIDE 0
#define add_wide add
#define add_pair_wide add_pair
#define exceeds_wide exceeds
#endif

void thud_add(float *sum, const float *source, float gain, size_t count) {
    IS_WIDE ? add_wide(sum, source, gain, count) : add(sum, source, gain, count);
}

void thud_add_pair(float *left, float *right, const float *source, float left_gain, float right_gain, size_t count) {
    IS_WIDE ? add_pair_wide(left, right, source, left_gain, right_gain, count)
            : add_pair(left, right, source, left_gain, right_gain, count);
}

int thud_exceeds(const float *samples, float limit, size_t count) {
    return IS_WIDE ? exceeds_wide(samples, limit, count) : exceeds(samples, limit, count);
}
