import PolystoreModel
import PolystoreStorage

extension RecordWalk {
    /// Hands out what refers to the objects that a plan finds, one object after another.
    ///
    /// What the plan looks at is counted as looked at here.
    func walk(
        _ definition: IndexDefinition, referringToWhat plan: RecordPlan, _ visit: Visitor
    ) throws(StoreError) {
        let destinations = RecordWalk(reader: reader, plan: plan)
        var keys: [Int64] = []
        try destinations.eachKey { keys.append($0) }
        counter.visited += destinations.counter.visited
        counter.passed += destinations.counter.passed
        var isStopped = false
        for key in keys where !isStopped {
            var prefix: [UInt8] = []
            KeyEncoding.append(definition.number, to: &prefix)
            prefix.append(KeyEncoding.present)
            KeyEncoding.append(reference: key, peer: 0, to: &prefix)
            try walk(.index(definition, [IndexRange(prefix: prefix)])) { (key, row) throws(StoreError) in
                isStopped = try !visit(key, row)
                return !isStopped
            }
        }
    }

    /// Calls a closure with the key of each object that the plan finds; reads no row that need not be asked.
    private func eachKey(_ body: (Int64) -> Void) throws(StoreError) {
        if plan.filter != nil {
            return try rows(nil, limit: .max) { (row) throws(StoreError) in
                body(row.key)
                return true
            }
        }
        try walk(plan.access) { (key, _) throws(StoreError) in
            body(key)
            return true
        }
    }
}
