/// What the tokens of a process say of their properties, by number.
///
/// Tokens are static and live as long as the process; they carry a number instead of a reference, so that reading a
/// property through one counts no references.
enum SpecificationTable {
    private struct Entry {
        let specification: any EntityMemberSpecification
        /// The property of the evaluated object, made once for all requests.
        let expression: FetchExpression
        /// The names of the entities that the token was described for.
        var owners: [String] = []
    }

    private static let entries = Locked<[Entry]>([])

    /// Keeps the specification of a named property for good and gives its number.
    static func add(_ specification: any EntityMemberSpecification, _ name: String) -> Int {
        entries.withLock { entries in
            let number = entries.count
            entries.append(
                Entry(
                    specification: specification,
                    expression: .keyPath([name], root: PathRoot(token: number))))
            return number
        }
    }

    /// Adds the property of a number to a description, whose entity is one of its owners from now on.
    static func addMember(_ number: Int, to entity: inout EntityDescription) {
        let name = entity.name
        let specification = entries.withLock { entries in
            if !entries[number].owners.contains(name) { entries[number].owners.append(name) }
            return entries[number].specification
        }
        specification.addMember(to: &entity)
    }

    /// The property of a number as an expression.
    static func expression(_ number: Int) -> FetchExpression { entries.withLock { $0[number].expression } }

    /// The names of the entities that the token of a number was described for.
    static func owners(_ number: Int) -> [String] { entries.withLock { $0[number].owners } }
}

/// What a token says of its property.
protocol EntityMemberSpecification: Sendable {
    /// Adds the property to a description.
    func addMember(to entity: inout EntityDescription)
}
