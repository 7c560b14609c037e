import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension SQLCompiler {
    /// A path to an object, compared with objects that are named; nil when it is another comparison or leaves the store.
    mutating func objectComparison(
        _ path: ResolvedPath, _ comparison: ResolvedComparison, _ subject: Subject
    ) -> SQLFragment? {
        let objects: [ObjectID]
        switch (comparison.comparator, comparison.right) {
        case (.equal, .constant(.missing)), (.notEqual, .constant(.missing)):
            // Whether there is a reference is known wherever it leads.
            guard path.steps.count == 1, let step = path.steps.first, step.form == .reference,
                let column = subject.column(step.key), !context.opening.placement.omittedReferences.contains(step)
            else { return nil }
            return "\(subject.name(column.name)) \(comparison.comparator == .equal ? "IS" : "IS NOT") NULL"
        case (.equal, .constant(.object(let object))), (.notEqual, .constant(.object(let object))): objects = [object]
        case (.isIn, .objects(let set)): objects = Array(set)
        case (.isIn, .values(let values)):
            var found: [ObjectID] = []
            for value in values {
                guard case .object(let object) = value else { return nil }
                found.append(object)
            }
            objects = found
        default: return nil
        }
        let isNegated = comparison.comparator == .notEqual
        guard path.steps.count > 1 else {
            guard let found = members(path.steps.first, objects, subject) else { return nil }
            return isNegated ? found.negated : found
        }
        guard let step = path.steps.first, let reference = ownReference(step, subject),
            let destination = self.subject(of: step)
        else { return nil }
        var positive = comparison
        if isNegated { positive.comparator = .equal }
        let rest = ResolvedPath(steps: Array(path.steps.dropFirst()), terminal: path.terminal)
        guard let inner = objectComparison(rest, positive, destination) else { return nil }
        let found = destination.contains(reference, inner)
        return isNegated ? found.negated : found
    }

    /// The object itself, or what a reference of it names, is one of some objects.
    private func members(_ step: ModelRelationship?, _ objects: [ObjectID], _ subject: Subject) -> SQLFragment? {
        guard let step else {
            let own = objects.filter { $0.store == context.number && $0.root == subject.table.root }
            return keys(SQLFragment("\(subject.alias).Z_PK"), own.map(\.key))
        }
        guard step.form == .reference, let column = subject.column(step.key),
            !context.opening.placement.omittedReferences.contains(step)
        else { return nil }
        let reference = SQLFragment(subject.name(column.name))
        let root = step.destination.rootNumber
        guard hasPeers(column, subject.table), let companion = column.companion else {
            let own = objects.filter { $0.store == context.number && $0.root == root }
            return keys(reference, own.map(\.key))
        }
        // Keys of different stores are told apart by their peers.
        var keysOfPeer: [UInt32: [Int64]] = [:]
        for object in objects {
            guard let peer = context.peerNumber(of: object, destination: root) else { continue }
            keysOfPeer[peer, default: []].append(object.key)
        }
        let parts = keysOfPeer.sorted(byNumber: \.key).map { peer, found -> SQLFragment in
            "(\(keys(reference, found)) AND ifnull(\(subject.name(companion)), 0) = \(bind: .integer(Int64(peer))))"
        }
        return parts.isEmpty ? .no : .joined(parts, "OR")
    }

    /// The columns of a to-one relationship of the object itself that may lead out of the store; nil for anything else.
    func leavingReference(
        _ expression: ResolvedExpression, _ subject: Subject
    ) -> (key: SQLFragment, peer: SQLFragment, root: RootNumber)? {
        guard case .steps(.evaluatedObject, let steps) = expression, steps.count == 1,
            case .relationship(let step) = steps[0], step.form == .reference, let column = subject.column(step.key),
            !context.opening.placement.omittedReferences.contains(step), hasPeers(column, subject.table),
            let companion = column.companion
        else { return nil }
        return (
            SQLFragment(subject.name(column.name)), "ifnull(\(subject.name(companion)), 0)",
            step.destination.rootNumber
        )
    }

    /// A key that is one of some keys: a large set is one parameter.
    func keys(_ expression: SQLFragment, _ keys: [Int64]) -> SQLFragment {
        if keys.isEmpty { return .no }
        let keys = keys.sorted()
        if keys.count == 1 { return "\(expression) = \(bind: .integer(keys[0]))" }
        if keys.count <= 16 { return oneOf(expression, keys.map(SQLValue.integer)) }
        return "\(expression) IN (SELECT value FROM json_each(\(bind: .text(KeyArray.json(keys)))))"
    }
}
