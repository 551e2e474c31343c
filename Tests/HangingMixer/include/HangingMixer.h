/// When preloaded, it simulates a mixer whose server hangs: only the first check for changes is answered.
/// A program that ends its libraries in the meantime crashes.
int snd_mixer_handle_events(void *mixer);
