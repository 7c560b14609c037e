#ifndef CPOLYSTORE_LMDB_SHIM_H
#define CPOLYSTORE_LMDB_SHIM_H
#include <lmdb.h>
#include <pthread.h>

/// The running thread, to be compared only: a write transaction belongs to the thread that began it.
static inline unsigned long polystore_lmdb_thread(void) { return (unsigned long)pthread_self(); }
#endif
