#ifndef CPOLYSTORE_CRC32C_VARIANTS_H
#define CPOLYSTORE_CRC32C_VARIANTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The two variants of the sum: by table and by instruction. Both continue from the raw remainder, which callers invert
// at both ends.

uint32_t polystore_crc_by_table(uint32_t crc, const unsigned char *next, size_t length);

#if defined(__x86_64__)
#define WITH_INSTRUCTION __attribute__((target("sse4.2")))
#define SUM8(crc, word) ((uint32_t)__builtin_ia32_crc32di(crc, word))
#define SUM4(crc, word) __builtin_ia32_crc32si(crc, word)
#define SUM2(crc, word) __builtin_ia32_crc32hi(crc, word)
#define SUM1(crc, byte) __builtin_ia32_crc32qi(crc, byte)
static inline int polystore_has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#define WITH_INSTRUCTION
#define SUM8(crc, word) __crc32cd(crc, word)
#define SUM4(crc, word) __crc32cw(crc, word)
#define SUM2(crc, word) __crc32ch(crc, word)
#define SUM1(crc, byte) __crc32cb(crc, byte)
static inline int polystore_has_instruction(void) { return 1; }
#else
#define WITH_INSTRUCTION
static inline int polystore_has_instruction(void) { return 0; }
#endif

#ifdef SUM8
WITH_INSTRUCTION
static inline uint32_t polystore_crc_by_instruction(uint32_t crc, const unsigned char *next, size_t length) {
    for (; length >= 8; next += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        crc = SUM8(crc, word);
    }
    // What is left is less than a word: its pieces by their sizes, not byte by byte.
    if (length & 4) {
        uint32_t word;
        memcpy(&word, next, 4);
        crc = SUM4(crc, word);
        next += 4;
    }
    if (length & 2) {
        uint16_t word;
        memcpy(&word, next, 2);
        crc = SUM2(crc, word);
        next += 2;
    }
    return length & 1 ? SUM1(crc, *next) : crc;
}
#else
static inline uint32_t polystore_crc_by_instruction(uint32_t crc, const unsigned char *next, size_t length) {
    return polystore_crc_by_table(crc, next, length);
}
#endif

#endif
