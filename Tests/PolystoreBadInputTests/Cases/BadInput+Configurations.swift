import Foundation
import Polystore

extension BadInput {
    /// Store files and models; both have tables of their own, so a few here.
    static let configurations: [BadInput] = [
        storeFile("a store file that is not there", nil, "unreadable", says: ["staff.yaml"]),
        storeFile("a store file that is no YAML", "polystore: [1\nstores: }", "invalidSyntax", says: ["staff.yaml:2:"]),
        storeFile("an empty store file", "", "invalidSyntax", says: ["staff.yaml"]),
        storeFile(
            "a store file with an unknown key", valid.replacing("entities", with: "entitys"), "invalidValue",
            "unknownKey",
            says: ["staff.yaml:6:5:", "did you mean 'entities'"]),
        storeFile(
            "a store file with an unknown type", valid.replacing("sqlite\n", with: "sqllite\n"), "unknownStoreType",
            says: ["staff.yaml:4:11:", "did you mean 'sqlite'"]),
        storeFile(
            "a store file of a newer format", valid.replacing("polystore: 1", with: "polystore: 9"),
            "unsupportedFormat", says: ["staff.yaml:1:12:"]),
        storeFile(
            "a store file whose store is no store", valid.replacing("new.sqlite", with: "staff.yaml"), "store",
            says: ["staff.yaml:5:10:", "not a Polystore or Core Data store"]),
        .refused("a model without a root for a parent", ["ModelError.unknownName"], [.entity: "Person"]) { _ in
            var person = EntityDescription(name: "Person")
            person.superentityName = "Beeing"
            var description = ModelDescription(name: "model")
            description.entities = [EntityDescription(name: "Being"), person]
            _ = try ManagedObjectModel(description)
        },
        .refused("a model of entities that inherit in a circle", ["ModelError.inheritanceCycle"]) { _ in
            var (one, two) = (EntityDescription(name: "One"), EntityDescription(name: "Two"))
            (one.superentityName, two.superentityName) = ("Two", "One")
            var description = ModelDescription(name: "model")
            description.entities = [one, two]
            _ = try ManagedObjectModel(description)
        },
        .refused(
            "a model with a property that objects have anyway", ["ModelError.reservedName"], [.property: "objectID"]
        ) {
            _ in
            var entity = EntityDescription(name: "One")
            entity.attributes = [AttributeDescription(name: "objectID", type: .string)]
            var description = ModelDescription(name: "model")
            description.entities = [entity]
            _ = try ManagedObjectModel(description)
        },
        .refused("a model without entities", ["ModelError.empty"]) { _ in
            _ = try ManagedObjectModel(ModelDescription(name: "model"))
        },
    ]

    private static let valid = """
        polystore: 1
        stores:
          all:
            type: sqlite
            url: new.sqlite
            entities: [Being, Company, Document, Order]
        """

    private static func storeFile(_ name: String, _ text: String?, _ codes: String..., says: [String]) -> BadInput {
        .refused(name, codes.map { "ConfigurationError.\($0)" }, says: says) { scene in
            let file = scene.folder.appendingPathComponent("staff.yaml")
            try text.map { try Data($0.utf8).write(to: file) }
            _ = try PersistentContainer(
                model: Scene.classes, configuration: file.path, storeTypes: Scene.storeTypes)
        }
    }
}
