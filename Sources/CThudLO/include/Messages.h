#pragma once
#include <lo/lo.h>
#include <stdbool.h>

// liblo, which is loaded for OSC alone and not linked. Linking it would cost every run 0.14 ms.

/// The functions of liblo that Thud uses, by their names without `lo_`.
#define THUD_LO_FUNCTIONS(USE)                                                                                     \
    USE(message_new) USE(message_free) USE(message_add_int32) USE(message_add_float) USE(message_add_string)       \
    USE(message_serialise) USE(message_deserialise) USE(message_get_types) USE(message_get_argv)                   \
    USE(message_get_argc)

struct thud_lo {
#define THUD_LO_MEMBER(name) __typeof__(lo_##name) *name;
    THUD_LO_FUNCTIONS(THUD_LO_MEMBER)
};

/// Loads the library for the rest of the run. Returns false if it is missing or lacks a function.
bool thud_lo_load(struct thud_lo *functions);
