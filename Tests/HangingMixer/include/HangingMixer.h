/// When preloaded, it simulates a mixer whose server hangs: only the first check for changes is answered.
int snd_mixer_handle_events(void *mixer);
