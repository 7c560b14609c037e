import Foundation

/// Which texts are names.
enum NameRule {
    /// The most bytes of a name.
    static let byteLimit = 255

    /// What is wrong with the name of an entity, property or composite; nil when nothing is.
    ///
    /// Such a name stands in
    /// predicates, file names and columns, so it is an identifier.
    static func fault(ofIdentifier name: String) -> String? {
        if let fault = fault(ofLabel: name) { return fault }
        let scalars = name.unicodeScalars
        guard let first = scalars.first, first == "_" || first.properties.isXIDStart else {
            return "does not start with a letter or an underscore"
        }
        guard scalars.allSatisfy(\.properties.isXIDContinue) else {
            return "has other characters than letters, digits and underscores"
        }
        return nil
    }

    /// What is wrong with the name of a configuration, an index or a template; nil when nothing is.
    static func fault(ofLabel name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > byteLimit { return "has more than \(byteLimit) bytes" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
            return "has control characters"
        }
        // Two spellings of one text would be equal to Swift and different to stores.
        if !name.utf8.elementsEqual(name.precomposedStringWithCanonicalMapping.utf8) {
            return "is not in composed form (Unicode NFC)"
        }
        return nil
    }

    /// The name as columns and tables bear it: ASCII letters in upper case, everything else as it is.
    static func uppercased(_ name: String) -> String {
        String(decoding: name.utf8.map { (97...122).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    }
}
