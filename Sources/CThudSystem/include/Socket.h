#pragma once

// Accepts a connection, which child processes do not inherit; -1 if none waits.
int thud_accept(int listener);

// The user at the other end of a Unix socket; -1 if that is unknown.
long thud_peer_user(int descriptor);
