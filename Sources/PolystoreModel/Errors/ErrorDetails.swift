/// The named particulars of an error, in the order in which they were added.
///
/// Details name things and places (stores, entities, properties, paths, lines); they never hold users' data.
public struct ErrorDetails: Hashable, Sendable {
    /// What a detail tells.
    public enum Key: String, Hashable, Sendable {
        case model, entity, property, object, row, store, storeType, configuration, file, line, column, path, offset,
            sql
        case expected, found, suggestion, limit, count, constraint, function, variable, process, code, reason
    }

    /// The details in order.
    public private(set) var entries: [(key: Key, value: String)] = []

    /// Makes details from pairs; missing values are left out.
    public init(_ pairs: KeyValuePairs<Key, String?> = [:]) {
        for (key, value) in pairs { if let value { entries.append((key, value)) } }
    }

    /// The value of a detail.
    public subscript(key: Key) -> String? {
        get { entries.first { $0.key == key }?.value }
        // Errors are rare and made in many places: inlined, this is more code than those places have otherwise.
        @inline(never) set {
            entries.removeAll { $0.key == key }
            if let newValue { entries.append((key, newValue)) }
        }
    }

    /// Compares keys, values and order.
    public static func == (left: ErrorDetails, right: ErrorDetails) -> Bool {
        left.entries.elementsEqual(right.entries) { $0 == $1 }
    }

    /// Hashes keys and values in order.
    public func hash(into hasher: inout Hasher) {
        for (key, value) in entries {
            hasher.combine(key)
            hasher.combine(value)
        }
    }
}

extension ErrorDetails: ExpressibleByDictionaryLiteral {
    /// Makes details from pairs; missing values are left out.
    public init(dictionaryLiteral elements: (Key, String?)...) {
        for (key, value) in elements { if let value { entries.append((key, value)) } }
    }
}
