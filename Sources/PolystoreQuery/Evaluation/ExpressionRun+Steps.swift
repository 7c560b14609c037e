import PolystoreModel

extension ExpressionRun {
    /// The objects or values at the end of steps from objects.
    func walk(_ start: ExpressionResult, _ steps: ArraySlice<ResolvedStep>) throws -> ExpressionResult {
        var current = start
        for step in steps {
            switch step {
            case .relationship(let relationship): current = try related(relationship, of: current)
            case .attribute(let attribute):
                switch current {
                case .value(let object): current = .value(try value(attribute, of: object))
                case .list(let objects): current = .list(try objects.map { try value(attribute, of: $0) })
                }
            case .operation(let operation, let inner):
                var values: [Value] = []
                for element in current.elements {
                    switch try walk(.value(element), inner[...]) {
                    case .value(let value): values.append(value)
                    case .list(let list): values += list
                    }
                }
                if let function = operation.function {
                    current = try function.aggregate(values)
                } else {
                    current = .list(operation.isDistinct ? DistinctValues.distinct(values) : values)
                }
            }
        }
        return current
    }

    private func related(_ relationship: ModelRelationship, of objects: ExpressionResult) throws -> ExpressionResult {
        guard relationship.isToMany else {
            switch objects {
            case .value(let object): return .value(try reference(relationship, of: object))
            case .list(let objects): return .list(try objects.map { try reference(relationship, of: $0) })
            }
        }
        var found: [Value] = []
        for case .object(let object) in objects.elements {
            found += try source.related(relationship, of: object).map(Value.object)
        }
        return .list(found)
    }

    private func reference(_ relationship: ModelRelationship, of object: Value) throws -> Value {
        try read(object) { try PathReader.reference(relationship, of: $0, source).map(Value.object) ?? .missing }
    }

    private func value(_ attribute: ModelAttribute, of object: Value) throws -> Value {
        try read(object) { try PathReader.value(attribute.key, of: $0, source) }
    }

    /// Something of an object's row; missing where there is no object.
    private func read(_ object: Value, _ body: (RowView) throws -> Value) throws -> Value {
        guard case .object(let object) = object else { return .missing }
        if let row, object == row.objectID { return try body(row) }
        return try source.withRow(of: object, body) ?? .missing
    }
}
