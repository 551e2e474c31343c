#include "VirtualPad.h"
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool set_up(int pad, const char *name, bool is_sensors) {
    if (ioctl(pad, UI_SET_EVBIT, EV_ABS) != 0) return false;
    if (is_sensors && ioctl(pad, UI_SET_PROPBIT, INPUT_PROP_ACCELEROMETER) != 0) return false;
    for (int axis = ABS_X; axis <= ABS_RZ; axis++) {
        struct uinput_abs_setup about = {
            .code = (uint16_t)axis,
            .absinfo = {.minimum = -2147483647, .maximum = 2147483647, .resolution = axis < ABS_RX ? 8192 : 1024},
        };
        if (!is_sensors) about.absinfo = (struct input_absinfo){.maximum = 255};
        if (ioctl(pad, UI_ABS_SETUP, &about) != 0) return false;
    }
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}};
    snprintf(setup.name, sizeof setup.name, "%s", name);
    return ioctl(pad, UI_DEV_SETUP, &setup) == 0 && ioctl(pad, UI_DEV_CREATE) == 0;
}

int virtual_pad_make(const char *name, bool is_sensors) {
    int pad = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (pad < 0) return -1;
    if (set_up(pad, name, is_sensors)) return pad;
    close(pad);
    return -1;
}

bool virtual_pad_node(int pad, char *path, int capacity) {
    char name[64], folder[128];
    if (ioctl(pad, UI_GET_SYSNAME(sizeof name), name) < 0) return false;
    snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
    DIR *listing = opendir(folder);
    if (!listing) return false;
    bool found = false;
    for (struct dirent *entry; !found && (entry = readdir(listing));) {
        if (strncmp(entry->d_name, "event", 5) != 0) continue;
        found = snprintf(path, (size_t)capacity, "/dev/input/%s", entry->d_name) < capacity;
    }
    closedir(listing);
    return found;
}

bool virtual_pad_report(int pad, const int32_t *axes) {
    struct input_event events[7] = {0};
    for (uint16_t axis = 0; axis < 6; axis++) {
        events[axis] = (struct input_event){.type = EV_ABS, .code = axis, .value = axes[axis]};
    }
    events[6] = (struct input_event){.type = EV_SYN, .code = SYN_REPORT};
    return write(pad, events, sizeof events) == sizeof events;
}
