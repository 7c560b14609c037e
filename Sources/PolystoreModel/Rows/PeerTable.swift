import Foundation
import Synchronization

/// The peer table of a store, which its references use: number → store and root entity.
///
/// Numbers are never reused.
///
/// Peer 0 is the store itself, with the hierarchy that the slot names, and has no entry.
public final class PeerTable: Sendable {
    /// One peer.
    public struct Entry: Hashable, Sendable, Codable {
        /// The store's UUID.
        public let store: UUID
        /// The root entity's name.
        public let root: String

        /// Makes an entry.
        public init(store: UUID, root: String) {
            self.store = store
            self.root = root
        }
    }

    private struct Target: Hashable {
        let store: StoreNumber
        let root: RootNumber

        init(store: StoreNumber, root: RootNumber) { (self.store, self.root) = (store, root) }

        /// Both numbers in one word, which is never 0.
        var word: UInt64 { UInt64(store.rawValue) << 32 | UInt64(root.rawValue) }

        init(word: UInt64) {
            store = StoreNumber(rawValue: UInt32(truncatingIfNeeded: word >> 32))
            root = RootNumber(rawValue: UInt32(truncatingIfNeeded: word))
        }
    }

    private struct State {
        var entries: [Entry]
        var targets: [Target]
        var numbers: [Target: UInt32]
    }

    private let state: Locked<State>
    /// The targets of the lowest numbers once more, for readers, which take no lock: asked for each reference that is
    /// read. 0 where none was given yet; what was given never changes.
    // SAFETY: made in init and freed in deinit; every element is atomic.
    private nonisolated(unsafe) let lowest: UnsafeMutablePointer<Atomic<UInt64>>
    private static let lowestCount = 32

    /// Makes a table from a store's entries; the first has number 1.
    public init(_ entries: [Entry] = []) {
        let targets = entries.map {
            Target(store: StoreNumber(interning: $0.store), root: RootNumber(interning: $0.root))
        }
        let numbers = Dictionary(
            targets.enumerated().map { ($1, UInt32($0 + 1)) }, uniquingKeysWith: { first, _ in first })
        state = Locked(State(entries: entries, targets: targets, numbers: numbers))
        lowest = .allocate(capacity: Self.lowestCount)
        for index in 0..<Self.lowestCount {
            (lowest + index).initialize(to: Atomic(index < targets.count ? targets[index].word : 0))
        }
    }

    deinit {
        lowest.deinitialize(count: Self.lowestCount)
        lowest.deallocate()
    }

    /// The number of a peer, given now if it has none; the store persists new entries with its next change.
    public func number(of store: StoreNumber, _ root: RootNumber) -> UInt32 {
        state.withLock { state in
            let target = Target(store: store, root: root)
            if let known = state.numbers[target] { return known }
            guard let identifier = store.identifier else { preconditionFailure("a reference into no store") }
            state.entries.append(Entry(store: identifier, root: root.name))
            if state.targets.count < Self.lowestCount {
                lowest[state.targets.count].store(target.word, ordering: .releasing)
            }
            state.targets.append(target)
            let number = UInt32(state.targets.count)
            state.numbers[target] = number
            return number
        }
    }

    /// The number of a peer that has one; nil interns nothing.
    public func knownNumber(of store: StoreNumber, _ root: RootNumber) -> UInt32? {
        state.withLock { $0.numbers[Target(store: store, root: root)] }
    }

    /// The store and hierarchy of a number; nil for a number that was never given.
    public func target(of number: UInt32) -> (store: StoreNumber, root: RootNumber)? {
        guard number > 0 else { return nil }
        if number <= Self.lowestCount {
            let word = lowest[Int(number) - 1].load(ordering: .acquiring)
            if word == 0 { return nil }
            let target = Target(word: word)
            return (target.store, target.root)
        }
        return state.withLock { state in
            guard number <= state.targets.count else { return nil }
            let target = state.targets[Int(number) - 1]
            return (target.store, target.root)
        }
    }

    /// All entries; the first has number 1.
    public var entries: [Entry] { state.withLock { $0.entries } }
}
