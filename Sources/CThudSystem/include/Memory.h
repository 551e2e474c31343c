#pragma once
#include <stddef.h>

/// Allocates zeroed memory in pages of its own, which are already mapped and, if the system allows it, locked. Returns
/// null if there is not enough memory. Not for the audio thread.
void *thud_memory_create(size_t bytes);

/// Frees memory of `thud_memory_create`. Not for the audio thread.
void thud_memory_free(void *memory, size_t bytes);

/// Unmaps the pages of the program and its libraries that are never written: code and constants. The system keeps them
/// in its cache, so pages needed again come back without a disk read. A start's pages are hardly needed afterwards.
///
/// Does nothing in a debug build: a debugger's breakpoints are written into such pages, and would be lost.
void thud_release_program_pages(void);
