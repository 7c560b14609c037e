import Observation
import PolystoreModel

extension ManagedObject: Observable {}

/// Tells observers of a context's objects that properties are about to change.
///
/// One registrar serves all objects: the key paths that it is given name the object besides the property.
final class ContextObservation {
    private let registrar = ObservationRegistrar()

    /// Notes that a property is read, if somebody tracks that.
    func access(_ object: ManagedObject, _ key: PropertyKey) {
        registrar.access(object, keyPath: \.[observed: ObservedProperty(object: object.identity, key: key)])
    }

    /// Tells that a property is about to change.
    func willChange(_ object: ManagedObject, _ key: PropertyKey) {
        registrar.willSet(object, keyPath: \.[observed: ObservedProperty(object: object.identity, key: key)])
    }

    /// Tells that any property of an object is about to change.
    func willChange(_ object: ManagedObject) {
        let entity = object.entity
        for attribute in entity.attributes { willChange(object, attribute.key) }
        for relationship in entity.relationships { willChange(object, relationship.key) }
    }

    /// Tells that an object is about to take a newer row: what differs between the rows changes.
    ///
    /// Values that are kept out of rows count as changed.
    func willChange(_ object: ManagedObject, from old: RowView, to new: RowView) {
        for slot in new.layout.slots where slot.kind != .orderKey {
            guard let former = old.slot(of: slot.key)?.pointee else {
                willChange(object, slot.key)
                continue
            }
            let isDeferred = slot.kind.mayBeDeferred && (new.deferredData(slot) ?? old.deferredData(former)) != nil
            if isDeferred || old.value(former) != new.value(slot) { willChange(object, slot.key) }
        }
    }
}
