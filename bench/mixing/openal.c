// OpenAL Soft on its loopback device: looping, stationary sources straight ahead of the listener.
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <stddef.h>

#include "mixer.h"

static ALCdevice *device;
static LPALCRENDERSAMPLESSOFT render;

void mixer_open(int voices, float *const *samples) {
    LPALCLOOPBACKOPENDEVICESOFT open = (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    render = (LPALCRENDERSAMPLESSOFT)alcGetProcAddress(NULL, "alcRenderSamplesSOFT");
    demand(open != NULL && render != NULL, "finding the loopback device");
    device = open(NULL);
    const ALCint wanted[] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY, RATE, 0};
    ALCcontext *context = device == NULL ? NULL : alcCreateContext(device, wanted);
    demand(context != NULL && alcMakeContextCurrent(context), "alcCreateContext");
    for (int voice = 0; voice < voices; voice++) {
        ALuint buffer, source;
        alGenBuffers(1, &buffer);
        alBufferData(buffer, AL_FORMAT_MONO_FLOAT32, samples[voice], RATE * (ALsizei)sizeof(float), RATE);
        alGenSources(1, &source);
        alSourcei(source, AL_BUFFER, (ALint)buffer);
        alSourcei(source, AL_LOOPING, AL_TRUE);
        alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE);
        alSourcef(source, AL_GAIN, 0.5f);
        alSourcePlay(source);
    }
    demand(alGetError() == AL_NO_ERROR, "alSourcePlay");
}

void mixer_render(float *frames) { render(device, frames, BLOCK); }
