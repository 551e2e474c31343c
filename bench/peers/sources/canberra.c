// libcanberra: ca_context_play on a sound that it has cached in the server.
#include <canberra.h>
#include <stddef.h>

#include "peer.h"

static ca_context *context;
static const char *path;

static void check(int code, const char *what) { demand(code == CA_SUCCESS, what, ca_strerror(code)); }

void peer_open(const struct click *click, char **arguments) {
    (void)arguments;
    path = click->path;
    check(ca_context_create(&context), "ca_context_create");
    check(ca_context_open(context), "ca_context_open");
    check(
        ca_context_cache(
            context, CA_PROP_EVENT_ID, "click", CA_PROP_MEDIA_FILENAME, path, CA_PROP_CANBERRA_CACHE_CONTROL,
            "permanent", NULL),
        "ca_context_cache");
}

void peer_play(void) {
    // It plays the cached sound only with all three properties.
    check(
        ca_context_play(
            context, 1, CA_PROP_EVENT_ID, "click", CA_PROP_MEDIA_FILENAME, path, CA_PROP_CANBERRA_CACHE_CONTROL,
            "permanent", NULL),
        "ca_context_play");
}

void peer_close(void) { ca_context_destroy(context); }
