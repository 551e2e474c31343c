#pragma once

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

// The C functions that the audio thread may call. Each prototype vouches for its function with THUD_REALTIME, so that
// the Swift compiler accepts the call under `@_noLocks @_noAllocation`. No tool checks these promises.
#define THUD_REALTIME                                        \
    __attribute__((swift_attr("@_noLocks")))                 \
    __attribute__((swift_attr("@_noAllocation")))

/// Returns CLOCK_MONOTONIC in nanoseconds. Safe: a vDSO read without a lock.
int64_t thud_monotonic_ns(void) THUD_REALTIME;

/// Sleeps until a descriptor is ready or `timeout_ns` has passed. Returns poll's result, or -errno. This is how the
/// audio thread sleeps: it waits for the device and the clock, never for another thread's lock.
int thud_poll(struct pollfd *descriptors, unsigned count, int64_t timeout_ns) THUD_REALTIME;

/// Sleeps until `descriptor` is readable or `timeout_ns` has passed (forever if negative). Returns whether it is.
int thud_wait_readable(int descriptor, int64_t timeout_ns) THUD_REALTIME;

/// Sleeps until one of `count` (at most 32) descriptors is ready or `timeout_ns` has passed. Returns a bit for each
/// that is readable or has been closed at its other end. Not for the audio thread.
uint32_t thud_wait_any(const int *descriptors, unsigned count, int64_t timeout_ns);

/// Creates a non-blocking eventfd, closed on exec. Returns it, or -errno. Not for the audio thread.
int thud_event_create(void);

/// Blocks a signal on the calling thread, which it arrives at instead as readable data of a new descriptor. Other
/// threads must have blocked it. Returns -1 on failure. Not for the audio thread.
int thud_signal_descriptor(int number);

/// Names the calling thread for debuggers and `top`. At most 15 bytes are kept. Not for the audio thread.
void thud_thread_name(const char *name);

/// Adds one to an eventfd. Safe: the descriptor is non-blocking, and a full counter signals as well as any other.
void thud_event_signal(int descriptor) THUD_REALTIME;

/// Mark the code between the two calls as real-time. In a debug build linked with RealtimeSanitizer, any call there
/// that could allocate or block ends the process. Otherwise they do nothing.
void thud_realtime_enter(void) THUD_REALTIME;
void thud_realtime_exit(void) THUD_REALTIME;

/// Clears an eventfd. Safe: the descriptor is non-blocking.
void thud_event_clear(int descriptor) THUD_REALTIME;

/// Prepares the calling thread for rendering: flushes denormals to zero, because each product with them would take a
/// hundred times as long, and maps the stack that rendering needs, locked if possible. Call it before rendering starts.
void thud_realtime_prepare(void);

/// Returns the kernel's ID of the calling thread.
int32_t thud_thread_number(void);
