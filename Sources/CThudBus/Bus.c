#include "Connection.h"
#include <dlfcn.h>
#include <stdlib.h>

static bool load(struct thud_bus *bus) {
    bus->library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!bus->library) return false;
#define FIND(name) if (!(bus->name = dlsym(bus->library, "sd_bus_" #name))) return false;
    FUNCTIONS(FIND)
    return bus->new(&bus->bus) >= 0;
}

/// Waits until the bus has accepted this program, which takes several messages. Returns whether it did.
static bool is_let_in(struct thud_bus *bus, uint64_t timeout) {
    while (bus->is_ready(bus->bus) == 0) {
        int done = bus->process(bus->bus, NULL);
        if (done < 0 || (done == 0 && bus->wait(bus->bus, timeout) <= 0)) return false;
    }
    return bus->is_ready(bus->bus) > 0;
}

struct thud_bus *thud_bus_open(const char *address, uint64_t timeout) {
    struct thud_bus *bus = calloc(1, sizeof *bus);
    if (!bus) return NULL;
    if (load(bus) && bus->set_address(bus->bus, address) >= 0 && bus->set_bus_client(bus->bus, true) >= 0 &&
        bus->set_method_call_timeout(bus->bus, timeout) >= 0 && bus->start(bus->bus) >= 0 && is_let_in(bus, timeout))
        return bus;
    thud_bus_close(bus);
    return NULL;
}

bool thud_bus_make_realtime(struct thud_bus *bus, uint64_t thread, uint32_t priority) {
    const char *kit = "org.freedesktop.RealtimeKit1";
    return bus->call_method(bus->bus, kit, "/org/freedesktop/RealtimeKit1", kit, "MakeThreadRealtime", NULL, NULL, "tu",
                            thread, priority) >= 0;
}

void thud_bus_close(struct thud_bus *bus) {
    if (bus->bus) bus->close_unref(bus->bus);
    if (bus->library) dlclose(bus->library);
    free(bus);
}
