#pragma once
#include <stddef.h>
#include <termios.h>

/// Starts a process that guards a terminal. If this program ends in any way, kill -9 included, without having left the
/// terminal, the guard writes `farewell` to it and restores `before`, unless the settings are no longer `entered`.
///
/// Call it before the program has other threads. Returns the descriptor for messages to the guard, or -1 if the guard
/// could not be started, which has no other effect.
int thud_guard_start(int terminal, const struct termios *before, const struct termios *entered, const char *farewell,
                     size_t length);

void thud_guard_tell(int guard, int has_terminal);

/// Ends the guard and waits until it has exited.
void thud_guard_end(int guard);
