import Foundation
import PolystoreModel
import PolystoreStorage

/// Finds the stored objects that have the unique values of new rows, before anything is written.
///
/// A store tells of collisions as well, but some engines give up a large transaction when a part of it is refused.
struct BatchUniqueness {
    private struct Rule {
        let constraint: UniquenessConstraint
        let keys: [PropertyKey]
        /// The values of rows that came before, as hashes of 128 bits.
        var seen: [Values.Digest: Int] = [:]
    }

    /// The values of one row for a constraint, as a store compares them: text by its bytes.
    private struct Values: Hashable {
        struct Digest: Hashable {
            let first, second: Int
        }

        enum Part: Hashable {
            case bytes([UInt8])
            case value(Value)
        }

        let parts: [Part]

        /// The values of a row; nil where one is missing, and nothing has to be unique.
        init?(_ row: RowView, _ keys: [PropertyKey]) {
            var parts: [Part] = []
            for key in keys {
                guard let slot = row.slot(of: key)?.pointee, !row.isMissing(slot), row.deferredData(slot) == nil
                else { return nil }
                let isText = slot.kind == .string || slot.kind == .uri
                parts.append(isText ? .bytes(Array(row.variable(slot))) : .value(row.value(slot)))
            }
            self.parts = parts
        }

        var digest: Digest {
            var hashers = (Hasher(), Hasher())
            hashers.1.combine(Self.salt)
            hashers.0.combine(self)
            hashers.1.combine(self)
            return Digest(first: hashers.0.finalize(), second: hashers.1.finalize())
        }

        private static let salt = 0x5A17
    }

    private let reader: BatchReader
    private var rules: [Rule]

    /// Makes a look-up for an entity.
    init(_ entity: ModelEntity, _ reader: BatchReader) {
        self.reader = reader
        rules = entity.uniquenessConstraints.compactMap { constraint in
            // Bytes, which predicates do not compare, are left to the store.
            let isComparable = constraint.properties.allSatisfy { property in
                guard case .attribute(let attribute) = property else { return true }
                return attribute.type != .binary && attribute.type != .transformable
            }
            guard isComparable else { return nil }
            return Rule(constraint: constraint, keys: constraint.properties.map(\.key))
        }
    }

    /// The stored objects that have unique values of new rows, by the new objects.
    ///
    /// - Complexity: One round trip for each constraint.
    func stored(_ items: [BatchPiece.Item]) throws -> [ObjectID: Set<ObjectID>] {
        var found: [ObjectID: Set<ObjectID>] = [:]
        for rule in rules {
            var wanted: [Values: [ObjectID]] = [:]
            var lists = [Set<Value>](repeating: [], count: rule.keys.count)
            for item in items where item.isInsert {
                let row = item.row.view
                guard let values = Values(row, rule.keys) else { continue }
                wanted[values, default: []].append(row.objectID)
                for (place, key) in rule.keys.enumerated() {
                    if let slot = row.slot(of: key)?.pointee { lists[place].insert(row.value(slot)) }
                }
            }
            guard !wanted.isEmpty else { continue }
            try reader.rows(try reader.resolve(request(rule, lists))) { rows in
                _ = rows.allSatisfy { row in
                    guard let values = Values(row.view, rule.keys) else { return true }
                    for mine in wanted[values] ?? [] { found[mine, default: []].insert(row.view.objectID) }
                    return true
                }
            }
        }
        return found
    }

    /// The number of an earlier row that was noted and has the same unique values; nil where there is none.
    func earlier(_ item: BatchPiece.Item) -> Int? {
        for rule in rules {
            if let digest = Values(item.row.view, rule.keys)?.digest, let number = rule.seen[digest] { return number }
        }
        return nil
    }

    /// Notes a row that is to be written.
    mutating func note(_ item: BatchPiece.Item) {
        guard let number = item.number else { return }
        for index in rules.indices {
            if let digest = Values(item.row.view, rules[index].keys)?.digest { rules[index].seen[digest] = number }
        }
    }

    /// Asks for all objects that have one of the values of each property: those that are wanted, and some others where there
    /// are several properties.
    private func request(_ rule: Rule, _ lists: [Set<Value>]) -> FetchRequestDescription {
        var request = FetchRequestDescription(entityName: rule.constraint.entity.name)
        request.predicate = .and(
            zip(rule.keys, lists).map { key, values in
                .comparison(
                    FetchComparison(
                        .keyPath([key.name]), .isIn, .aggregate(values.map { .constant($0) })))
            })
        return request
    }
}
