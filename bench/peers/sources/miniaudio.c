// miniaudio's engine through ALSA: ma_sound_start on a decoded sound. Argument: frames per period.
#define MINIAUDIO_IMPLEMENTATION
#include "miniaudio.h"
#include "peer.h"

static ma_context context;
static ma_engine engine;
static ma_sound sound;

static void check(ma_result code, const char *what) { demand(code == MA_SUCCESS, what, ma_result_description(code)); }

void peer_open(const struct click *click, char **arguments) {
    ma_backend backend = ma_backend_alsa;
    check(ma_context_init(&backend, 1, NULL, &context), "ma_context_init");
    ma_engine_config wanted = ma_engine_config_init();
    wanted.pContext = &context;
    wanted.channels = 2;
    wanted.sampleRate = RATE;
    wanted.periodSizeInFrames = (ma_uint32)frames_argument(arguments, 64);
    check(ma_engine_init(&wanted, &engine), "ma_engine_init");
    check(ma_sound_init_from_file(&engine, click->path, MA_SOUND_FLAG_DECODE, NULL, NULL, &sound), "ma_sound_init");
}

void peer_play(void) {
    ma_sound_seek_to_pcm_frame(&sound, 0);
    ma_sound_start(&sound);
}

void peer_close(void) {
    ma_sound_uninit(&sound);
    ma_engine_uninit(&engine);
    ma_context_uninit(&context);
}
