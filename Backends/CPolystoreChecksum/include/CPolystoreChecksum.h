#ifndef CPOLYSTORE_CHECKSUM_H
#define CPOLYSTORE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// CRC-32C (Castagnoli, reflected polynomial 0x82F63B78) of `length` bytes, continued from `seed`.
/// Start with 0; the result of one call may seed the next, so that a value can be summed in pieces.
/// Uses the processor's instruction where there is one, checked at run time, else slicing by eight.
uint32_t polystore_crc32c(uint32_t seed, const void *bytes, size_t length);

/// The same sum without the processor's instruction: what `polystore_crc32c` does where there is none.
/// Both give the same result for the same bytes; it exists so that tests can hold one against the other.
uint32_t polystore_crc32c_by_table(uint32_t seed, const void *bytes, size_t length);

/// 1 if `polystore_crc32c` uses the processor's instruction here, otherwise 0.
int polystore_crc32c_uses_instruction(void);

#endif
