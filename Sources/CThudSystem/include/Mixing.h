#pragma once
#include "Realtime.h"
#include <stddef.h>

// The innermost loops of the mixer. They are written in C to add eight samples at a time on processors with AVX2, which
// a portable program has to detect at run time. All versions round alike.

/// Adds `count` samples of `source`, times `gain`, to `sum`, which must not overlap it. Safe: a loop without calls.
void thud_add(float *sum, const float *source, float gain, size_t count) THUD_REALTIME;

/// Like `thud_add`, to two sums at once, which must not overlap each other either.
void thud_add_pair(float *left, float *right, const float *source, float left_gain, float right_gain,
                   size_t count) THUD_REALTIME;

/// Returns whether any sample is NaN or exceeds `limit`, which is positive, in magnitude. Safe: a loop without calls.
int thud_exceeds(const float *samples, float limit, size_t count) THUD_REALTIME;
