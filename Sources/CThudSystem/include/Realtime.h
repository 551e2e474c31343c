#pragma once

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

// The C functions that the audio thread may call. Each prototype vouches for its function with THUD_REALTIME, and the Swift
// compiler then accepts the call under `@_noLocks @_noAllocation`. Nothing checks such a promise, so there are few of them
// and they stand together.
#define THUD_REALTIME                                        \
    __attribute__((swift_attr("@_noLocks")))                 \
    __attribute__((swift_attr("@_noAllocation")))

/// CLOCK_MONOTONIC in nanoseconds. Safe: a vDSO read without a lock.
int64_t thud_monotonic_ns(void) THUD_REALTIME;

/// Sleeps until a descriptor is ready or `timeout_ns` has passed: poll's result, or -errno. Here the
/// audio thread sleeps: it waits for the device and the clock, never for another thread's lock.
int thud_poll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns) THUD_REALTIME;

/// Sleeps until `descriptor` can be read or `timeout_ns` has passed (for ever where negative): true where it can be
/// read.
int thud_wait_readable(int descriptor, int64_t timeout_ns) THUD_REALTIME;

/// Sleeps until one of `count` (at most 32) descriptors can be read or `timeout_ns` has passed: a bit for each that can
/// be read, or that has come to an end. Not for the audio thread.
uint32_t thud_wait_any(const int *descriptors, unsigned count, int64_t timeout_ns);

/// A new non-blocking eventfd, closed on exec; or -errno. Not for the audio thread.
int thud_event_create(void);

/// Names the calling thread for debuggers and `top`; at most 15 bytes are kept. Not for the audio thread.
void thud_thread_name(const char *name);

/// Adds one to an eventfd. Safe: a non-blocking descriptor; a full counter is as good a signal as any.
void thud_event_signal(int descriptor) THUD_REALTIME;

/// Between these two calls RealtimeSanitizer ends the process on any call that could allocate or block, if the program is a
/// debug build linked with it. Otherwise they do nothing.
void thud_realtime_enter(void) THUD_REALTIME;
void thud_realtime_exit(void) THUD_REALTIME;

/// Empties an eventfd. Safe: a non-blocking descriptor.
void thud_event_clear(int descriptor) THUD_REALTIME;

/// Makes the calling thread ready to render: numbers too small to be heard become zero instead of making each product with them a
/// hundred times as slow, and the stack that rendering needs lies in memory, locked there where the system allows it. Not for the
/// audio thread once it renders.
void thud_realtime_prepare(void);

/// The number by which the kernel knows the calling thread.
int32_t thud_thread_number(void);
