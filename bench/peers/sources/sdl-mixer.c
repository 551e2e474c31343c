// SDL2_mixer: Mix_PlayChannel on a chunk. Argument: frames per buffer. SDL_AUDIODRIVER selects the audio driver.
#include <SDL.h>
#include <SDL_mixer.h>

#include "peer.h"

static Mix_Chunk *chunk;

void peer_open(const struct click *click, char **arguments) {
    demand(SDL_Init(SDL_INIT_AUDIO) == 0, "SDL_Init", SDL_GetError());
    int frames = frames_argument(arguments, 64);
    demand(Mix_OpenAudioDevice(RATE, AUDIO_F32SYS, 2, frames, NULL, 0) == 0, "Mix_OpenAudioDevice", Mix_GetError());
    chunk = Mix_LoadWAV(click->path);
    demand(chunk != NULL, "Mix_LoadWAV", Mix_GetError());
}

void peer_play(void) { Mix_PlayChannel(-1, chunk, 0); }

void peer_close(void) {
    Mix_CloseAudio();
    Mix_FreeChunk(chunk);
    SDL_Quit();
}
