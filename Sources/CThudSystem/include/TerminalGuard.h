#pragma once
#include <stddef.h>
#include <termios.h>

/// Starts a process that watches over a terminal: when this program ends in whatever way, kill -9 included, without having
/// left the terminal, the guard writes `farewell` to it and, unless somebody else has changed `entered` meanwhile, sets
/// `before` again.
///
/// To be called before the program has other threads. Returns the descriptor by which the guard is told things, or -1
/// where none could be started; then there is no guard, and nothing else is different.
int thud_guard_start(int terminal, const struct termios *before, const struct termios *entered, const char *farewell,
                     size_t length);

/// Tells the guard that the program has the terminal (1) or has left it (0).
void thud_guard_tell(int guard, int has_terminal);

/// Ends the guard and waits until it is gone.
void thud_guard_end(int guard);
