#pragma once
#include <sys/types.h>

/// Starts a program, which is looked for as a shell does, in a session of its own with this process's environment and
/// the usual handling of signals. Standard output and error, and standard input unless `input` is a descriptor, are
/// `terminal`, which then controls the session if it is a pseudo-terminal. Returns 0 or an `errno`.
int thud_spawn(pid_t *child, char *const arguments[], const char *terminal, int input);
