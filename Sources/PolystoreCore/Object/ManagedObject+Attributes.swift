import Foundation
import PolystoreModel

extension ManagedObject {
    /// The value of an attribute.
    ///
    /// Reads the row of a fault first. Returns the type's zero when the value is missing, and when the row or the value
    /// cannot be read (a coder fails, an enumeration has no case for it): then the object is inaccessible and the context
    /// throws the error at its next `save` or `fetch`. `value(for:)` throws it at once.
    ///
    /// - Complexity: No round trip unless the object is a fault or the value is kept out of the row.
    @inlinable public final func value<Value: AttributeValue>(of attribute: Attribute<Value>) -> Value {
        let row = readableRow(reading: attribute.propertyKey)
        // Not the slot itself, which would be copied for each value.
        guard let slot = row.slot(of: attribute.propertyKey) else { return valueOutsideRow(of: attribute) }
        return withExtendedLifetime(self) {
            if slot.pointee.kind.mayBeDeferred, let deferred = deferredValue(row, slot, as: Value.self) {
                return deferred
            }
            guard Value.readingCanFail else { return Value.read(row, slot.pointee) }
            do throws(ValueError) {
                return try Value.read(checking: row, slot.pointee)
            } catch {
                return unreadableValue(of: slot.pointee.key, error)
            }
        }
    }

    /// Sets the value of an attribute.
    ///
    /// A value that cannot be stored (NaN, a number too large for the attribute) leaves the property as it was and is
    /// reported by the context's next `save` or `fetch`.
    @inlinable public final func setValue<Value: AttributeValue>(_ value: Value, of attribute: Attribute<Value>) {
        let key = attribute.propertyKey
        guard let place = writablePlace(of: key) else {
            setValueWithChecks(value, of: attribute)
            return
        }
        do {
            try write(value, to: place)
        } catch {
            recordWritingError(error, key)
        }
    }

    @inlinable @inline(__always)
    final func write<Value: AttributeValue>(_ value: Value, to place: WritablePlace) throws {
        if Value.writingCallsOut {
            // A coder may roll back, save or merge, and the object lets go of the row then: it is held here.
            try value.write(to: place.row.takeUnretainedValue(), at: place.index)
        } else {
            try place.row.withObject { try value.write(to: $0, at: place.index) }
        }
    }

    /// Where a value is written that nothing stands in the way of; nil when that must be found out.
    @usableFromInline package final func writablePlace(of key: PropertyKey) -> WritablePlace? {
        guard let row = unmanagedChangedRow, flags.isSuperset(of: [.tracked, .noted]), !flags.contains(.detached),
            let context = batch.anchor.unmanaged, context.withObject({ $0.takesPlainValues })
        else { return nil }
        let index = row.withObject { $0.index(of: key) }
        guard index >= 0 else { return nil }
        flags.remove(.visited)
        return WritablePlace(row: row, index: index)
    }

    @usableFromInline package final func setValueWithChecks<Value: AttributeValue>(
        _ value: Value, of attribute: Attribute<Value>
    ) {
        let key = attribute.propertyKey
        guard mayBeWritten(key) else { return }
        guard let row = unmanagedWritableRow(), let context = batch.anchor.unmanaged else {
            managedObjectContext?.recordAccessError(writingError(key))
            return
        }
        let index = row.withObject { $0.index(of: key) }
        do {
            guard index >= 0 else {
                try setTransientValue(value, of: key)
                return
            }
            try context.withObject { context in
                try context.checkPartition(self, key)
                context.noteChange(of: key, in: self)
            }
            try write(value, to: WritablePlace(row: row, index: index))
        } catch {
            recordWritingError(error, key)
        }
    }

    @usableFromInline package final func recordWritingError(_ error: any Error, _ key: PropertyKey) {
        managedObjectContext?.recordAccessError(located(error, key))
    }

