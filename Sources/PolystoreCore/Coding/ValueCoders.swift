import PolystoreModel

/// The coders of a coordinator, by the names that models use.
public final class ValueCoders: Sendable {
    private let coders = Locked<[String: any ValueCoder]>([:])

    init() {}

    /// Registers a coder; one that was registered under the name before is replaced.
    public func register(_ coder: any ValueCoder, named name: String) {
        coders.withLock { $0[name] = coder }
    }

    /// The coder of an attribute.
    ///
    /// - Throws: `ValueError` with code `coding` when none is registered under the name that the attribute gives.
    func coder(for attribute: ModelAttribute, of entity: ModelEntity) throws -> any ValueCoder {
        let name = attribute.description.coderName ?? attribute.description.valueTypeName ?? attribute.name
        guard let coder = coders.withLock({ $0[name] }) else {
            throw ValueError(
                .coding, expected: "a coder named '\(name)'",
                details: [.entity: entity.name, .property: attribute.name])
        }
        return coder
    }
}
