/// What the tokens of a process say of their properties, by number.
///
/// Tokens are static and live as long as the process; they carry a number instead of a reference, so that reading a
/// property through one counts no references.
enum SpecificationTable {
    private static let members = Protected<[any EntityMemberSpecification]>([])

    /// Keeps a specification for good and gives its number.
    static func add(_ specification: any EntityMemberSpecification) -> Int {
        members.withLock { members in
            members.append(specification)
            return members.count - 1
        }
    }

    /// The specification of a number.
    static func specification(_ number: Int) -> any EntityMemberSpecification { members.withLock { $0[number] } }
}

/// What a token says of its property.
protocol EntityMemberSpecification: Sendable {
    /// Adds the property to a description.
    func addMember(to entity: inout EntityDescription)
}
