/// Preloaded, it stands for a mixer whose server hangs: every look at its changes takes two seconds.
int snd_mixer_handle_events(void *mixer);
