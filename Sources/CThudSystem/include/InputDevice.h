#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Something that a device of the kernel's input layer reported, as linux/input.h has it.
struct thud_input_event {
    /// When, in nanoseconds of CLOCK_MONOTONIC.
    int64_t nanoseconds;
    uint16_t type;
    uint16_t code;
    int32_t value;
};

/// Has the device tell the times of its events by CLOCK_MONOTONIC; false where it is no device of the input layer.
bool thud_input_use_monotonic(int device);

/// Whether the device says that its axes are those of motion sensors.
bool thud_input_is_accelerometer(int device);

/// The present value of an absolute axis and how many of its units make one of the field's; false where it has no such axis.
bool thud_input_axis(int device, uint16_t axis, int32_t *value, int32_t *resolution);

/// Writes the device's name, with its end; false where it has none.
bool thud_input_name(int device, char *name, int capacity);

/// Reads up to `capacity` events that wait; how many, or -1 with the reason in errno.
ssize_t thud_input_read(int device, struct thud_input_event *events, size_t capacity);
