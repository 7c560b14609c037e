#ifndef CPOLYSTORE_SYSTEM_H
#define CPOLYSTORE_SYSTEM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Swift has no variables of a thread. Where libraries are loaded with the program, or soon after, this one lies at a place
// that is known to the code: reading it takes an instruction or two, and a look-up by a key takes a call.
#ifdef __ELF__
extern _Thread_local size_t polystore_thread_word __attribute__((tls_model("initial-exec")));
#else
extern _Thread_local size_t polystore_thread_word;
#endif

/// The word of the running thread; 0 until the thread sets it.
static inline size_t polystore_get_thread_word(void) { return polystore_thread_word; }

/// Sets the word of the running thread.
static inline void polystore_set_thread_word(size_t word) { polystore_thread_word = word; }

// Locks that belong to an open file (open file description locks): unlike a process's, they stay when another descriptor of
// the file closes, and two openings of one process stand against each other. A place need not be inside the file.

/// Locks one byte of an open file without waiting: 0, EAGAIN where another opening holds it, or the error's number.
int polystore_lock_byte(int descriptor, int64_t offset, bool exclusive);

/// Gives the lock of one byte back: 0, or the error's number.
int polystore_unlock_byte(int descriptor, int64_t offset);

/// Whether another opening of the file holds a lock in some bytes: EAGAIN where one does, 0 where none does, or the error's
/// number.
int polystore_bytes_are_locked(int descriptor, int64_t offset, int64_t count);

// Room on the disk for bytes of an open file, without changing its length.

/// Makes sure that bytes can be written without more room: 0, also where the file system cannot do that, or the error's number.
int polystore_reserve_room(int descriptor, int64_t offset, int64_t length);
#endif
