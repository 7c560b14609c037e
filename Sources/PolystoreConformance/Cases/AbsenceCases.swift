import PolystoreCore
import PolystoreStorage

/// Changes and deletions whose other side lives in a store that is not open, or that cannot be written.
enum AbsenceCases {
    /// The change of the object that is here.
    private enum Change: CaseIterable, Sendable {
        case delete, unlink

        var phrase: String {
            switch self {
            case .delete: "deleting it"
            case .unlink: "unlinking it"
            }
        }
    }

    static func add(to list: inout CaseList) {
        for shape in RelationshipShape.allCases where shape.hasInverse && !shape.isWithinEntity {
            for change in Change.allCases { addAway(to: &list, shape, change) }
            addNoAction(to: &list, shape)
        }
        addReadOnly(to: &list)
    }

    /// L0 has R0, saved in stores of their own.
    private static func linked(
        _ bench: ConformanceFixture, _ shape: RelationshipShape, _ rule: DeleteRule = .nullify
    ) throws -> (opened: RelationshipFixture, left: ObjectID, right: ObjectID)? {
        try DurableStores.require(bench)
        guard let opened = try shape.open(bench, .apart, rule) else { return nil }
        let context = opened.context()
        let objects = try opened.objects(context, left: 1, right: 1)
        try opened.link(objects.left[0], "others", objects.right[0])
        try context.save()
        return (opened, objects.left[0].objectID, objects.right[0].objectID)
    }

    /// Takes the store of an object away, or opens it for reading only, while something is done.
    private static func without(
        _ opened: RelationshipFixture, _ object: ObjectID, access: StoreOpening.Access? = nil, _ body: () throws -> Void
    ) throws {
        let coordinator = opened.container.coordinator
        let description = try require(coordinator.store(object.store)?.description)
        try coordinator.removeStore(named: description.name)
        if let access {
            var limited = description
            limited.access = access
            try coordinator.addStore(limited)
        }
        try body()
        if access != nil { try coordinator.removeStore(named: description.name) }
        try coordinator.addStore(description)
    }

    private static func expectLinked(_ opened: RelationshipFixture, _ left: ObjectID, _ right: ObjectID) throws {
        let reader = opened.context()
        try expect(try opened.names(try reader.existingObject(with: left), "others"), is: ["R0"])
        try expect(try opened.names(try reader.existingObject(with: right), "back"), is: ["L0"])
        var findings = 0
        _ = try opened.container.coordinator.check { _, _ in findings += 1 }
        try expect(findings, is: 0, "findings")
    }

    private static func addAway(to list: inout CaseList, _ shape: RelationshipShape, _ change: Change) {
        for isLeft in [true, false] {
            let relationship = isLeft ? "others" : "back"
            let isToMany = isLeft ? shape.isToMany : shape.isBackToMany
            // Members that only the absent store knows cannot be named, so none can be taken out.
            if change == .unlink, isToMany { continue }
            list.add(
                .multiStore,
                "\(shape.phrase), its \(isLeft ? "right" : "left") side away: \(change.phrase) is refused, and nothing is changed",
                needs: shape.needs.union([.durable]), covers: [.validation(.inverseAbsent)]
            ) { bench in
                guard let (opened, left, right) = try linked(bench, shape) else { return }
                let (here, away) = isLeft ? (left, right) : (right, left)
                try without(opened, away) {
                    let context = opened.context()
                    let object = try context.existingObject(with: here)
                    if change == .delete {
                        context.delete(object)
                    } else {
                        try object.setRelatedObject(nil, forKey: relationship)
                    }
                    try expectRefusal(shape, relationship) { try context.save() }
                    context.rollback()
                    try object.setValue(try object.value(forKey: "name"), forKey: "name")
                    try context.save()
                }
                try expectLinked(opened, left, right)
            }
        }
    }

    /// The partner of a one-to-one relationship is read first, so that it is the partner which is missed.
    private static func expectRefusal(
        _ shape: RelationshipShape, _ relationship: String, _ save: () throws -> Void
    ) throws {
        if shape == .oneToOne {
            let error = try expectError(ContextError.self, "absent", save)
            return try expect(error.code, is: .storeNotOpen)
        }
        let error = try expectError(SaveError.self, "absent", save)
        try expect(error.validationFailures.map(\.code), is: [.inverseAbsent])
        try expect(error.validationFailures.map(\.property), is: [relationship])
    }

    private static func addNoAction(to list: inout CaseList, _ shape: RelationshipShape) {
        list.add(
            .multiStore, "\(shape.phrase), its right side away: with No Action the left object is deleted",
            needs: shape.needs.union([.durable]), covers: [.deleteRule(.noAction)]
        ) { bench in
            guard let (opened, left, right) = try linked(bench, shape, .noAction) else { return }
            try without(opened, right) {
                let context = opened.context()
                context.delete(try context.existingObject(with: left))
                try context.save()
                try expect(try context.find("Left").count, is: 0)
            }
            try expect(try opened.context().find("Right").names(), is: ["R0"])
        }
    }

    private static func addReadOnly(to list: inout CaseList) {
        for shape in [RelationshipShape.manyToMany, .orderedManyToMany] {
            list.add(
                .multiStore,
                "\(shape.phrase), its left side only to be read: taking a pair apart is refused, and taken back",
                needs: shape.needs.union([.durable]), covers: [.validation(.inverseReadOnly)]
            ) { bench in
                guard let (opened, left, right) = try linked(bench, shape) else { return }
                try without(opened, left, access: .readOnly) {
                    let context = opened.context()
                    let object = try context.existingObject(with: right)
                    try object.relatedObjects(forKey: "back").removeAll()
                    let error = try expectError(SaveError.self) { try context.save() }
                    try expect(error.validationFailures.map(\.code), is: [.inverseReadOnly])
                    context.rollback()
                    try expect(try opened.names(object, "back"), is: ["L0"])
                }
                try expectLinked(opened, left, right)
            }
        }
    }
}
