#ifndef CPOLYSTORE_DISK_CALLS_H
#define CPOLYSTORE_DISK_CALLS_H
#include <stdint.h>

// The system's calls that change files, in front of the C library's: a program that links this target has them recorded,
// and lets them fail, for the files of one folder; all others pass. It serves engines that have no layer of their own
// over the system. There is one record for the process: tests that use it run one after another.

/// The kinds of calls; they may be combined.
enum {
    POLYSTORE_CALL_WRITE = 1,
    POLYSTORE_CALL_SYNC = 2,
    POLYSTORE_CALL_TRUNCATE = 4,
};

/// A call that succeeded.
typedef struct {
    int32_t kind;
    /// Whether a write was on the disk when it returned, because its descriptor was opened so.
    int32_t is_synchronous;
    /// Where a write began, or the length to which a file was cut or extended.
    int64_t offset;
    int64_t length;
    /// What was written; valid until the next `polystore_calls_watch`.
    const uint8_t *bytes;
    /// The end of the file's path, behind its folder.
    const char *name;
} polystore_call;

/// Forgets what was recorded, lets nothing fail, and records from now on the calls to files of a folder; none for NULL.
void polystore_calls_watch(const char *folder);

/// Lets the call of some kinds fail that follows `count` others of them, and with `lasting` all after it. A write that
/// fails writes half first.
void polystore_calls_fail(int32_t kinds, int64_t count, int32_t error, int32_t lasting);

/// The number of calls that failed since `polystore_calls_watch`.
int64_t polystore_calls_failures(void);

/// The number of calls that were recorded.
int64_t polystore_calls_count(void);

/// A call that was recorded; `index` is less than the number of calls.
polystore_call polystore_calls_at(int64_t index);

#endif
