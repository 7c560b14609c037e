import Foundation

/// A random sequence that can be had again: SplitMix64 from a seed.
package struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    /// Takes the seed of the environment variable `POLYSTORE_SEED`, or a fresh one, and prints it.
    package init() {
        let given = ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap { UInt64($0) }
        self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
        print("SEED=\(state)")
    }

    /// Begins the sequence of a seed.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number from 0 up to a bound, which is not reached.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// True once in so many times.
    package mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }

    /// One of some elements.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Bytes from 0 up to a limit, which may be reached.
    package mutating func bytes(_ count: Int, upTo limit: UInt8 = 255) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...limit, using: &self) }
    }
}
