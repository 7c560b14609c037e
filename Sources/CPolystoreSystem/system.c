// What the system's library declares for this only, and Swift does not see.
#define _GNU_SOURCE
#include "CPolystoreSystem.h"

#include <errno.h>
#include <fcntl.h>

_Thread_local size_t polystore_thread_word;

static int set_lock(int descriptor, short type, int64_t offset) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
    int result;
    do result = fcntl(descriptor, F_OFD_SETLK, &lock);
    while (result != 0 && errno == EINTR);
    if (result == 0) return 0;
    return errno == EACCES ? EAGAIN : errno;
}

int polystore_lock_byte(int descriptor, int64_t offset, bool exclusive) {
    return set_lock(descriptor, exclusive ? F_WRLCK : F_RDLCK, offset);
}

int polystore_unlock_byte(int descriptor, int64_t offset) { return set_lock(descriptor, F_UNLCK, offset); }

int polystore_bytes_are_locked(int descriptor, int64_t offset, int64_t count) {
    if (count == 0) return 0;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = count};
    if (fcntl(descriptor, F_OFD_GETLK, &lock) != 0) return errno;
    return lock.l_type == F_UNLCK ? 0 : EAGAIN;
}

int polystore_reserve_room(int descriptor, int64_t offset, int64_t length) {
    while (fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length) != 0) {
        if (errno == EINTR) continue;
        return errno == EOPNOTSUPP || errno == ENOSYS ? 0 : errno;
    }
    return 0;
}
