#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Has the kernel make a pad's node of six absolute axes (uinput), which are motion sensors or two sticks; its descriptor, which it lives
/// as long as, or -1 with the reason in errno.
///
/// Of the sensors 8192 units make a g and 1024 a degree a second, as of a DualSense's (drivers/hid/hid-playstation.c).
int virtual_pad_make(const char *name, bool is_sensors);

/// Writes the path of the pad's node in /dev/input, with its end; false where it has none.
bool virtual_pad_node(int pad, char *path, int capacity);

/// Reports what the six axes read; false where the pad is gone.
bool virtual_pad_report(int pad, const int32_t *axes);
