// The calls with a descriptor: what is in a file.
#define _GNU_SOURCE
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t number(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

// Takes the lock if a descriptor's file is watched; else there is nothing to give back.
static int takes(int descriptor, char *name) {
    if (!polystore_record_is_on()) return 0;
    polystore_record_lock();
    if (polystore_record_watches(descriptor, name)) return 1;
    polystore_record_unlock();
    return 0;
}

// Whether a file has no room of its own up to a place; holes in it count as room.
static int is_beyond(int descriptor, off_t end) {
    struct stat status;
    return fstat(descriptor, &status) != 0 || end > (off_t)status.st_blocks * 512;
}

// A write of parts at a place, or where the descriptor stands if the place is negative.
static ssize_t pass_parts(int descriptor, const struct iovec *parts, int part_count, off_t offset) {
    if (offset < 0) return syscall(SYS_writev, descriptor, parts, part_count);
    if (part_count == 1) return syscall(SYS_pwrite64, descriptor, parts[0].iov_base, parts[0].iov_len, offset);
    return syscall(SYS_pwritev, descriptor, parts, part_count, offset, 0);
}

static ssize_t write_parts(int descriptor, const struct iovec *parts, int part_count, off_t offset) {
    char name[PATH_MAX];
    if (!takes(descriptor, name)) return pass_parts(descriptor, parts, part_count, offset);
    int flags = fcntl(descriptor, F_GETFL);
    off_t place = offset;
    struct stat status;
    if (flags >= 0 && flags & O_APPEND && fstat(descriptor, &status) == 0) {
        place = status.st_size;
    } else if (offset < 0) {
        place = lseek(descriptor, 0, SEEK_CUR);
    }
    off_t end = place;
    for (int part = 0; part < part_count; part++) end += (off_t)parts[part].iov_len;
    int error = 0;
    int outcome = polystore_record_outcome(POLYSTORE_CALL_WRITE, is_beyond(descriptor, end), &error);
    struct iovec half = parts[0];
    ssize_t written = -1;
    if (outcome == POLYSTORE_OUTCOME_PASS || outcome == POLYSTORE_OUTCOME_KILLED || half.iov_len < 2) {
        written = pass_parts(descriptor, parts, part_count, offset);
        error = errno;
        if (outcome == POLYSTORE_OUTCOME_KILLED) kill(getpid(), SIGKILL);
    } else {
        // The first half arrives, as on a disk that has no more room.
        half.iov_len /= 2;
        written = pass_parts(descriptor, &half, 1, outcome == POLYSTORE_OUTCOME_SHORT ? offset : place);
        parts = &half;
        part_count = 1;
        if (outcome == POLYSTORE_OUTCOME_SHORT) error = errno;
    }
    if (written > 0) {
        polystore_call call = {
            .kind = POLYSTORE_CALL_WRITE, .is_synchronous = flags >= 0 && (flags & O_DSYNC) != 0, .offset = place,
            .length = written, .file = number(descriptor)};
        if (outcome == POLYSTORE_OUTCOME_FAIL) call.is_synchronous = 0;
        polystore_record_append(call, parts, part_count, name, NULL);
    }
    if (outcome == POLYSTORE_OUTCOME_FAIL) written = -1;
    polystore_record_unlock();
    errno = error;
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    if (offset < 0) {
        errno = EINVAL;
        return -1;
    }
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    return write_parts(descriptor, &part, 1, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off_t offset) {
    return pwrite(descriptor, bytes, length, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    return write_parts(descriptor, &part, 1, -1);
}

ssize_t writev(int descriptor, const struct iovec *parts, int part_count) {
    if (part_count < 1) return syscall(SYS_writev, descriptor, parts, part_count);
    return write_parts(descriptor, parts, part_count, -1);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int part_count, off_t offset) {
    if (part_count < 1 || offset < 0) return syscall(SYS_pwritev, descriptor, parts, part_count, offset, 0);
    return write_parts(descriptor, parts, part_count, offset);
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int part_count, off_t offset) {
    return pwritev(descriptor, parts, part_count, offset);
}

// A read into one buffer; nothing of it is recorded.
static ssize_t read_part(int descriptor, void *bytes, size_t length, off_t offset) {
    char name[PATH_MAX];
    if (takes(descriptor, name)) {
        int error = 0;
        int outcome = polystore_record_outcome(POLYSTORE_CALL_READ, 0, &error);
        polystore_record_unlock();
        if (outcome == POLYSTORE_OUTCOME_FAIL) {
            errno = error;
            return -1;
        }
        if (outcome == POLYSTORE_OUTCOME_SHORT && length > 1) length /= 2;
    }
    if (offset < 0) return syscall(SYS_read, descriptor, bytes, length);
    return syscall(SYS_pread64, descriptor, bytes, length, offset);
}

ssize_t read(int descriptor, void *bytes, size_t length) { return read_part(descriptor, bytes, length, -1); }

ssize_t pread(int descriptor, void *bytes, size_t length, off_t offset) {
    if (offset < 0) {
        errno = EINVAL;
        return -1;
    }
    return read_part(descriptor, bytes, length, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t length, off_t offset) {
    return pread(descriptor, bytes, length, offset);
}

// Any other call with a descriptor and up to three numbers. A folder is synced by the call that syncs a file.
static int plain(int32_t kind, long call_number, int descriptor, long first, long second, long third) {
    char name[PATH_MAX];
    if (!takes(descriptor, name)) return (int)syscall(call_number, descriptor, first, second, third);
    struct stat status;
    int is_folder = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    if (is_folder && kind == POLYSTORE_CALL_SYNC) kind = POLYSTORE_CALL_SYNC_FOLDER;
    int error = 0;
    int result = -1;
    // A reservation's second number and third are where it begins and how long it is; one that gives room back has a mode.
    int takes_room = kind == POLYSTORE_CALL_ALLOCATE && !(first & FALLOC_FL_PUNCH_HOLE);
    int outcome = polystore_record_outcome(kind, takes_room && is_beyond(descriptor, second + third), &error);
    if (outcome != POLYSTORE_OUTCOME_FAIL) {
        result = (int)syscall(call_number, descriptor, first, second, third);
        error = errno;
        polystore_call call = {.kind = kind, .offset = first, .file = status.st_ino};
        if (kind == POLYSTORE_CALL_ALLOCATE) {
            // With no mode, the file grows to hold what is reserved.
            call.offset = second;
            call.length = third;
        }
        // With one, room behind the end comes or goes: nothing of that is in the file.
        int changes = kind != POLYSTORE_CALL_ALLOCATE || first == 0;
        if (result == 0 && changes) polystore_record_append(call, NULL, 0, name, NULL);
    }
    polystore_record_unlock();
    errno = error;
    return result;
}

int fsync(int descriptor) { return plain(POLYSTORE_CALL_SYNC, SYS_fsync, descriptor, 0, 0, 0); }

int fdatasync(int descriptor) { return plain(POLYSTORE_CALL_SYNC, SYS_fdatasync, descriptor, 0, 0, 0); }

int ftruncate(int descriptor, off_t length) {
    return plain(POLYSTORE_CALL_TRUNCATE, SYS_ftruncate, descriptor, length, 0, 0);
}

int ftruncate64(int descriptor, off_t length) { return ftruncate(descriptor, length); }

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    return plain(POLYSTORE_CALL_ALLOCATE, SYS_fallocate, descriptor, mode, offset, length);
}

int fallocate64(int descriptor, int mode, off_t offset, off_t length) {
    return fallocate(descriptor, mode, offset, length);
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    int before = errno;
    int error = fallocate(descriptor, 0, offset, length) == 0 ? 0 : errno;
    errno = before;
    return error;
}

int posix_fallocate64(int descriptor, off_t offset, off_t length) {
    return posix_fallocate(descriptor, offset, length);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    char name[PATH_MAX];
    if (descriptor >= 0 && !(flags & MAP_ANONYMOUS) && takes(descriptor, name)) {
        int error = 0;
        int outcome = polystore_record_outcome(POLYSTORE_CALL_MAP, 0, &error);
        polystore_record_unlock();
        if (outcome == POLYSTORE_OUTCOME_FAIL) {
            errno = error;
            return MAP_FAILED;
        }
    }
    return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    return mmap(address, length, protection, flags, descriptor, offset);
}
