#pragma once

// This module replaces CLOCK_MONOTONIC in every program that it is preloaded into: the variable ABSURD_CLOCK makes it
// start at zero, end with the range of 64-bit nanoseconds, run backwards or stand still.
