// PortAudio: a callback stream. Argument: frames per buffer.
#include <portaudio.h>
#include <stddef.h>

#include "peer.h"

static const struct click *sound;
static PaStream *stream;

static void check(PaError code, const char *what) { demand(code == paNoError, what, Pa_GetErrorText(code)); }

static int render(
    const void *input, void *output, unsigned long frames, const PaStreamCallbackTimeInfo *time,
    PaStreamCallbackFlags flags, void *nothing) {
    (void)input, (void)time, (void)flags, (void)nothing;
    click_render(output, (float *)output + 1, 2, (int)frames);
    return paContinue;
}

void peer_open(const struct click *click, char **arguments) {
    sound = click;
    int frames = frames_argument(arguments, 64);
    check(Pa_Initialize(), "Pa_Initialize");
    PaHostApiIndex alsa = Pa_HostApiTypeIdToHostApiIndex(paALSA);
    demand(alsa >= 0, "PortAudio", "has no ALSA");
    PaStreamParameters wanted = {
        .device = Pa_GetHostApiInfo(alsa)->defaultOutputDevice,
        .channelCount = 2,
        .sampleFormat = paFloat32,
        .suggestedLatency = (double)frames / RATE,
    };
    check(Pa_OpenStream(&stream, NULL, &wanted, RATE, (unsigned long)frames, paNoFlag, render, NULL), "Pa_OpenStream");
    check(Pa_StartStream(stream), "Pa_StartStream");
}

void peer_play(void) { click_begin(sound); }

void peer_close(void) {
    Pa_AbortStream(stream);
    Pa_CloseStream(stream);
    Pa_Terminate();
}
