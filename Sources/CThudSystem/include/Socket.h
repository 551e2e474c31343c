#pragma once

// Accepts a connection, which child processes do not inherit and whose calls do not wait; -1 if there is none.
int thud_accept(int listener);

// Whether a descriptor is a Unix socket that listens.
int thud_is_unix_listener(int descriptor);

// The user at the other end of a Unix socket; -1 if that is unknown.
long thud_peer_user(int descriptor);
