#pragma once

// This module lets ThreadSanitizer see a `Mutex` that is waited for, in every program that it is linked into.
