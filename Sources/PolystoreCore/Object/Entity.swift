import PolystoreModel

/// A class of managed objects that describes its entity by tokens, and whose instances read and write through them.
///
///     final class Person: ManagedObject, Entity {
///         static let name = Attribute<String>("name"), age = Attribute<Int>("age", .indexed)
///         static let employer = ToOne<Company>("employer")
///         static let entity = EntityDescription(Person.self, name, age, employer)
///     }
///
/// `person.name` reads and sets the value, `Person.name` names the property in queries.
@dynamicMemberLookup
public protocol Entity: ManagedObject, EntityClass {}

// Inlined always: a key path that is written out is then looked up when the program is compiled, and not at each access.
extension Entity {
    /// The value of an attribute; see `ManagedObject.value(of:)`.
    @inlinable
    public subscript<Value: AttributeValue>(
        dynamicMember member: KeyPath<Self.Type, Attribute<Value>>
    ) -> Value {
        @inline(__always) get { value(of: Self.self[keyPath: member]) }
        @inline(__always) set { setValue(newValue, of: Self.self[keyPath: member]) }
    }

    /// The related object; see `ManagedObject.object(of:)`.
    @inlinable
    public subscript<Destination: ManagedObject>(
        dynamicMember member: KeyPath<Self.Type, ToOne<Destination>>
    ) -> Destination? {
        @inline(__always) get { object(of: Self.self[keyPath: member]) }
        @inline(__always) set { setObject(newValue, of: Self.self[keyPath: member]) }
    }

    /// The related objects; see `ToManyObjects`.
    @inlinable
    public subscript<Destination: ManagedObject>(
        dynamicMember member: KeyPath<Self.Type, ToMany<Destination>>
    ) -> ToManyObjects<Destination> {
        @inline(__always) get { objects(of: Self.self[keyPath: member]) }
        @inline(__always) set { setObjects(newValue, of: Self.self[keyPath: member]) }
    }
}
