#include "include/Socket.h"

#include <stddef.h>
#include <sys/socket.h>

int thud_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }

long thud_peer_user(int descriptor) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (long)peer.uid : -1;
}
