#pragma once

// This module sets an environment variable before `main` in every program that it is preloaded into, as libfaketime and
// game overlays do. The C library then moves the environment to another address.
