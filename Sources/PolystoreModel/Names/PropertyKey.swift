/// The process-wide number of a property name.
///
/// Tokens, layouts and resolved requests carry this number instead of the name, so that finding a property's slot in a
/// row costs two array reads. Numbers are given in the order of first use, are never reused and mean nothing outside
/// the process; on disk a property is always named.
public struct PropertyKey: Hashable, Sendable {
    /// The number, dense from zero.
    public let number: Int

    /// The key of a name; the first use of a name gives it the next number.
    ///
    /// - Complexity: One dictionary look-up under a lock. Keep the key rather than asking again for each row.
    public init(_ name: String) {
        number = PropertyKey.names.withLock { names in
            if let known = names.numbers[name] { return known }
            let next = names.list.count
            names.list.append(name)
            names.numbers[name] = next
            return next
        }
    }

    /// The name that the key stands for.
    public var name: String { PropertyKey.names.withLock { $0.list[number] } }

    private struct Names {
        var list: [String] = []
        var numbers: [String: Int] = [:]
    }

    private static let names = Locked(Names())
}

extension PropertyKey: CustomStringConvertible {
    /// The property's name.
    public var description: String { name }
}
