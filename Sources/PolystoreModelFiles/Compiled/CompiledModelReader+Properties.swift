import Foundation
import PolystoreModel

extension CompiledModelReader {
    private static let types: [Int64: AttributeType] = [
        0: .undefined, 100: .integer16, 200: .integer32, 300: .integer64, 400: .decimal, 500: .double, 600: .float,
        700: .string, 800: .boolean, 900: .date, 1000: .binary, 1100: .uuid, 1200: .uri, 1800: .transformable,
        2000: .objectID, 2100: .composite,
    ]

    /// What the flags of an attribute say: the bits that the framework's own header names, and that real models have.
    private enum Flag {
        static let external: Int64 = 4
        static let preserved: Int64 = 16
    }

    mutating func attribute(
        _ object: ArchivedObject, named name: String, of entity: String, at path: ModelPath
    ) -> AttributeDescription? {
        let what = "attribute '\(entity).\(name)'"
        let number = archive.value(object, "NSAttributeType")?.integer ?? 0
        guard let type = Self.types[number] else {
            report(.invalidType, "\(what) is of the type \(number), which is not read from compiled models", at: path)
            return nil
        }
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = archive.value(object, "NSIsOptional")?.boolean ?? false
        attribute.isTransient = archive.value(object, "NSIsTransient")?.boolean ?? false
        let flags = archive.value(object, "NSFlagsKey")?.integer ?? 0
        attribute.allowsExternalStorage = flags & Flag.external != 0
        attribute.isPreservedAfterDeletion = flags & Flag.preserved != 0
        attribute.renamingIdentifier = renamingIdentifier(object, name)
        attribute.versionHashModifier = archive.value(object, "NSVersionHashModifier")?.string
        attribute.userInfo = userInfo(object)
        if type == .transformable {
            attribute.coderName = archive.value(object, "NSValueTransformerName")?.string
            attribute.valueTypeName = archive.value(object, "NSAttributeValueClassName")?.string
        }
        if let derivation = archive.value(object, "NSDerivationExpression")?.object {
            attribute.derivation = expression(derivation)
            if attribute.derivation == nil {
                report(.invalidValue, "the derivation of \(what) is not read from compiled models", at: path)
            }
        } else if let value = archive.value(object, "NSDefaultValue") {
            attribute.defaultValue = self.value(value, type)
            if attribute.defaultValue.isMissing { remark("the default value of \(what) is not read", at: path) }
        }
        if type == .composite {
            attribute.compositeName = composite(object, named: name, of: entity, at: path)
        } else {
            readValidation(of: &attribute, object, what, at: path)
        }
        return attribute
    }

    mutating func relationship(
        _ object: ArchivedObject, named name: String, of entity: String, at path: ModelPath
    ) -> RelationshipDescription? {
        let named = archive.value(object, "_NSDestinationEntityName")?.string
        guard let destination = named ?? archive.value(object, "NSDestinationEntity")?.object.flatMap(entityName) else {
            report(.unknownName, "relationship '\(entity).\(name)' leads nowhere", at: path)
            return nil
        }
        let maximum = archive.value(object, "NSMaxCount")?.integer ?? 0
        let minimum = archive.value(object, "NSMinCount")?.integer ?? 0
        let inverse =
            archive.value(object, "_NSInverseRelationshipName")?.string
            ?? archive.value(object, "NSInverseRelationship")?.object.flatMap {
                archive.value($0, "NSPropertyName")?.string
            }
        var relationship = RelationshipDescription(
            name: name, to: .entity(destination), isToMany: maximum != 1, inverse: inverse)
        relationship.isOptional = archive.value(object, "NSIsOptional")?.boolean ?? false
        relationship.isTransient = archive.value(object, "NSIsTransient")?.boolean ?? false
        if maximum != 1 {
            relationship.isOrdered = archive.value(object, "NSIsOrdered")?.boolean ?? false
            // Models that are made in code may say -1 for no bound.
            relationship.minimumCount = max(0, Int(clamping: minimum))
            relationship.maximumCount = max(0, Int(clamping: maximum))
        }
        switch archive.value(object, "NSDeleteRule")?.integer {
        case 0?: relationship.deleteRule = .noAction
        case 2?: relationship.deleteRule = .cascade
        case 3?: relationship.deleteRule = .deny
        default: relationship.deleteRule = .nullify
        }
        relationship.renamingIdentifier = renamingIdentifier(object, name)
        relationship.versionHashModifier = archive.value(object, "NSVersionHashModifier")?.string
        relationship.userInfo = userInfo(object)
        return relationship
    }

