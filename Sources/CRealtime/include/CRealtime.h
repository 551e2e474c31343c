#pragma once

#include <stdint.h>
#include <time.h>

// What the audio thread may call. Each prototype vouches for its function with THUD_REALTIME: the Swift compiler
// then accepts it under `@_noLocks @_noAllocation`. Every such promise is trust, so they are few and stand together.
#define THUD_REALTIME                                        \
    __attribute__((swift_attr("@_noLocks")))                 \
    __attribute__((swift_attr("@_noAllocation")))

/// CLOCK_MONOTONIC in nanoseconds. Real-time safe: a vDSO read without a lock.
static inline int64_t thud_monotonic_ns(void) THUD_REALTIME;
static inline int64_t thud_monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Opens a stretch that RealtimeSanitizer judges; does nothing in builds without the trait of that name.
void thud_realtime_enter(void) THUD_REALTIME;

/// Closes the stretch that the matching `thud_realtime_enter` opened.
void thud_realtime_exit(void) THUD_REALTIME;
