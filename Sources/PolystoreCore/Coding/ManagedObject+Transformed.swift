import Foundation
import PolystoreModel

extension ManagedObject {
    /// The decoded value of a transformable attribute, by the coder that is registered for it.
    ///
    /// - Throws: `ValueError` for a name that is no transformable attribute, and with code `coding` when no coder is
    ///   registered or the coder fails.
    public final func transformedValue(forKey name: String) throws -> (any Sendable)? {
        let (attribute, coder) = try transformable(name)
        guard case .data(let data) = try value(forKey: name) else { return nil }
        do {
            return try coder.decode(data)
        } catch {
            throw ValueError(
                .coding, expected: "\(attribute.description.coderName ?? name)",
                details: [.entity: entity.name, .property: name], cause: error)
        }
    }

    /// Sets a transformable attribute to a value that its registered coder encodes; nil clears it.
    ///
    /// - Throws: `ValueError` for a name that is no transformable attribute, and with code `coding` when no coder is
    ///   registered or the coder fails.
    public final func setTransformedValue(_ value: (any Sendable)?, forKey name: String) throws {
        let (attribute, coder) = try transformable(name)
        guard let value else { return try setValue(.missing, forKey: name) }
        let data: Data
        do {
            data = try coder.encode(value)
        } catch {
            throw ValueError(
                .coding, expected: "\(attribute.description.coderName ?? name)",
                details: [.entity: entity.name, .property: name], cause: error)
        }
        try setValue(.data(data), forKey: name)
    }

    private func transformable(_ name: String) throws -> (ModelAttribute, any ValueCoder) {
        guard let attribute = entity.attribute(named: name), attribute.type == .transformable else {
            throw unknownProperty(name)
        }
        guard let context = managedObjectContext else { throw ContextError(.contextGone, [.entity: entity.name]) }
        return (attribute, try context.coordinator.coders.coder(for: attribute, of: entity))
    }
}
