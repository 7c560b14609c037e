import Foundation
import PolystoreModel

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads of a Core Data model file what decides how a store lies in tables.
final class CoreDataModelReader: NSObject, XMLParserDelegate {
    private var model = ModelDescription(name: "corpus")
    private var entity: EntityDescription?
    private var index: FetchIndexDescription?
    private var constraint: [String]?

    static func model(at url: URL) throws -> ModelDescription {
        let reader = CoreDataModelReader()
        let parser = XMLParser(data: try Data(contentsOf: url))
        parser.delegate = reader
        guard parser.parse() else { throw CocoaError(.fileReadCorruptFile) }
        return reader.model
    }

    private static let types: [String: AttributeType] = [
        "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64, "Decimal": .decimal,
        "Double": .double, "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date, "Binary": .binary,
        "UUID": .uuid, "URI": .uri, "Transformable": .transformable,
    ]

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let name = attributes["name"] ?? ""
        func isSet(_ key: String) -> Bool { attributes[key] == "YES" }
        switch element {
        case "entity":
            entity = EntityDescription(name: name)
            entity?.superentityName = attributes["parentEntity"]
            entity?.isAbstract = isSet("isAbstract")
        case "attribute":
            var attribute = AttributeDescription(
                name: name, type: attributes["attributeType"].flatMap { Self.types[$0] } ?? .undefined)
            attribute.isOptional = true
            attribute.isTransient = isSet("transient")
            attribute.allowsExternalStorage = isSet("allowsExternalBinaryDataStorage")
            entity?.attributes.append(attribute)
            if isSet("indexed") {
                entity?.indexes.append(FetchIndexDescription(name: name, elements: [.init(property: name)]))
            }
        case "relationship":
            var relationship = RelationshipDescription(
                name: name, to: .entity(attributes["destinationEntity"] ?? ""), isToMany: isSet("toMany"),
                inverse: attributes["inverseName"])
            relationship.isOrdered = isSet("ordered")
            entity?.relationships.append(relationship)
        case "fetchIndex": index = FetchIndexDescription(name: name, elements: [])
        case "fetchIndexElement":
            if let property = attributes["property"] {
                index?.elements.append(.init(property: property, isAscending: attributes["order"] != "descending"))
            }
        case "uniquenessConstraint": constraint = []
        case "constraint": constraint?.append(attributes["value"] ?? "")
        default: return
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        switch element {
        case "entity":
            if let entity { model.entities.append(entity) }
        case "fetchIndex":
            if let index, !index.elements.isEmpty { entity?.indexes.append(index) }
        case "uniquenessConstraint":
            if let constraint { entity?.uniquenessConstraints.append(constraint) }
        default: return
        }
    }
}
