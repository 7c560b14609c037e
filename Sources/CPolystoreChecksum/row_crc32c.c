#include "CPolystoreChecksum.h"
#include "crc32c_variants.h"

#define INLINE static inline __attribute__((always_inline))

/// Sums bytes by the instruction or by the table. It is a constant of each caller, so that its calls are inlined: what
/// is summed of a number is one instruction.
typedef uint32_t summing(uint32_t crc, const unsigned char *next, size_t length);

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LITTLE(bits, word) __builtin_bswap##bits(word)
#else
#define LITTLE(bits, word) (word)
#endif

INLINE uint16_t load16(const unsigned char *from) {
    uint16_t word;
    memcpy(&word, from, sizeof word);
    return LITTLE(16, word);
}

INLINE uint32_t load32(const unsigned char *from) {
    uint32_t word;
    memcpy(&word, from, sizeof word);
    return LITTLE(32, word);
}

INLINE uint32_t sum32(summing *sum, uint32_t crc, uint32_t word) {
    word = LITTLE(32, word);
    return sum(crc, (const unsigned char *)&word, sizeof word);
}

INLINE uint32_t sum64(summing *sum, uint32_t crc, uint64_t word) {
    word = LITTLE(64, word);
    return sum(crc, (const unsigned char *)&word, sizeof word);
}

INLINE uint32_t sum_float(summing *sum, uint32_t crc, uint32_t bits) {
    float narrow;
    memcpy(&narrow, &bits, sizeof narrow);
    double wide = narrow;
    uint64_t word;
    memcpy(&word, &wide, sizeof word);
    return sum64(sum, crc, word);
}

INLINE uint32_t sum_data(summing *sum, uint32_t crc, const unsigned char *row, const unsigned char *value) {
    const unsigned char *bytes = row + load32(value);
    uint32_t length = load32(value + 4);
    // A descriptor is what is summed of data that lies elsewhere.
    if (length & POLYSTORE_DESCRIPTOR_FLAG) return sum(crc, bytes, POLYSTORE_DESCRIPTOR_LENGTH);
    crc = sum64(sum, crc, length);
    if (length <= POLYSTORE_LENGTH_IN_ROWS) return sum(crc, bytes, length);
    return sum32(sum, crc, ~sum(~0u, bytes, length));
}

INLINE uint32_t sum_value(
    summing *sum, uint32_t crc, const unsigned char *row, const struct polystore_value_place *place
) {
    const unsigned char *value = row + place->offset;
    switch (place->form) {
    case POLYSTORE_BYTE: return sum(crc, value, 1);
    case POLYSTORE_INTEGER16: return sum64(sum, crc, (uint64_t)(int16_t)load16(value));
    case POLYSTORE_INTEGER32: return sum64(sum, crc, (uint64_t)(int32_t)load32(value));
    case POLYSTORE_FLOAT: return sum_float(sum, crc, load32(value));
    case POLYSTORE_UUID: return sum(crc, value, 16);
    case POLYSTORE_TEXT: return sum(sum(crc, value + 4, 4), row + load32(value), load32(value + 4));
    case POLYSTORE_DATA: return sum_data(sum, crc, row, value);
    case POLYSTORE_REFERENCE:
        return sum32(sum, sum(crc, value, 8), place->peer_offset < 0 ? 0 : load32(row + place->peer_offset));
    default: return sum(crc, value, 8);
    }
}

INLINE uint32_t sum_row(
    summing *sum, const struct polystore_row_places *places, int64_t key, const unsigned char *row
) {
    uint32_t crc = sum64(sum, ~places->seed, (uint64_t)key);
    crc = sum(crc, places->name, places->name_length);
    crc = sum(crc, row + 4, 4);
    const struct polystore_value_place *end = places->values + places->count;
    for (const struct polystore_value_place *place = places->values; place < end; place++) {
        unsigned char tag = row[place->null_offset] & place->null_mask ? 0 : place->tag;
        crc = sum(crc, &tag, 1);
        if (tag != 0) crc = sum_value(sum, crc, row, place);
    }
    return ~crc;
}

WITH_INSTRUCTION
static uint32_t row_by_instruction(const struct polystore_row_places *places, int64_t key, const void *row) {
    return sum_row(polystore_crc_by_instruction, places, key, row);
}

uint32_t polystore_row_crc32c_by_table(const struct polystore_row_places *places, int64_t key, const void *row) {
    return sum_row(polystore_crc_by_table, places, key, row);
}

uint32_t polystore_row_crc32c(const struct polystore_row_places *places, int64_t key, const void *row) {
    return polystore_has_instruction() ? row_by_instruction(places, key, row)
                                       : polystore_row_crc32c_by_table(places, key, row);
}
