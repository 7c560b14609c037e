import PolystoreModel
import Yams

extension ModelFileReader {
    static let relationshipKeys = [
        "to", "toMany", "toClass", "toManyClass", "inverse", "ordered", "optional", "transient", "minimumCount",
        "maximumCount", "deleteRule", "renamedFrom", "versionHashModifier", "userInfo",
    ]

    /// A relationship from its name and its keys.
    func relationship(_ entry: YAMLEntry, of owner: String, at path: [String]) -> RelationshipDescription {
        let section = YAMLSection(
            entry.value, named: "relationship '\(owner).\(entry.key)'", at: path, in: file, keys: Self.relationshipKeys)
        let target = target(section)
        var relationship = RelationshipDescription(
            name: entry.key, to: target.destination, isToMany: target.isToMany, inverse: section.text("inverse"))
        relationship.isOrdered = section.flag("ordered") ?? false
        relationship.isOptional = section.flag("optional") ?? true
        relationship.isTransient = section.flag("transient") ?? false
        relationship.minimumCount = section.count("minimumCount") ?? 0
        relationship.maximumCount = section.count("maximumCount") ?? 0
        relationship.deleteRule = section.choice("deleteRule", of: DeleteRule.self) ?? .nullify
        relationship.renamingIdentifier = section.text("renamedFrom")
        relationship.versionHashModifier = section.text("versionHashModifier")
        relationship.userInfo = section.dictionary("userInfo") ?? [:]
        return relationship
    }

    /// The destination and whether it is to-many, from the one of four keys that is there.
    private func target(_ section: YAMLSection) -> (destination: RelationshipDescription.Destination, isToMany: Bool) {
        let present = ["to", "toMany", "toClass", "toManyClass"].filter { section[$0] != nil }
        if present.isEmpty {
            section.report("\(section.name) needs 'to' (to-one) or 'toMany' with the destination entity")
        } else if present.count > 1 {
            section.reportValue(present[1], "and '\(present[0])' exclude each other")
        }
        let key = present.first ?? "to"
        let name = section.text(key) ?? ""
        return (key.hasSuffix("Class") ? .objectClass(name) : .entity(name), key.hasPrefix("toMany"))
    }
}
