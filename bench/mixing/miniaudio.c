// miniaudio's engine without a device: looping sounds from buffers in memory, without its spatialisation and pitch.
#define MINIAUDIO_IMPLEMENTATION
#include "miniaudio.h"
#include "mixer.h"

static ma_engine engine;
static ma_audio_buffer buffers[VOICES_LIMIT];
static ma_sound sounds[VOICES_LIMIT];

void mixer_open(int voices, float *const *samples) {
    ma_engine_config wanted = ma_engine_config_init();
    wanted.noDevice = MA_TRUE;
    wanted.channels = 2;
    wanted.sampleRate = RATE;
    demand(ma_engine_init(&wanted, &engine) == MA_SUCCESS, "ma_engine_init");
    for (int voice = 0; voice < voices; voice++) {
        ma_audio_buffer_config config = ma_audio_buffer_config_init(ma_format_f32, 1, RATE, samples[voice], NULL);
        config.sampleRate = RATE;
        demand(ma_audio_buffer_init(&config, &buffers[voice]) == MA_SUCCESS, "ma_audio_buffer_init");
        ma_uint32 flags = MA_SOUND_FLAG_NO_SPATIALIZATION | MA_SOUND_FLAG_NO_PITCH;
        demand(ma_sound_init_from_data_source(&engine, &buffers[voice], flags, NULL, &sounds[voice]) == MA_SUCCESS,
               "ma_sound_init_from_data_source");
        ma_sound_set_looping(&sounds[voice], MA_TRUE);
        ma_sound_set_volume(&sounds[voice], 0.5f);
        ma_sound_start(&sounds[voice]);
    }
}

void mixer_render(float *frames) { ma_engine_read_pcm_frames(&engine, frames, BLOCK, NULL); }
