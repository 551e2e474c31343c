#pragma once
#include <stdbool.h>
#include <stdint.h>

// D-Bus with libsystemd's sd-bus, which is loaded for a connection and not linked. Linking it would cost every run 0.7
// ms and 0.7 MiB, although it is only needed if the system itself refuses real-time priority. Loading it takes 1.3 ms
// on a background thread and leaves 32 KiB. PipeWire's ALSA plugin loads the same library anyway.

struct thud_bus;

/// Connects to the bus at `address` and greets it. Returns null if there is no bus, no libsystemd, or no answer within
/// `patience` microseconds, which is also the time-out of later calls. A connection belongs to one thread.
struct thud_bus *thud_bus_open(const char *address, uint64_t patience);

/// Asks RealtimeKit to give the thread with the kernel's ID `thread` SCHED_RR. Returns whether it reports success.
bool thud_bus_make_realtime(struct thud_bus *bus, uint64_t thread, uint32_t priority);

void thud_bus_close(struct thud_bus *bus);