    /// An archived value as one of a type; missing when it is none.
    func value(_ value: ArchivedValue, _ type: AttributeType) -> Value {
        switch (type, value) {
        case (.boolean, _): value.boolean.map(Value.boolean) ?? .missing
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
            .integer(number)
        // A truth where a number is meant: `NO` in the source is 0.
        case (.integer16, .boolean(let truth)), (.integer32, .boolean(let truth)), (.integer64, .boolean(let truth)):
            .integer(truth ? 1 : 0)
        case (.double, .boolean(let truth)), (.float, .boolean(let truth)): .double(truth ? 1 : 0)
        case (.decimal, .boolean(let truth)): .decimal(truth ? 1 : 0)
        case (.integer16, .double(let number)), (.integer32, .double(let number)), (.integer64, .double(let number)):
            Int64(exactly: number).map(Value.integer) ?? .missing
        case (.double, .double(let number)), (.float, .double(let number)): .double(number)
        case (.double, .integer(let number)), (.float, .integer(let number)): .double(Double(number))
        case (.decimal, .integer(let number)): .decimal(Decimal(number))
        case (.decimal, .object(let object)): decimal(object).map(Value.decimal) ?? .missing
        case (.string, .string(let text)): .string(text)
        case (.date, .object(let object)):
            if case .double(let seconds)? = archive.value(object, "NS.time") {
                .date(Date(timeIntervalSinceReferenceDate: seconds))
            } else {
                .missing
            }
        case (.date, .date(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.binary, .data(let bytes)): .data(Data(bytes))
        case (.uuid, .object(let object)): uuid(object)
        case (.uri, .object(let object)):
            archive.value(object, "NS.relative")?.string.flatMap { ValueLiteral.value(of: $0, type: .uri) } ?? .missing
        default: .missing
        }
    }

    private func uuid(_ object: ArchivedObject) -> Value {
        guard case .data(let bytes)? = archive.value(object, "NS.uuidbytes"), bytes.count == 16 else { return .missing }
        return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }

    /// An archived decimal: words of 16 bits, in the byte order that the archive names, and an exponent of ten.
    private func decimal(_ object: ArchivedObject) -> Decimal? {
        guard case .data(let bytes)? = archive.value(object, "NS.mantissa"), bytes.count == 16,
            let exponent = archive.value(object, "NS.exponent")?.integer, (-128...127).contains(exponent)
        else { return nil }
        // 1 is little-endian, as all machines that compile models are by now.
        let isLittleEndian = archive.value(object, "NS.mantissa.bo")?.integer != 2
        let length = Int(clamping: archive.value(object, "NS.length")?.integer ?? 8)
        var result: Decimal = 0
        for word in (0..<min(8, max(0, length))).reversed() {
            let pair = (UInt16(bytes[word * 2]), UInt16(bytes[word * 2 + 1]))
            result = result * 65_536 + Decimal(Int(isLittleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1))
        }
        guard !result.isNaN else { return nil }
        let isNegative = archive.value(object, "NS.negative")?.boolean ?? false
        return Decimal(
            sign: isNegative ? .minus : .plus, exponent: result == 0 ? 0 : Int(exponent), significand: result)
    }
}
