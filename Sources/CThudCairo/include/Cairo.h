#pragma once
#include <cairo/cairo.h>
#include <stdbool.h>

// cairo, which is loaded for pictures alone and not linked. With it come the libraries of X11 and of fonts: linking it
// would cost every run 0.9 ms.

/// The functions of cairo that Thud uses, by their names without `cairo_`.
#define THUD_CAIRO_FUNCTIONS(USE)                                                                                  \
    USE(arc) USE(close_path) USE(create) USE(destroy) USE(fill) USE(font_options_create) USE(font_options_destroy) \
    USE(font_options_set_antialias) USE(font_options_set_hint_metrics) USE(font_options_set_hint_style)            \
    USE(image_surface_create) USE(line_to) USE(move_to) USE(new_path) USE(new_sub_path) USE(restore) USE(rotate)   \
    USE(save) USE(scale) USE(select_font_face) USE(set_dash) USE(set_font_options) USE(set_font_size)              \
    USE(set_line_cap) USE(set_line_join) USE(set_line_width) USE(set_source_rgba) USE(show_text) USE(status)       \
    USE(status_to_string) USE(stroke) USE(surface_destroy) USE(surface_write_to_png_stream) USE(text_extents)      \
    USE(translate)

struct thud_cairo {
#define THUD_CAIRO_MEMBER(name) __typeof__(cairo_##name) *name;
    THUD_CAIRO_FUNCTIONS(THUD_CAIRO_MEMBER)
};

/// Loads the library for the rest of the run. Returns false if it is missing or lacks a function.
bool thud_cairo_load(struct thud_cairo *functions);
