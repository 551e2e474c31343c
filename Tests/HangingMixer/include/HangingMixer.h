/// When preloaded, it simulates a mixer whose server hangs: every check for changes takes two seconds.
int snd_mixer_handle_events(void *mixer);
