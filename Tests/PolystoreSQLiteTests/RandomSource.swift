import Foundation

/// Random numbers that a seed repeats: printed, and taken from POLYSTORE_SEED.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init() {
        let seed =
            ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap(UInt64.init)
            ?? UInt64.random(in: 1...UInt64.max)
        print("SEED=\(seed)")
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
