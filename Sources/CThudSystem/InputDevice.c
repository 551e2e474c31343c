#include "InputDevice.h"
#include <errno.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

bool thud_input_use_monotonic(int device) {
    int version;
    if (ioctl(device, EVIOCGVERSION, &version) != 0) return false;
    int clock = CLOCK_MONOTONIC;
    return ioctl(device, EVIOCSCLOCKID, &clock) == 0;
}

bool thud_input_is_accelerometer(int device) {
    uint8_t properties[INPUT_PROP_CNT / 8 + 1] = {0};
    if (ioctl(device, EVIOCGPROP(sizeof properties), properties) < 0) return false;
    return properties[INPUT_PROP_ACCELEROMETER / 8] >> (INPUT_PROP_ACCELEROMETER % 8) & 1;
}

bool thud_input_axis(int device, uint16_t axis, int32_t *value, int32_t *resolution) {
    uint8_t axes[ABS_CNT / 8 + 1] = {0};
    if (axis >= ABS_CNT || ioctl(device, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) return false;
    struct input_absinfo about;
    if (!(axes[axis / 8] >> (axis % 8) & 1) || ioctl(device, EVIOCGABS(axis), &about) != 0) return false;
    *value = about.value;
    *resolution = about.resolution;
    return true;
}

bool thud_input_name(int device, char *name, int capacity) {
    if (ioctl(device, EVIOCGNAME(capacity), name) < 0) return false;
    name[capacity - 1] = 0;
    return true;
}

ssize_t thud_input_read(int device, struct thud_input_event *events, size_t capacity) {
    struct input_event raw[32];
    if (capacity > sizeof raw / sizeof *raw) capacity = sizeof raw / sizeof *raw;
    ssize_t count = read(device, raw, capacity * sizeof *raw);
    if (count < 0) return -1;
    size_t whole = (size_t)count / sizeof *raw;
    for (size_t i = 0; i < whole; i++) {
        events[i] = (struct thud_input_event){
            .nanoseconds = (int64_t)raw[i].input_event_sec * 1000000000 + (int64_t)raw[i].input_event_usec * 1000,
            .type = raw[i].type,
            .code = raw[i].code,
            .value = raw[i].value,
        };
    }
    return (ssize_t)whole;
}
