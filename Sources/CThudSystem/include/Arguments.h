#pragma once

/// The argument of the program at `index`, of which 0 is its own name; null if there are not as many.
///
/// They are those of C's `main`. Swift's `CommandLine` reads /proc/self/cmdline or looks for them below the environment,
/// and so has none if there is no /proc, or if a preloaded library has called setenv, which moves the environment.
const char *thud_argument(int index);
