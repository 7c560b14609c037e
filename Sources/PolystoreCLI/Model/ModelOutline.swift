import Polystore

/// A model as `polystore model show` prints it: everything is written out, also where it is as usual.
struct ModelOutline: Encodable {
    struct Entity: Encodable {
        let name: String
        let parent: String?
        let isAbstract: Bool
        let className: String?
        let codeGeneration: String?
        let renamedFrom: String?
        let versionHashModifier: String?
        let attributes: [Attribute]
        let relationships: [Relationship]
        let fetchedProperties: [Request]
        let uniquenessConstraints: [[String]]
        let indexes: [Index]
        let userInfo: [String: String]
    }

    struct Attribute: Encodable {
        let name: String
        let type: String
        let isOptional: Bool
        let isTransient: Bool
        let defaultValue: String?
        let minimum: String?
        let maximum: String?
        let minimumLength: Int?
        let maximumLength: Int?
        let pattern: String?
        let allowsExternalStorage: Bool
        let isPreservedAfterDeletion: Bool
        let coder: String?
        let valueType: String?
        let composite: String?
        let derivation: String?
        let renamedFrom: String?
        let versionHashModifier: String?
        let userInfo: [String: String]
    }

    struct Relationship: Encodable {
        let name: String
        let destination: String
        let inverse: String?
        let cardinality: String
        let isOrdered: Bool
        let isOptional: Bool
        let isTransient: Bool
        let minimumCount: Int
        let maximumCount: Int
        let deleteRule: String
        let renamedFrom: String?
        let versionHashModifier: String?
        let userInfo: [String: String]
    }

    struct Index: Encodable {
        struct Element: Encodable {
            let property: String
            let isAscending: Bool
        }

        let name: String
        let elements: [Element]
        let condition: String?
    }

    struct Request: Encodable {
        let name: String
        let entity: String
        let condition: String?
        let limit: Int?
        let batchSize: Int?
        let includesSubentities: Bool
        let includesPendingChanges: Bool
    }

    struct Composite: Encodable {
        let name: String
        let elements: [Attribute]
    }

    struct Configuration: Encodable {
        let name: String
        let entities: [String]
    }

    let name: String
    let versionIdentifiers: [String]
    let entities: [Entity]
    let composites: [Composite]
    let configurations: [Configuration]
    let fetchRequests: [Request]
}
