import Foundation

/// The process-wide number of a store, interned by the store's UUID; never reused.
public struct StoreNumber: Hashable, Sendable {
    /// The number, from 1; 0 stands for no store.
    public let rawValue: UInt32

    /// Makes a number that was given before.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The number that stands for no store.
    public static let none = StoreNumber(rawValue: 0)

    /// The number of a store, given at the first call for its UUID.
    public init(interning identifier: UUID) {
        rawValue = StoreNumber.interned.withLock { table in
            if let known = table.numbers[identifier] { return known }
            let next = UInt32(table.list.count)
            table.list.append(identifier)
            table.numbers[identifier] = next
            return next
        }
    }

    /// The number of a store that was interned before, or nil: looking up interns nothing.
    public init?(known identifier: UUID) {
        guard let known = StoreNumber.interned.withLock({ $0.numbers[identifier] }) else { return nil }
        rawValue = known
    }

    /// The store's UUID; nil for `none`.
    public var identifier: UUID? {
        rawValue == 0 ? nil : StoreNumber.interned.withLock { $0.list[Int(rawValue)] }
    }

    private struct Table {
        var list: [UUID] = [UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))]
        var numbers: [UUID: UInt32] = [:]
    }

    private static let interned = Locked(Table())
}
