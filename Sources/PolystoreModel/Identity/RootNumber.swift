/// The process-wide number of an entity hierarchy, interned by the name of its root entity; never reused.
public struct RootNumber: Hashable, Sendable {
    /// The number, from 1; 0 stands for no hierarchy.
    public let rawValue: UInt32

    /// Makes a number that was given before.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The number of a hierarchy, given at the first call for its root's name.
    public init(interning name: String) {
        rawValue = RootNumber.interned.withLock { table in
            if let known = table.numbers[name] { return known }
            let next = UInt32(table.list.count)
            table.list.append(name)
            table.numbers[name] = next
            return next
        }
    }

    /// The number of a hierarchy that was interned before, or nil: looking up interns nothing.
    public init?(known name: String) {
        guard let known = RootNumber.interned.withLock({ $0.numbers[name] }) else { return nil }
        rawValue = known
    }

    /// The root entity's name.
    public var name: String { RootNumber.interned.withLock { $0.list[Int(rawValue)] } }

    private struct Table {
        var list: [String] = [""]
        var numbers: [String: UInt32] = [:]
    }

    private static let interned = Locked(Table())
}
