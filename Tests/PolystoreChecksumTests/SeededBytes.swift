import Foundation

/// Random bytes that can be had again: the seed is printed, and taken from `POLYSTORE_SEED` when that is set.
struct SeededBytes {
    private var state: UInt64

    init() {
        let given = ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap { UInt64($0) }
        state = given ?? UInt64.random(in: .min ... .max)
        print("SEED=\(state)")
    }

    /// The next `count` bytes (SplitMix64, the lowest byte of each word).
    mutating func next(count: Int) -> [UInt8] {
        (0..<count).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
            return UInt8(truncatingIfNeeded: word ^ word >> 31)
        }
    }
}
