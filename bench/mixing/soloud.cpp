// SoLoud without a device: looping voices, and the cheapest of its resamplers.
#include "soloud.h"
#include "soloud_wav.h"

#include "mixer.h"

static SoLoud::Soloud mixer;
static SoLoud::Wav sounds[VOICES_LIMIT];

void mixer_open(int voices, float *const *samples) {
    // It takes no shorter buffers, but mixes any number of frames.
    const unsigned buffer = 4 * BLOCK;
    demand(mixer.init(SoLoud::Soloud::CLIP_ROUNDOFF, SoLoud::Soloud::NULLDRIVER, RATE, buffer, 2) == 0, "Soloud::init");
    mixer.setMainResampler(SoLoud::Soloud::RESAMPLER_POINT);
    mixer.setMaxActiveVoiceCount(VOICES_LIMIT);
    for (int voice = 0; voice < voices; voice++) {
        demand(sounds[voice].loadRawWave(samples[voice], RATE, RATE, 1, true, false) == 0, "Wav::loadRawWave");
        sounds[voice].setLooping(true);
        mixer.play(sounds[voice], 0.5f);
    }
}

void mixer_render(float *frames) { mixer.mix(frames, BLOCK); }
