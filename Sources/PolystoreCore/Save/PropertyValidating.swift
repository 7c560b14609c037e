import PolystoreModel

/// A class of objects that checks values of single properties itself, and may replace them.
///
/// A save asks it of every attribute and to-one relationship of a changed object, after what the model asks of the property
/// and before `validateForInsert` or `validateForUpdate`. `validateValue(_:forKey:)` asks it of one value that was not set.
/// Not asked about: values that the model refuses, large data that lies out of the row, unchanged, composite attributes, and
/// objects of which only to-many relationships were changed and whose rows were not read.
///
///     final class Person: ManagedObject, Entity, PropertyValidating {
///         func validate(_ value: inout Value, for property: String) throws {
///             guard property == "name", case .string(let name) = value else { return }
///             value = .string(name.trimmingCharacters(in: .whitespaces))
///         }
///     }
///
/// Classes that do not conform pay nothing.
public protocol PropertyValidating: ManagedObject {
    /// Checks a value of a property.
    ///
    /// - Parameters:
    ///   - value: The value; for a to-one relationship the ID of the object, `missing` for none. Another value takes its
    ///     place, and is checked again.
    ///   - property: The name of the property.
    /// - Throws: Any error; it is the cause of the `ValidationFailure` with the code `custom`.
    func validate(_ value: inout Value, for property: String) throws
}
