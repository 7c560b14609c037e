/// Types that models name and do not hold, as a start for writing them by hand.
enum StubSource {
    static func text(_ models: [GeneratedFiles]) -> String {
        var lines = [
            "// What the models name and do not hold: a start for writing it.", "import Foundation",
            "import Polystore",
        ]
        var seen: Set<String> = []
        for model in models {
            for type in model.foreignTypes where seen.insert(type.name).inserted {
                lines.append("")
                lines += source(type, model.access)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func source(_ type: ForeignType, _ access: AccessLevel) -> [String] {
        let prefix = access.memberPrefix
        switch type.kind {
        case .baseClass:
            return [
                "/// The class that generated classes inherit from.",
                "\(access.classPrefix)class \(type.name): \(type.detail.isEmpty ? "ManagedObject" : type.detail) {}",
            ]
        case .entityClass:
            return [
                "/// The class of the entity `\(type.detail)`, which is left out of the generated ones.",
                "\(access.classPrefix)class \(type.name): ManagedObject, Entity {",
                "    \(prefix)class var entity: EntityDescription {",
                "        EntityDescription(\(type.name).self, name: \"\(type.detail)\")",
                "    }",
                "}",
            ]
        case .transformable:
            return [
                "/// A value that is kept as JSON.",
                "\(prefix)struct \(type.name): Codable, Hashable, TransformableValue {",
                "    \(prefix)static var zeroValue: \(type.name) { \(type.name)() }",
                "}",
            ]
        case .rawValue:
            return [
                "/// A value that is kept as its raw value.",
                "\(prefix)struct \(type.name): RawRepresentable, Hashable, AttributeValue {",
                "    \(prefix)var rawValue: \(type.detail)",
                "    \(prefix)init(rawValue: \(type.detail)) { self.rawValue = rawValue }",
                "    \(prefix)static var zeroValue: \(type.name) { \(type.name)(rawValue: .zeroValue) }",
                "}",
            ]
        }
    }
}
