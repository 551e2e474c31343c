#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Creates a pad node with six absolute axes through uinput: motion sensors or two sticks. Returns its descriptor,
/// which keeps the pad alive, or -1 with the reason in errno.
///
/// The sensors use 8192 units per g and 1024 per degree per second, as a DualSense does
/// (drivers/hid/hid-playstation.c).
int virtual_pad_make(const char *name, bool is_sensors);

/// Writes the null-terminated path of the pad's node in /dev/input; false if it has none.
bool virtual_pad_node(int pad, char *path, int capacity);

/// Reports the values of the six axes; false if the pad is gone.
bool virtual_pad_report(int pad, const int32_t *axes);
