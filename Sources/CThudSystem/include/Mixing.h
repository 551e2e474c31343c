#pragma once
#include "Realtime.h"
#include <stddef.h>

// The innermost loops of the mixer. They stand in C because eight samples at a time are added where the processor can (AVX2),
// which a program that runs on any processor of its kind has to ask for at run time. All versions round alike.

/// Adds `count` samples of `source`, each times `gain`, to `sum`, which must not overlap it. Safe: a loop that calls nothing.
void thud_add(float *sum, const float *source, float gain, size_t count) THUD_REALTIME;

/// The same to two sums at once, which must not overlap either.
void thud_add_pair(float *left, float *right, const float *source, float left_gain, float right_gain,
                   size_t count) THUD_REALTIME;

/// Whether a sample's magnitude is above `limit`, which is positive, or a sample is no number. Safe: a loop that calls nothing.
int thud_exceeds(const float *samples, float limit, size_t count) THUD_REALTIME;
