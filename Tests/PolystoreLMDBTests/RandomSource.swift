import Foundation

/// A reproducible random number generator (SplitMix64): it prints its seed, and takes the seed of the environment
/// variable `POLYSTORE_SEED` if there is one.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init() {
        let given = ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap { UInt64($0) }
        state = given ?? UInt64.random(in: 0...UInt64.max)
        print("SEED=\(state)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func bytes(_ count: Int, below limit: UInt8 = 255) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...limit, using: &self) }
    }
}
