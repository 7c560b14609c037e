#define _GNU_SOURCE
#include "CPolystoreTestTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

int polystore_test_terminal_open(char *path, size_t capacity) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return -1;
    int failure = 0;
    if (grantpt(terminal) != 0 || unlockpt(terminal) != 0) failure = errno;
    if (failure == 0) failure = ptsname_r(terminal, path, capacity);
    if (failure == 0) return terminal;
    close(terminal);
    errno = failure;
    return -1;
}

short polystore_test_terminal_session_flag(void) { return POSIX_SPAWN_SETSID; }
