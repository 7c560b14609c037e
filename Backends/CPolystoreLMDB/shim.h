#ifndef CPOLYSTORE_LMDB_SHIM_H
#define CPOLYSTORE_LMDB_SHIM_H
#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The running thread, to be compared only: a write transaction belongs to the thread that began it.
static inline unsigned long polystore_lmdb_thread(void) { return (unsigned long)pthread_self(); }

/// Makes sure that there is room on the disk for the first bytes of a file, which is made when it is not there; its length
/// stays what it is. Returns 0, also where the file system cannot do that, or the system's error.
///
/// The library maps its file of reader slots, and a process that touches a mapped page without room on the disk is
/// killed.
static inline int polystore_lmdb_reserve(const char *path, long length) {
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) return errno;
    // The mode is FALLOC_FL_KEEP_SIZE.
    int error = syscall(SYS_fallocate, file, 1, 0L, length) == 0 ? 0 : errno;
    close(file);
    return error == EOPNOTSUPP || error == ENOSYS || error == EINTR ? 0 : error;
}
#endif
