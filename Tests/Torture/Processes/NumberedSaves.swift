import Polystore
import PolystoreRandom

/// Saves in the order of their numbers, each over stores that its number tells: every state is known by its last save.
///
/// A save that a kill kept from being made leaves its number to the next one.
struct NumberedSaves {
    let stores: Int

    /// The stores that a save is made in: all of them, or one.
    func touched(_ number: Int64) -> [Int] {
        var random = RandomSource(seed: UInt64(bitPattern: number))
        return random.chance(3) ? [random.below(stores)] : Array(0..<stores)
    }

    /// The numbers in each store, when a save is the last one.
    func state(after last: Int64) -> [[Int64]] {
        (0..<stores).map { store in
            guard last > 0, let newest = (1...last).last(where: { touched($0).contains(store) }) else { return [] }
            return (max(1, newest - SaveLedger.window + 1)...newest).filter { touched($0).contains(store) }
        }
    }

    /// The last save of the state that a context reads.
    ///
    /// - Throws: `Violation` for what is no state: half a save, or one without those before it.
    func last(in context: ManagedObjectContext) throws -> Int64 {
        let found = try (0..<stores).map { try SaveLedger.read(context, $0) }
        let last = found.compactMap(\.last).max() ?? 0
        let expected = state(after: last)
        guard found == expected else { throw Violation("found \(found), and save \(last) leaves \(expected)") }
        return last
    }
}
