#pragma once

/// Returns the program's argument at `index`, with its own name at 0; null if there are not as many.
///
/// These are the arguments of C's `main`. Swift's `CommandLine` reads /proc/self/cmdline or searches for them below the
/// environment. It finds none without /proc, or if a preloaded library has called setenv, which moves the environment.
const char *thud_argument(int index);
