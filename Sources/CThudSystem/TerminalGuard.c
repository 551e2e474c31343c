#include "TerminalGuard.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t guard_process = -1;

/// Writes all bytes, but gives up if the terminal accepts none for a second.
static void write_all(int terminal, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(terminal, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
            continue;
        }
        if (count < 0 && errno == EINTR) continue;
        struct pollfd writable = {.fd = terminal, .events = POLLOUT};
        if (count == 0 || errno != EAGAIN || poll(&writable, 1, 1000) <= 0) return;
    }
}

/// Writes the farewell, and restores the settings unless another program, such as the shell, has changed them.
static void restore(int terminal, const struct termios *entered, const struct termios *before, const char *farewell,
                    size_t length) {
    struct termios now;
    if (tcgetattr(terminal, &now) != 0) return;
    write_all(terminal, farewell, length);
    if (now.c_lflag != entered->c_lflag) return;
    // Discard what was typed and not read, so that the shell does not run it.
    tcflush(terminal, TCIFLUSH);
    tcsetattr(terminal, TCSANOW, before);
}

/// Keeps only the two descriptors that are needed, as 0 and 1, so that no pipe stays open because of the guard.
static void keep_only(int terminal, int orders) {
    // Duplicates at 60 and above cannot be overwritten while 0 and 1 are set.
    int high_terminal = dup2(terminal, 60);
    int high_orders = dup2(orders, 61);
    dup2(high_terminal, 0);
    dup2(high_orders, 1);
    syscall(SYS_close_range, 2u, ~0u, 0u);
}

static void watch(int terminal, int orders, const struct termios *before, const struct termios *entered,
                  const char *farewell, size_t length) {
    keep_only(terminal, orders);
    terminal = 0;
    orders = 1;
    prctl(PR_SET_NAME, "thud-guard");
    // Start a new session: keys and hang-ups are the program's concern, and job control must not stop the guard.
    setsid();
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    int has_terminal = 0;
    for (;;) {
        char order;
        ssize_t count = read(orders, &order, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        has_terminal = order == '1';
    }
    if (has_terminal) restore(terminal, entered, before, farewell, length);
    _exit(0);
}

int thud_guard_start(int terminal, const struct termios *before, const struct termios *entered, const char *farewell,
                     size_t length) {
    int ends[2];
    // Not a pipe, because writing to a guard that is gone must not end the program with SIGPIPE.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    if (child == 0) {
        close(ends[1]);
        watch(terminal, ends[0], before, entered, farewell, length);
    }
    close(ends[0]);
    guard_process = child;
    return ends[1];
}

void thud_guard_tell(int guard, int has_terminal) {
    if (guard < 0) return;
    char order = has_terminal ? '1' : '0';
    while (send(guard, &order, 1, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

void thud_guard_end(int guard) {
    if (guard < 0) return;
    close(guard);
    while (waitpid(guard_process, NULL, 0) < 0 && errno == EINTR) continue;
    guard_process = -1;
}
