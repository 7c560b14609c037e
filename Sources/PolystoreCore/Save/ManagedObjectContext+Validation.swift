import Foundation
import PolystoreModel

extension ManagedObjectContext {
    /// Validates every changed object.
    ///
    /// - Throws: `SaveError` with all failures at once.
    func validate() throws {
        var failures: [ValidationFailure] = []
        for (object, relationship) in try deniedDeletes() {
            failures.append(ValidationFailure(.deleteDenied, object, relationship.name))
        }
        // Copied, because a validation may change objects; what it changes is validated once more (`validateUntilStable`).
        let objects = tracked
        // The context keeps the checks.
        var known: (entity: Unmanaged<ModelEntity>, checks: Unmanaged<ObjectChecks>)?
        objects.forEach { object in
            guard object.hasChanges, object.flags.isDisjoint(with: [.inaccessible]) else { return }
            if object.flags.contains(.keyless) {
                failures.append(ValidationFailure(.keyless, object, nil, cause: accessError))
                return
            }
            let entity = object.unmanagedEntity
            if known?.entity.toOpaque() != entity.toOpaque() {
                known = (entity, Unmanaged.passUnretained(checks(of: entity)))
            }
            known?.checks.withObject { checks in
                if !object.flags.contains(.deleted) { validateProperties(of: object, checks, &failures) }
                validateReach(of: object, checks, &failures)
            }
            do {
                if object.flags.contains(.deleted) {
                    try object.validateForDelete()
                } else if object.flags.contains(.inserted) {
                    try object.validateForInsert()
                } else {
                    try object.validateForUpdate()
                }
            } catch {
                failures.append(ValidationFailure(.custom, object, nil, cause: error))
            }
        }
        try throwAccessError()
        if !failures.isEmpty { throw SaveError(.validation, validationFailures: failures) }
    }

    private func validateProperties(
        of object: ManagedObject, _ checks: ObjectChecks, _ failures: inout [ValidationFailure]
    ) {
        if object.isFault {
            // Only its to-many relationships can have changed: its row is as it was saved, and is not read for this.
            for relationship in checks.relationships where relationship.isToMany {
                if let code = failure(of: relationship, object) {
                    failures.append(ValidationFailure(code, object, relationship))
                }
            }
            return
        }
        let found = failures.count
        let row = object.readableRow()
        if !checks.holdsRequired(row) {
            for attribute in checks.required {
                if let slot = row.slot(of: attribute.key), !row.isMissing(slot.pointee) { continue }
                if let code = AttributeValidator.failure(of: attribute, in: row, object) {
                    failures.append(ValidationFailure(code, object, attribute))
                }
            }
        }
        for attribute in checks.others {
            if let code = AttributeValidator.failure(of: attribute, in: row, object) {
                failures.append(ValidationFailure(code, object, attribute))
            }
        }
        for relationship in checks.relationships {
            if let code = failure(of: relationship, object) {
                failures.append(ValidationFailure(code, object, relationship))
            }
        }
        if checks.areValidatedByClass {
            let refused = Set(failures[found...].compactMap(\.property))
            object.validateProperties(except: refused, &failures)
        }
    }

    /// The checks of an entity's objects.
    func checks(of entity: Unmanaged<ModelEntity>) -> ObjectChecks {
        entity.withObject { entity in
            if let known = objectChecks[entity.index] { return known }
            let checks = ObjectChecks(entity, classes.objectClass(of: entity))
            objectChecks[entity.index] = checks
            return checks
        }
    }

    private func failure(of relationship: ModelRelationship, _ object: ManagedObject) -> ValidationFailure.Code? {
        if !relationship.isToMany {
            guard !relationship.isOptional else { return nil }
            return object.reference(of: relationship) == nil ? .missing : nil
        }
        let description = relationship.description
        guard description.minimumCount > 0 || description.maximumCount > 0 || !relationship.isOptional else {
            return nil
        }
        // Counted only where it can have changed, because counting reads the members.
        guard object.flags.contains(.inserted) || toManyState(object.identity, relationship).hasChanges else {
            return nil
        }
        let count = members(of: object, relationship).count
        if count == 0 { return relationship.isOptional ? nil : .missing }
        if count < description.minimumCount { return .tooFew }
        if description.maximumCount > 0, count > description.maximumCount { return .tooMany }
        return nil
    }
}
