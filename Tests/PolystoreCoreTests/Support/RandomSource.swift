import Foundation

/// A random sequence that can be repeated: SplitMix64 from a printed seed.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    /// Takes the seed from `POLYSTORE_SEED`, or a fresh one, and prints it.
    init() {
        let given = ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap(UInt64.init)
        self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
        print("SEED=\(state)")
    }

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }
}
