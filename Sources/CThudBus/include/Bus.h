#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// D-Bus with libsystemd's sd-bus, which is loaded for a connection and not linked. Linking it would cost every run 0.7
// ms and 0.7 MiB, although it is only needed if the system itself refuses real-time priority, or to serve. Loading it
// takes 1.3 ms and leaves 32 KiB. PipeWire's ALSA plugin loads the same library anyway.

struct thud_bus;

/// Connects to the bus at `address` and greets it. Returns null if there is no bus, no libsystemd, or no answer within
/// `timeout` microseconds, which is also the time-out of later calls. A connection belongs to one thread.
struct thud_bus *thud_bus_open(const char *address, uint64_t timeout);

/// Asks RealtimeKit to give the thread with the kernel's ID `thread` SCHED_RR. Returns whether it reports success.
bool thud_bus_make_realtime(struct thud_bus *bus, uint64_t thread, uint32_t priority);

// feedbackd's interface, org.sigxcpu.Feedback and org.sigxcpu.Feedback.Haptic.

/// What a connection calls while it handles messages. Profiles are 0 silent, 1 quiet, 2 full.
struct thud_feedback_calls {
    void *context;
    /// `profile` is null if the caller names none. Returns the id of the feedback.
    uint32_t (*trigger)(void *context, const char *sender, const char *event, const char *profile, int32_t timeout);
    void (*end)(void *context, uint32_t id);
    bool (*vibrate)(void *context, const double *amplitudes, const uint32_t *milliseconds, size_t count);
    uint32_t (*profile)(void *context);
    bool (*set_profile)(void *context, const char *profile);
    /// The program called `sender` has left the bus.
    void (*gone)(void *context, const char *sender);
};

/// Takes the name org.sigxcpu.Feedback. Returns 0, or an errno: EEXIST if another program has it.
int thud_bus_serve_feedback(struct thud_bus *bus, struct thud_feedback_calls calls);

/// A descriptor that is readable when there are messages.
int thud_bus_descriptor(struct thud_bus *bus);

/// Handles a message. Returns 1 if there may be others, 0 if there are none, and a negative number if the bus has gone.
int thud_bus_handle(struct thud_bus *bus);

void thud_bus_feedback_ended(struct thud_bus *bus, uint32_t id, uint32_t reason);

void thud_bus_close(struct thud_bus *bus);
