// A JACK client with two ports, connected to the first two playback ports.
#include <jack/jack.h>
#include <stddef.h>

#include "peer.h"

static const struct click *sound;
static jack_client_t *client;
static jack_port_t *ports[2];

static int render(jack_nframes_t frames, void *nothing) {
    (void)nothing;
    click_render(jack_port_get_buffer(ports[0], frames), jack_port_get_buffer(ports[1], frames), 1, (int)frames);
    return 0;
}

void peer_open(const struct click *click, char **arguments) {
    (void)arguments;
    sound = click;
    client = jack_client_open("click", JackNoStartServer, NULL);
    demand(client != NULL, "jack_client_open", "no server");
    const char *names[] = {"left", "right"};
    for (int side = 0; side < 2; side++) {
        ports[side] = jack_port_register(client, names[side], JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
        demand(ports[side] != NULL, "jack_port_register", "refused");
    }
    jack_set_process_callback(client, render, NULL);
    demand(jack_activate(client) == 0, "jack_activate", "refused");
    const char **speakers = jack_get_ports(client, NULL, JACK_DEFAULT_AUDIO_TYPE, JackPortIsPhysical | JackPortIsInput);
    demand(speakers != NULL && speakers[0] != NULL && speakers[1] != NULL, "jack_get_ports", "no loudspeakers");
    for (int side = 0; side < 2; side++) {
        demand(jack_connect(client, jack_port_name(ports[side]), speakers[side]) == 0, "jack_connect", "refused");
    }
    jack_free(speakers);
}

void peer_play(void) { click_begin(sound); }

void peer_close(void) {
    jack_deactivate(client);
    jack_client_close(client);
}
