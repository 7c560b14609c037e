#ifndef CPOLYSTORE_FAULTY_DISK_H
#define CPOLYSTORE_FAULTY_DISK_H
#include <stdint.h>

// A file system for SQLite that passes everything on to the system's own, and fails when it is told to. There is one
// for the process: tests that use it run one after another.

/// The kinds of operations that can fail; they may be combined.
enum {
    POLYSTORE_DISK_READ = 1,
    POLYSTORE_DISK_WRITE = 2,
    POLYSTORE_DISK_SYNC = 4,
    POLYSTORE_DISK_TRUNCATE = 8,
    POLYSTORE_DISK_OPEN = 16,
    POLYSTORE_DISK_DELETE = 32,
    POLYSTORE_DISK_SHARED_MEMORY = 64,
};

/// Makes the file system known to SQLite by its name, which is returned; not as the default.
const char *polystore_disk_register(void);

/// Lets the operation of some kinds fail that follows `count` others of them, and with `lasting` all after it.
///
/// The code is SQLite's; 0 stands for the one of an I/O error of the operation. A write that fails writes half first.
void polystore_disk_arm(int kinds, int64_t count, int code, int lasting);

/// Lets nothing fail any more; returns how many operations failed since `polystore_disk_arm`.
int64_t polystore_disk_disarm(void);

/// The number of writes to write-ahead logs that no sync of one followed.
int64_t polystore_disk_unsynced_log_writes(void);

#endif
