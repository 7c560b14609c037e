/// The attributes of each element that Xcode writes, in its order.
enum KnownAttributes {
    /// The names in Xcode's order; empty for an element that Xcode does not write.
    static func of(_ element: String) -> [String] { table[element] ?? [] }

    private static let table: [String: [String]] = [
        "model": [
            "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
            "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData", "userDefinedModelVersionIdentifier",
            "macOSVersion", "iOSVersion",
        ],
        "entity": [
            "name", "representedClassName", "parentEntity", "isAbstract", "elementID", "renamingIdentifier",
            "versionHashModifier", "coreSpotlightDisplayNameExpression", "syncable", "codeGenerationType",
        ],
        "attribute": [
            "name", "optional", "transient", "attributeType", "composite", "valueTransformerName", "minValueString",
            "maxValueString", "minDateTimeInterval", "maxDateTimeInterval", "customClassName", "derived",
            "derivationExpression", "defaultValueString", "defaultDateTimeInterval", "usesScalarValueType", "indexed",
            "versionHashModifier", "elementID", "renamingIdentifier", "spotlightIndexingEnabled", "storedInTruthFile",
            "preserveAfterDeletion", "allowsCloudEncryption", "regularExpressionString",
            "allowsExternalBinaryDataStorage", "spotlightDisplayName", "syncable",
        ],
        "relationship": [
            "name", "optional", "transient", "toMany", "minCount", "maxCount", "deletionRule", "ordered",
            "destinationEntity", "inverseName", "inverseEntity", "indexed", "spotlightIndexingEnabled",
            "storedInTruthFile", "preserveAfterDeletion", "versionHashModifier", "syncable", "elementID",
            "renamingIdentifier",
        ],
        "fetchedProperty": [
            "name", "optional", "transient", "indexed", "spotlightIndexingEnabled", "storedInTruthFile",
            "versionHashModifier", "syncable", "elementID", "renamingIdentifier",
        ],
        "fetchRequest": [
            "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "resultType", "includeSubentities",
            "includesSubentities", "includePropertyValues", "includesPropertyValues", "includePendingChanges",
            "includesPendingChanges", "returnObjectsAsFaults", "returnsObjectsAsFaults", "returnDistinctResults",
            "returnsDistinctResults",
        ],
        "fetchIndex": ["name", "partialIndexPredicate"],
        "fetchIndexElement": ["property", "expression", "expressionType", "type", "order"],
        "compoundIndexes": [], "compoundIndex": [], "index": ["value"],
        "uniquenessConstraints": [], "uniquenessConstraint": [], "constraint": ["value"],
        "configuration": ["name", "usedWithCloudKit"], "memberEntity": ["name"],
        "composite": ["name", "elementID", "versionHashModifier"],
        "compositeAttribute": ["name", "elementID", "versionHashModifier"],
        "userInfo": [], "entry": ["key", "value"],
        "elements": [], "element": ["name", "positionX", "positionY", "width", "height"],
    ]
}
