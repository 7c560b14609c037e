#ifndef CPOLYSTORE_DISK_CALLS_H
#define CPOLYSTORE_DISK_CALLS_H
#include <stdint.h>

// The system's calls that read or change files, in front of the C library's: a program that links this target has those
// that change something recorded, and lets any of them fail, for the files of one folder and the folders in it; all others
// pass. It serves engines that have no layer of their own over the system. There is one record for the process: what uses
// it runs one after another.

/// The kinds of calls; they may be combined.
enum {
    POLYSTORE_CALL_WRITE = 1,
    /// A file's contents are waited for.
    POLYSTORE_CALL_SYNC = 2,
    POLYSTORE_CALL_TRUNCATE = 4,
    /// A folder's entries are waited for.
    POLYSTORE_CALL_SYNC_FOLDER = 8,
    /// A file was made by opening it.
    POLYSTORE_CALL_CREATE = 16,
    POLYSTORE_CALL_RENAME = 32,
    /// An entry of a folder is removed: a file's, or an empty folder's.
    POLYSTORE_CALL_UNLINK = 64,
    POLYSTORE_CALL_LINK = 128,
    /// Room is reserved; the file may grow.
    POLYSTORE_CALL_ALLOCATE = 256,
    POLYSTORE_CALL_MAKE_FOLDER = 512,
    /// Not a call: what `polystore_calls_mark` was told.
    POLYSTORE_CALL_MARK = 1024,
    /// These are never recorded, and can fail.
    POLYSTORE_CALL_OPEN = 2048,
    POLYSTORE_CALL_READ = 4096,
    POLYSTORE_CALL_MAP = 8192,
};

/// How a call fails.
enum {
    /// Once.
    POLYSTORE_FAIL_ONCE = 0,
    /// And all of its kinds after it.
    POLYSTORE_FAIL_LASTING = 1,
    /// It does half of its work and says so: for reads and writes only, others pass.
    POLYSTORE_FAIL_SHORT = 2,
    /// It does its work, and the process is killed right behind it: for writes only, others pass.
    POLYSTORE_FAIL_KILLED = 3,
    /// And all of its kinds after it that need room: a write or a reservation within what a file has passes.
    POLYSTORE_FAIL_FULL = 4,
};

/// A call that succeeded.
typedef struct {
    int32_t kind;
    /// Whether a write was on the disk when it returned, because its descriptor was opened so.
    int32_t is_synchronous;
    /// Where a write or a reservation began, the length to which a file was cut or extended, or the number of a mark.
    int64_t offset;
    int64_t length;
    /// What was written; valid until the next `polystore_calls_watch`.
    const uint8_t *bytes;
    /// Of a call with a descriptor, the end of the path behind the folder; of others, the entry in its folder.
    const char *name;
    /// The new entry, of a rename or a link.
    const char *other_name;
    /// The number of the file, or of the folder that is synced.
    uint64_t file;
    /// The number of the folder of the entry, and of that of the new one.
    uint64_t folder;
    uint64_t other_folder;
} polystore_call;

/// Forgets what was recorded, lets nothing fail, and records from now on the calls to files of a folder; none for NULL.
void polystore_calls_watch(const char *folder);

/// Records a number between calls.
void polystore_calls_mark(int64_t number);

/// Lets the call of some kinds fail that follows `count` others of them. A write that fails writes half first.
void polystore_calls_fail(int32_t kinds, int64_t count, int32_t error, int32_t mode);

/// The number of calls that failed since `polystore_calls_watch`.
int64_t polystore_calls_failures(void);

/// The number of calls of the kinds of the last `polystore_calls_fail` since then.
int64_t polystore_calls_passed(void);

/// The number of calls that were recorded.
int64_t polystore_calls_count(void);

/// A call that was recorded; `index` is less than the number of calls.
polystore_call polystore_calls_at(int64_t index);

/// Lets every `flock`, and every lock of bytes of an opened file, succeed from now on, whatever others hold.
void polystore_calls_grant_locks(void);

/// Gives the process, and those that it starts, a table of mounts of their own: 0, or the error's number.
int32_t polystore_calls_own_mounts(void);

/// Shows a folder in the place of another one as well: 0, or the error's number.
int32_t polystore_calls_mount(const char *folder, const char *place);

#endif
