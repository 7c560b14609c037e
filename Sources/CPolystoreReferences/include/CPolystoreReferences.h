#ifndef CPOLYSTORE_REFERENCES_H
#define CPOLYSTORE_REFERENCES_H
#include <stdint.h>

// Functions of the Swift runtime that the compiler calls and the language has no words for. They are part of its stable
// binary interface (RuntimeFunctions.def of the compiler).
void *swift_retain_n(void *object, uint32_t count);
void swift_release_n(void *object, uint32_t count);
void *swift_nonatomic_retain(void *object);

/// Adds references to an object, all by one atomic operation.
static inline void polystore_retain(void *object, uint32_t count) { swift_retain_n(object, count); }

/// Takes references back that nobody has used.
static inline void polystore_release(void *object, uint32_t count) { swift_release_n(object, count); }

/// Adds a reference to an object that no other thread knows yet.
static inline void polystore_retain_new(void *object) { swift_nonatomic_retain(object); }
#endif
