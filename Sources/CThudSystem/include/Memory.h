#pragma once
#include <stddef.h>

/// Zeroed memory of its own pages, all of which are there already and locked if the system allows it; null if there is none.
/// Not for the audio thread.
void *thud_memory_create(size_t bytes);

/// Gives back memory of `thud_memory_create`. Not for the audio thread.
void thud_memory_free(void *memory, size_t bytes);

/// Unmaps the pages of the program's file and of its libraries that are never written: code and constants. The system keeps
/// them in its cache, and whatever runs on gets those that it needs back without a read. For the moment at which a start is
/// over, of which a round uses little again.
///
/// Does nothing in a debug build: a debugger's breakpoints are written into such pages, and would be lost.
void thud_release_program_pages(void);
