#pragma once
#include <stdbool.h>
#include <stdint.h>

// D-Bus by libsystemd's sd-bus, which is loaded for a connection and not linked. Linked, it would take 0.7 ms and 0.7
// MiB of each run, although it is needed only if the system itself refuses real-time priority. Loaded, it takes 1.3 ms
// of a thread that nobody waits for, and leaves 32 KiB. If PipeWire's plugin for ALSA is in use, the library is in the
// process already.

struct thud_bus;

/// Connects to the bus that listens at `address` and greets it; null if there is none, no libsystemd, or no answer
/// within `patience` microseconds. Later calls wait as long. A connection belongs to one thread.
struct thud_bus *thud_bus_open(const char *address, uint64_t patience);

/// Asks RealtimeKit to give the thread of that number SCHED_RR; whether it says that it did.
bool thud_bus_make_realtime(struct thud_bus *bus, uint64_t thread, uint32_t priority);

void thud_bus_close(struct thud_bus *bus);
