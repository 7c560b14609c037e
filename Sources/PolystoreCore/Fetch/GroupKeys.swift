import PolystoreModel
import PolystoreQuery

/// What a store groups by instead of keys that it cannot compute alone: the objects that a relationship leads to, from
/// which the keys are computed afterwards, for many groups at a time.
///
/// Groups of several objects then have the same key, and the receiver joins them.
struct GroupKeys {
    /// What the store groups by.
    let stored: [ResolvedExpression]
    /// What leads on from the object that the store gives for a key; nil for a key that the store computes.
    private let rests: [[ResolvedStep]?]

    /// How many groups wait until their keys are computed.
    static let largestChunk = 500

    /// Nil when a key is neither computed by the store nor behind one object.
    init?(_ keys: [ResolvedExpression], _ scope: PathScope, _ store: AttachedStore) {
        var stored: [ResolvedExpression] = []
        var rests: [[ResolvedStep]?] = []
        for key in keys {
            if scope.isInside([key], store) {
                stored.append(key)
                rests.append(nil)
                continue
            }
            guard case .steps(.evaluatedObject, let steps) = key, case .relationship(let first)? = steps.first,
                first.form == .reference, steps.dropFirst().allSatisfy(\.isPlain)
            else { return nil }
            stored.append(.steps(.evaluatedObject, [steps[0]]))
            rests.append(Array(steps.dropFirst()))
        }
        (self.stored, self.rests) = (stored, rests)
    }

    /// Whether the store computes all keys.
    var areStored: Bool { rests.allSatisfy { $0 == nil } }

    /// What is computed afterwards, as text; nil when there is nothing.
    var explanation: String? {
        let keys = zip(stored, rests).compactMap { key, rest in
            rest.map { ResolvedExpression.steps(.evaluatedObject, key.steps + $0).expression.formatText }
        }
        return keys.isEmpty ? nil : keys.joined(separator: ", ")
    }

    /// The keys of groups, of what a store gave for them.
    ///
    /// - Complexity: One round trip for each step and store.
    func keys(of groups: [[Value]], _ source: any RowSource) throws -> [[Value]] {
        var result = groups
        for (place, rest) in rests.enumerated() {
            guard let rest, !rest.isEmpty else { continue }
            if let batched = source as? any BatchedRowSource {
                batched.trim()
                let starts = groups.compactMap { if case .object(let object) = $0[place] { object } else { nil } }
                try Lookahead([ResolvedPath(plain: rest)]).prepare(from: Set(starts), batched)
            }
            for (number, group) in groups.enumerated() {
                result[number][place] = try ResolvedExpression.steps(.constant(group[place]), rest).value(from: source)
            }
        }
        return result
    }
}

extension ResolvedStep {
    /// Whether the step leads to one object or to its value.
    fileprivate var isPlain: Bool {
        switch self {
        case .relationship(let relationship): !relationship.isToMany && relationship.form != .transient
        case .attribute: true
        case .operation: false
        }
    }
}

extension ResolvedExpression {
    /// The steps from the evaluated object.
    fileprivate var steps: [ResolvedStep] {
        if case .steps(.evaluatedObject, let steps) = self { steps } else { [] }
    }
}

extension ResolvedPath {
    /// The path of plain steps, the last of which may be an attribute.
    fileprivate init(plain steps: [ResolvedStep]) {
        var relationships: [ModelRelationship] = []
        var terminal = Terminal.object
        for step in steps {
            switch step {
            case .relationship(let relationship): relationships.append(relationship)
            case .attribute(let attribute): terminal = .attribute(attribute)
            case .operation: break
            }
        }
        self.init(steps: relationships, terminal: terminal)
    }
}
