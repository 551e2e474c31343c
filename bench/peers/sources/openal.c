// OpenAL Soft: alSourcePlay on a loaded buffer. ALSOFT_CONF names the file that sets its periods.
#include <AL/al.h>
#include <AL/alc.h>
#include <stdlib.h>

#include "peer.h"

static ALCdevice *device;
static ALCcontext *context;
static ALuint buffer, source;

void peer_open(const struct click *click, char **arguments) {
    (void)arguments;
    device = alcOpenDevice(NULL);
    demand(device != NULL, "alcOpenDevice", "no device");
    const ALCint wanted[] = {ALC_FREQUENCY, RATE, 0};
    context = alcCreateContext(device, wanted);
    demand(context != NULL && alcMakeContextCurrent(context), "alcCreateContext", "no context");
    int16_t *values = malloc(2 * (size_t)click->frames * sizeof *values);
    demand(values != NULL, "click", "does not fit into memory");
    for (int index = 0; index < 2 * click->frames; index++) values[index] = (int16_t)(click->samples[index] * 32767);
    alGenBuffers(1, &buffer);
    alBufferData(buffer, AL_FORMAT_STEREO16, values, 2 * click->frames * (ALsizei)sizeof *values, RATE);
    free(values);
    alGenSources(1, &source);
    alSourcei(source, AL_BUFFER, (ALint)buffer);
    demand(alGetError() == AL_NO_ERROR, "alSourcei", "refused");
}

void peer_play(void) { alSourcePlay(source); }

void peer_close(void) {
    alDeleteSources(1, &source);
    alDeleteBuffers(1, &buffer);
    alcMakeContextCurrent(NULL);
    alcDestroyContext(context);
    alcCloseDevice(device);
}
