import Foundation
import Polystore

extension BadInput {
    /// Objects that are deleted, vanished, or out of reach.
    static let objects: [BadInput] = [
        .refused(
            "an object that another context deleted", ["ContextError.objectMissing"],
            [
                .store: "catalogue", .entity: "Company", .object: "p1",
            ]
        ) { scene in
            let copy = try scene.copy()
            let container = try scene.open(catalogue: copy)
            let (first, second) = (try scene.context(container), try scene.context(container))
            let acme = try scene.company("Acme", first)
            let fault = second.object(with: acme.objectID)
            first.delete(acme)
            try first.save()
            _ = try fault?.value(forKey: "name")
        },
        .refused("an object that does not exist", ["ContextError.objectMissing"], [.entity: "Company"]) { scene in
            let context = try scene.context()
            let acme = try scene.company("Acme", context).objectID
            _ = try context.existingObject(with: ObjectID(store: acme.store, root: acme.root, key: 4711))
        },
        .refused(
            "a deleted object linked to another", ["ContextError.objectDeleted"],
            [
                .entity: "Person", .property: "employer",
            ]
        ) { scene in
            let context = try scene.context()
            let (ada, globex) = (try scene.person("Ada", context), try scene.company("Globex", context))
            context.delete(globex)
            ada.employer = globex
            try context.save()
        },
        BadInput("a change to an object that is marked for deletion goes with it", .saved) { scene in
            let context = try scene.context()
            let document = try context.fetch(FetchRequest(Document.self))[0]
            context.delete(document)
            document.title = "other"
            try context.save()
            try hold(document.managedObjectContext == nil, "the object has left its context")
        },
        .refused("an object of another class than the request's", ["ContextError.wrongClass"], [.entity: "Company"]) {
            _ = try $0.context().fetch(FetchRequest<Person>(entity: "Company"))
        },
        .refused("a stale object saved over a newer one", ["SaveError.conflict"], [.count: "1"], says: ["Person"]) {
            scene in
            let container = try scene.open(catalogue: try scene.copy())
            let (first, second) = (try scene.context(container), try scene.context(container))
            let (mine, theirs) = (try scene.person("Ada", first), try scene.person("Ada", second))
            (mine.age, theirs.age) = (1, 2)
            try second.save()
            try first.save()
        },
        .refused("the objects of a store that was removed", ["ContextError.storeNotOpen"], [.entity: "Company"]) {
            scene in
            let container = try scene.open()
            let context = try scene.context(container)
            let fault = context.object(with: try scene.company("Acme", scene.context(container)).objectID)
            try container.coordinator.removeStore(named: "catalogue")
            _ = try fault?.value(forKey: "name")
        },
        .refused("changes of objects whose store was removed", ["ContextError.storeNotOpen"], [.entity: "Person"]) {
            let container = try $0.open()
            let context = try $0.context(container)
            let ada = try $0.person("Ada", context)
            ada.age = 5
            try container.coordinator.removeStore(named: "catalogue")
            try context.save()
        },
        .refused(
            "an object related in a store that is not open", ["ContextError.storeNotOpen"],
            [
                .entity: "Being"
            ]
        ) { scene in
            let container = try scene.open()
            try container.coordinator.removeStore(named: "catalogue")
            let context = try scene.context(container)
            let order = try context.fetch(FetchRequest(Order.self).where(Order.number == 36))[0]
            try hold(order.buyer != nil, "there is an object")
            try hold(order.buyer?.name == "", "the getter gives the type's zero")
            try context.save()
        },
        .refused(
            "a relationship taken from an object whose store is not open", ["SaveError.validation"], [.count: "1"],
            says: ["Order.buyer", "inverseAbsent"]
        ) { scene in
            let container = try scene.open()
            try container.coordinator.removeStore(named: "catalogue")
            let context = try scene.context(container)
            try context.fetch(FetchRequest(Order.self).where(Order.number == 36))[0].buyer = nil
            try context.save()
        },
        .refused(
            "the deletion of what refers to an object whose store is not open", ["SaveError.validation"],
            [.count: "1"], says: ["Order.buyer", "inverseAbsent"]
        ) { scene in
            let container = try scene.open()
            try container.coordinator.removeStore(named: "catalogue")
            let context = try scene.context(container)
            context.delete(try context.fetch(FetchRequest(Order.self).where(Order.number == 36))[0])
            try context.save()
        },
        .refused("everything after the container was closed", ["FetchError.noStore"], [.entity: "Person"]) { scene in
            let container = try scene.open()
            let context = try scene.context(container)
            try container.close()
            _ = try context.fetch(FetchRequest(Person.self))
        },
    ]
}
