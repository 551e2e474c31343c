#pragma once
#include <stdint.h>

/// The counts of a preloaded judge for the thread called `thud-audio`, from the end of its warm-up. They are in the
/// file that THUD_JUDGE names, which must hold as many zero bytes when the program starts.
///
/// The location of the first offence is printed on standard error. Anything within an alsa-lib call belongs to alsa-lib
/// and its plugins (`theirs`), everything else to the program (`ours`).
struct realtime_counts {
    /// The number of alsa-lib calls, which proves that the thread was watched while it worked.
    uint64_t calls;
    /// malloc, calloc, realloc, memalign and free.
    uint64_t our_allocations, their_allocations;
    /// The C library's mutexes, read-write locks and conditions, and the futexes of Swift's locks.
    uint64_t our_locks, their_locks;
};
