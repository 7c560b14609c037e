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

/// Data of more bytes than this is summed by its own sum.
#define POLYSTORE_LENGTH_IN_ROWS 4096
/// The bit of a length that marks a descriptor of data that lies elsewhere, and a descriptor's length.
#define POLYSTORE_DESCRIPTOR_FLAG 0x80000000u
#define POLYSTORE_DESCRIPTOR_LENGTH 12

/// How a value lies in a row, little-endian, and what of it is summed.
enum polystore_value_form {
    /// One byte.
    POLYSTORE_BYTE,
    /// A signed integer of 2 or 4 bytes, summed as one of 8.
    POLYSTORE_INTEGER16,
    POLYSTORE_INTEGER32,
    /// 8 bytes, summed as they are.
    POLYSTORE_WORD,
    /// A number of 4 bytes, summed as one of 8.
    POLYSTORE_FLOAT,
    /// 16 bytes.
    POLYSTORE_UUID,
    /// Offset and length of 4 bytes each, summed as the length and the bytes there.
    POLYSTORE_TEXT,
    /// The same with a length summed as 8 bytes; of long data its sum, of a descriptor its bytes alone.
    POLYSTORE_DATA,
    /// A key of 8 bytes, and 4 bytes of peer elsewhere or nowhere.
    POLYSTORE_REFERENCE,
};

/// One value of a row.
struct polystore_value_place {
    /// The bytes from the row's start to the value.
    uint32_t offset;
    /// The bytes from the row's start to a reference's peer; negative: it has none, and 0 is summed.
    int32_t peer_offset;
    /// The bytes from the row's start to the byte of which a bit of `null_mask` tells that the value is missing.
    uint32_t null_offset;
    uint8_t null_mask;
    /// What is summed before the value, not 0; for a missing one 0 is summed instead of both.
    uint8_t tag;
    /// A `polystore_value_form`.
    uint8_t form;
};

/// What is summed of the rows of a layout.
struct polystore_row_places {
    /// What the sum is continued from.
    uint32_t seed;
    /// What is summed behind a row's key, before its version.
    const unsigned char *name;
    size_t name_length;
    /// The values, in the order in which they are summed.
    struct polystore_value_place *values;
    size_t count;
};

/// CRC-32C of a row where it lies: its key, the name, its version (the 4 bytes from the row's fourth), and the values.
/// Offsets and lengths must lie in the row; the caller has checked that.
uint32_t polystore_row_crc32c(const struct polystore_row_places *places, int64_t key, const void *row);

/// The same sum without the processor's instruction, as above.
uint32_t polystore_row_crc32c_by_table(const struct polystore_row_places *places, int64_t key, const void *row);

/// Mixes one block of 64 bytes into the eight words of a SHA-256 in the making (FIPS 180-4, 6.2.2).
void polystore_sha256_compress(uint32_t state[8], const unsigned char block[64]);

#endif
