#define _GNU_SOURCE
#include "CPolystoreDiskCalls.h"
#include <errno.h>
#include <sched.h>
#include <sys/mount.h>

int32_t polystore_calls_own_mounts(void) {
    // What is mounted from now on is not passed on to the table that was copied.
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", 0, MS_REC | MS_PRIVATE, 0) == 0 ? 0 : errno;
}

int32_t polystore_calls_mount(const char *folder, const char *place) {
    return mount(folder, place, 0, MS_BIND, 0) == 0 ? 0 : errno;
}
