#pragma once
#include <stdint.h>

/// What a preloaded judge has counted on the thread called `thud-audio`, from the end of its warm-up on. It stands in the file that
/// THUD_JUDGE names, which must hold as many zero bytes when the program starts.
///
/// Where the first offence was committed is told on standard error. What is done within a call of alsa-lib is alsa-lib's and its plugins' (`theirs`), all else the program's (`ours`).
struct realtime_counts {
    /// Calls of alsa-lib: that the thread was watched while it worked.
    uint64_t calls;
    /// malloc, calloc, realloc, memalign and free.
    uint64_t our_allocations, their_allocations;
    /// Mutexes, read-write locks and conditions of the C library, and the futexes of Swift's own.
    uint64_t our_locks, their_locks;
};
