#include "Connection.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static const char path[] = "/org/sigxcpu/Feedback";
static const char interface[] = "org.sigxcpu.Feedback";
/// The most parts of a vibration that count, as in feedbackd.
enum { MOST_PARTS = 10 };

/// Reads the hints of a feedback and returns the profile that they name, or null.
static int read_profile(struct thud_bus *bus, sd_bus_message *message, const char **profile) {
    int more = bus->message_enter_container(message, 'a', "{sv}");
    while (more >= 0 && (more = bus->message_enter_container(message, 'e', "sv")) > 0) {
        const char *key;
        more = bus->message_read(message, "s", &key);
        if (more < 0) return more;
        // As in feedbackd, a hint of another type counts as absent.
        more = strcmp(key, "profile") ? -ENXIO : bus->message_read(message, "v", "s", profile);
        if (more == -ENXIO) more = bus->message_skip(message, "v");
        if (more >= 0) more = bus->message_exit_container(message);
    }
    return more < 0 ? more : bus->message_exit_container(message);
}

static int trigger(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct thud_bus *bus = data;
    const char *app, *event, *profile = NULL;
    int32_t timeout;
    int done = bus->message_read(message, "ss", &app, &event);
    if (done >= 0) done = read_profile(bus, message, &profile);
    if (done >= 0) done = bus->message_read(message, "i", &timeout);
    if (done < 0) return done;
    if (!*app || !*event) return -EINVAL;
    const char *sender = bus->message_get_sender(message);
    const struct thud_feedback_calls *calls = &bus->feedback;
    uint32_t id = calls->trigger(calls->context, sender ? sender : "", event, profile, timeout);
    return bus->reply_method_return(message, "u", id);
}

static int end(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct thud_bus *bus = data;
    uint32_t id;
    int done = bus->message_read(message, "u", &id);
    if (done < 0) return done;
    bus->feedback.end(bus->feedback.context, id);
    return bus->reply_method_return(message, "");
}

static int vibrate(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct thud_bus *bus = data;
    const char *app;
    double amplitudes[MOST_PARTS], amplitude;
    uint32_t milliseconds[MOST_PARTS], length;
    size_t count = 0;
    int more = bus->message_read(message, "s", &app);
    if (more >= 0) more = bus->message_enter_container(message, 'a', "(du)");
    while (more >= 0 && (more = bus->message_read(message, "(du)", &amplitude, &length)) > 0) {
        if (count == MOST_PARTS) continue;
        amplitudes[count] = amplitude;
        milliseconds[count++] = length;
    }
    if (more < 0) return more;
    int felt = bus->feedback.vibrate(bus->feedback.context, amplitudes, milliseconds, count);
    return bus->reply_method_return(message, "b", felt);
}

static int get_profile(sd_bus *connection, const char *object, const char *in, const char *property,
                       sd_bus_message *reply, void *data, sd_bus_error *error) {
    struct thud_bus *bus = data;
    static const char *const names[] = {"silent", "quiet", "full"};
    return bus->message_append(reply, "s", names[bus->feedback.profile(bus->feedback.context)]);
}

static int set_profile(sd_bus *connection, const char *object, const char *in, const char *property,
                       sd_bus_message *value, void *data, sd_bus_error *error) {
    struct thud_bus *bus = data;
    const char *profile;
    int done = bus->message_read(value, "s", &profile);
    if (done < 0) return done;
    if (!bus->feedback.set_profile(bus->feedback.context, profile)) return -EINVAL;
    return bus->emit_properties_changed(connection, object, in, property, NULL);
}

/// A name on the bus has no owner any more.
static int lost(sd_bus_message *message, void *data, sd_bus_error *error) {
    struct thud_bus *bus = data;
    const char *name;
    if (bus->message_read(message, "s", &name) >= 0) bus->feedback.gone(bus->feedback.context, name);
    return 0;
}

// The macro of the header would refer to the library, which is not linked.
#define START {.type = _SD_BUS_VTABLE_START, .x = {.start = {sizeof(sd_bus_vtable), _SD_BUS_VTABLE_PARAM_NAMES, NULL}}}
static sd_bus_vtable feedback[] = {
    START,
    SD_BUS_METHOD("TriggerFeedback", "ssa{sv}i", "u", trigger, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("EndFeedback", "u", "", end, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_WRITABLE_PROPERTY("Profile", "s", get_profile, set_profile, 0,
                             SD_BUS_VTABLE_UNPRIVILEGED | SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_SIGNAL("FeedbackEnded", "uu", 0),
    SD_BUS_VTABLE_END,
};
static sd_bus_vtable haptic[] = {
    START,
    SD_BUS_METHOD("Vibrate", "sa(du)", "b", vibrate, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int thud_bus_serve_feedback(struct thud_bus *bus, struct thud_feedback_calls calls) {
    bus->feedback = calls;
    const void *format = dlsym(bus->library, "sd_bus_object_vtable_format");
    feedback[0].x.start.vtable_format_reference = haptic[0].x.start.vtable_format_reference = format;
    const char *loss = "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                       "member='NameOwnerChanged',arg2=''";
    int done = bus->add_object_vtable(bus->bus, NULL, path, interface, feedback, bus);
    if (done >= 0) done = bus->add_object_vtable(bus->bus, NULL, path, "org.sigxcpu.Feedback.Haptic", haptic, bus);
    if (done >= 0) done = bus->add_match(bus->bus, NULL, loss, lost, bus);
    if (done >= 0) done = bus->request_name(bus->bus, interface, 0);
    return done < 0 ? -done : 0;
}

int thud_bus_descriptor(struct thud_bus *bus) { return bus->get_fd(bus->bus); }

int thud_bus_handle(struct thud_bus *bus) { return bus->process(bus->bus, NULL); }

void thud_bus_feedback_ended(struct thud_bus *bus, uint32_t id, uint32_t reason) {
    bus->emit_signal(bus->bus, path, interface, "FeedbackEnded", "uu", id, reason);
}
