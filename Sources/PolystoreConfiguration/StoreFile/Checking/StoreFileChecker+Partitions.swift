import PolystoreModel
import PolystoreStorage

extension StoreFileChecker {
    /// Checks a partition rule.
    mutating func check(_ partition: StoreFile.Partition, _ model: ManagedObjectModel, _ homes: EntityHomes) {
        let path = ["partitions", partition.entity]
        guard let entity = model.entity(named: partition.entity) else {
            return reportUnknownEntity(partition.entity, "in 'partitions'", at: path, model)
        }
        let writable = homes.homes(of: entity).filter(\.isWritable)
        if homesAreKnown, !writable.isEmpty, writable.count < 2 {
            report(
                .invalidPartition,
                "entity '\(entity.name)' has one writable home, '\(writable[0].store.name)', "
                    + "and needs no partition; leave it out",
                at: path)
        }
        let attribute = attribute(of: partition, entity)
        var values: [Value: String] = [:]
        for home in partition.homes {
            let path = path + ["homes", home.value]
            if let attribute {
                let value = ValueLiteral.value(of: home.value, type: attribute.type)
                if value == nil {
                    report(
                        .invalidPartition,
                        "'\(home.value)' is no value of \(entity.name).\(attribute.name), "
                            + "which needs \(ValueLiteral.form(of: attribute.type))",
                        at: path)
                }
                if let value, let other = values.updateValue(home.value, forKey: value) {
                    report(.invalidPartition, "'\(home.value)' and '\(other)' are the same value", at: path)
                }
            }
            checkHome(home.store, of: entity, homes, at: path + ["store"])
        }
        if let store = partition.otherwise { checkHome(store, of: entity, homes, at: path + ["otherwise"]) }
    }

    private mutating func attribute(of partition: StoreFile.Partition, _ entity: ModelEntity) -> ModelAttribute? {
        guard !partition.attribute.isEmpty else { return nil }
        let path = ["partitions", partition.entity, "by"]
        let shown = file.source.quoted(partition.attribute, at: path)
        guard let attribute = entity.attribute(named: partition.attribute) else {
            if entity.relationship(named: partition.attribute) != nil {
                report(
                    .invalidPartition,
                    "\(shown) of entity '\(entity.name)' is a relationship; a partition needs an attribute", at: path)
                return nil
            }
            let hint = hint(for: partition.attribute, at: path, in: entity.attributes.map(\.name))
            report(.unknownName, "entity '\(entity.name)' has no attribute \(shown)\(hint)", at: path)
            return nil
        }
        let isDerived = attribute.description.derivation != nil
        if attribute.isTransient || isDerived {
            report(
                .invalidPartition,
                "attribute \(shown) of entity '\(entity.name)' is \(isDerived ? "derived" : "transient") "
                    + "and cannot decide on a store",
                at: path)
            return nil
        }
        switch attribute.type {
        case .undefined, .composite, .objectID, .transformable, .binary:
            report(
                .invalidPartition,
                "attribute \(shown) of entity '\(entity.name)' has type \(attribute.type.rawValue) "
                    + "and cannot decide on a store",
                at: path)
            return nil
        default: return attribute
        }
    }

    /// Checks that a store exists, may be written, and holds an entity with all its descendants.
    private mutating func checkHome(
        _ name: String, of entity: ModelEntity, _ homes: EntityHomes, at path: [String]
    ) {
        let shown = file.source.quoted(name, at: path)
        guard let store = file.stores.first(where: { $0.name == name }) else {
            let names = file.stores.map(\.name)
            guard !names.isEmpty else { return }
            return report(.invalidPartition, "unknown store \(shown)\(hint(for: name, at: path, in: names))", at: path)
        }
        let missing = entity.concreteFamily.first { member in
            !homes.homes(of: member).contains { $0.store.name == name }
        }
        if let missing, homesAreKnown {
            report(.invalidPartition, "store \(shown) does not hold entity '\(missing.name)'", at: path)
        } else if store.access == .readOnly {
            report(.invalidPartition, "store \(shown) is read-only and takes no new objects", at: path)
        }
    }
}
