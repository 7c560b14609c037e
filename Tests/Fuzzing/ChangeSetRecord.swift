import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// Bytes as the record of a change set, under checksums of frames that fit: what is read is recorded again, and that
/// record reads as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func readChangeSetRecord(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var record = Array(FuzzedInput(start, count).bytes)
    FrameChecksum.repair(&record)
    do throws(ChangeSetError) {
        let first = try ChangeSet(decoding: record, as: RecordModel.model)
        let written = first.encoded
        do throws(ChangeSetError) {
            let second = try ChangeSet(decoding: written, as: RecordModel.model)
            FuzzedInput.require(second.encoded == written, "another record of the same change set")
        } catch {
            FuzzedInput.require(false, "a record that was written cannot be read: \(error)")
        }
    } catch {
        // What is no record is refused; the place is within it.
        if let offset = error.details[.offset].flatMap({ Int($0) }) {
            FuzzedInput.require((0...count).contains(offset), "an offset beyond the record: \(error)")
        }
    }
    return 0
}

/// The model of the records that are made up: every type of attribute, and every form of relationship.
private enum RecordModel {
    static let model: ManagedObjectModel = {
        do {
            return try ManagedObjectModel(description)
        } catch {
            fatalError("the model is not valid: \(error)")
        }
    }()

    private static var description: ModelDescription {
        var item = EntityDescription(name: "Item")
        item.attributes = AttributeType.allCases.filter { $0 != .undefined && $0 != .composite }.map {
            attribute("a\($0.rawValue)", $0)
        }
        item.attributes.append(attribute("renamed", .integer64))
        item.attributes[item.attributes.count - 1].renamingIdentifier = "former"
        item.relationships = [
            RelationshipDescription(name: "owner", to: .entity("Owner"), isToMany: false, inverse: "items"),
            RelationshipDescription(name: "tags", to: .entity("Tag"), isToMany: true, inverse: "items"),
        ]
        var special = EntityDescription(name: "Special")
        special.superentityName = "Item"
        special.attributes = [attribute("extra", .integer32)]
        var owner = EntityDescription(name: "Owner")
        owner.relationships = [
            RelationshipDescription(name: "items", to: .entity("Item"), isToMany: true, inverse: "owner")
        ]
        owner.relationships[0].isOrdered = true
        var tag = EntityDescription(name: "Tag")
        tag.renamingIdentifier = "Label"
        tag.relationships = [
            RelationshipDescription(name: "items", to: .entity("Item"), isToMany: true, inverse: "tags")
        ]
        var model = ModelDescription(name: "Fuzzed")
        model.entities = [item, special, owner, tag]
        return model
    }

    private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        return attribute
    }
}
