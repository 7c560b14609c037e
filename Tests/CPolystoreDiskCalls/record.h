#ifndef POLYSTORE_DISK_CALLS_RECORD_H
#define POLYSTORE_DISK_CALLS_RECORD_H
#include "CPolystoreDiskCalls.h"

#include <limits.h>
#include <sys/types.h>
#include <sys/uio.h>

// What the calls in front of the C library's share. `polystore_record_*` are for this target alone.

/// Whether a folder is watched at all: asked without a lock.
int polystore_record_is_on(void);

/// Takes the lock that keeps the record and the calls in one order.
void polystore_record_lock(void);
void polystore_record_unlock(void);

/// Whether a descriptor's file is the folder or lies in it; its name in there, empty for the folder itself.
int polystore_record_watches(int descriptor, char *name);

/// An entry of a folder by path: whether it lies in the watched folder; its name, and its folder's number.
int polystore_record_finds(int at, const char *path, char *name, uint64_t *folder);

/// Whether the next call of a kind fails or is short, and with which error, or is the process's last one: 0 for neither,
/// else a POLYSTORE_OUTCOME. Where a disk is full, only what needs room fails.
enum {
    POLYSTORE_OUTCOME_PASS = 0,
    POLYSTORE_OUTCOME_FAIL = 1,
    POLYSTORE_OUTCOME_SHORT = 2,
    POLYSTORE_OUTCOME_KILLED = 3,
};
int polystore_record_outcome(int32_t kind, int needs_room, int *error);

/// Appends a call; the parts are what it wrote.
void polystore_record_append(
    polystore_call call, const struct iovec *parts, int part_count, const char *name, const char *other_name);

#endif
