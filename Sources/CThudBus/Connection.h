#pragma once
#include "Bus.h"
#include <systemd/sd-bus.h>

#define FUNCTIONS(USE)                                                                                               \
    USE(new) USE(set_address) USE(set_bus_client) USE(set_method_call_timeout) USE(start) USE(is_ready) USE(process) \
    USE(wait) USE(call_method) USE(close_unref) USE(get_fd) USE(request_name) USE(add_object_vtable) USE(add_match)  \
    USE(emit_signal) USE(emit_properties_changed) USE(reply_method_return) USE(message_read) USE(message_append)     \
    USE(message_enter_container) USE(message_exit_container) USE(message_skip) USE(message_get_sender)

/// A connection, and the library that implements it.
struct thud_bus {
    void *library;
    sd_bus *bus;
    struct thud_feedback_calls feedback;
#define MEMBER(name) __typeof__(sd_bus_##name) *name;
    FUNCTIONS(MEMBER)
};