    /// The value of an attribute that rows do not hold: transient, or of another version of the model.
    @usableFromInline final func valueOutsideRow<Value: AttributeValue>(of attribute: Attribute<Value>) -> Value {
        // Unwrapped before the cast: no value at all would be cast to an optional type's nil.
        if let kept = overlay?.transients[attribute.propertyKey], let value = kept as? Value { return value }
        guard case .attribute(let declared)? = entity.property(for: attribute.propertyKey) else {
            if let recorded = overlay?.recorded {
                recorded.key = attribute.propertyKey
                return Value.zeroValue
            }
            assertionFailure("\(entity.name) has no attribute '\(attribute.propertyKey.name)'")
            managedObjectContext?.recordAccessError(unknownProperty(attribute.propertyKey.name))
            return Value.zeroValue
        }
        let standard = declared.description.defaultValue
        if let value = Value(tagged: standard) { return value }
        if standard.isMissing || !Value.readingCanFail { return Value.zeroValue }
        return unreadableValue(of: attribute.propertyKey, ValueError(.unknownValue, expected: "\(Value.self)"))
    }

    /// Sets an attribute that rows do not hold.
    final func setTransientValue(_ value: some AttributeValue, of key: PropertyKey) throws {
        guard case .attribute(let attribute)? = entity.property(for: key) else { throw unknownProperty(key.name) }
        guard attribute.isTransient || attribute.type != .composite else {
            throw ValueError(.unavailable, found: attribute.type.rawValue, details: [.property: key.name])
        }
        keepTransient(value, of: key)
    }

    /// Keeps a value beside the row; one that is set when the row was read is no change.
    final func keepTransient(_ value: (any Sendable)?, of key: PropertyKey) {
        let overlay = madeOverlay()
        managedObjectContext?.noteChange(of: key, identity, old: .transient(overlay.transients[key] ?? nil))
        overlay.transients[key] = value
        if managedObjectContext?.isAwaking ?? false { overlay.committedTransients[key] = value }
        managedObjectContext?.track(self)
    }

    /// The value of data that is kept out of the row; nil when it is in the row.
    @usableFromInline final func deferredValue<Value: AttributeValue>(
        _ row: RowView, _ place: UnsafePointer<RowSlot>, as type: Value.Type
    ) -> Value? {
        let slot = place.pointee
        guard let deferred = row.deferredData(slot) else { return nil }
        guard let data = readDeferred(deferred, slot, version: row.version) else { return Value.zeroValue }
        do {
            return try Value.read(checkingDeferred: data)
        } catch {
            return unreadableValue(of: slot.key, error)
        }
    }

    /// The zero of a value that is none of its type; the object becomes inaccessible.
    @usableFromInline final func unreadableValue<Value: AttributeValue>(
        of key: PropertyKey, _ error: ValueError
    ) -> Value {
        if !flags.contains(.inaccessible) { becomeInaccessible(located(error, key)) }
        return Value.zeroValue
    }

    /// Reads data that is kept out of the row; nil when it cannot be read, and the object is inaccessible then.
    final func readDeferred(_ deferred: DeferredData, _ slot: RowSlot, version: UInt32) -> Data? {
        guard let context = managedObjectContext else {
            loseContext(reading: slot.key)
            return nil
        }
        do {
            return try context.deferredData(of: identity, version: version, property: slot.key, deferred)
        } catch {
            becomeInaccessible(error)
            return nil
        }
    }

    /// The context, checked for its executor; nil when there is none any more.
    final func contextForWriting(_ key: PropertyKey) -> ManagedObjectContext? {
        mayBeWritten(key) ? managedObjectContext : nil
    }

    /// Whether there still is a context, and this is its executor.
    final func mayBeWritten(_ key: PropertyKey) -> Bool {
        guard !flags.contains(.detached), let context = batch.anchor.unmanaged else {
            assertionFailure("'\(key.name)' is set on an object whose context is gone")
            return false
        }
        return context.withObject { $0.mayWrite() }
    }

    final func writingError(_ key: PropertyKey) -> any Error {
        overlay?.error ?? ContextError(.objectInaccessible, [.entity: entity.name, .property: key.name])
    }

    final func located(_ error: any Error, _ key: PropertyKey) -> any Error {
        guard var error = error as? ValueError else { return error }
        error.details[.entity] = entity.name
        error.details[.property] = key.name
        return error
    }

    final func unknownProperty(_ name: String) -> ValueError {
        ValueError(.unknownProperty, details: [.entity: entity.name, .property: name])
    }
}
