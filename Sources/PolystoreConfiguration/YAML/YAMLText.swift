import Foundation
import Yams

/// Turns the text of a file, YAML or JSON, into nodes with places.
///
/// Refused is what of YAML is not read: several documents, anchors and aliases.
enum YAMLText {
    /// How many repeated keys are looked past; each costs a reading of the text.
    private static let repeatedKeyLimit = 50

    /// The root of the text; nil with problems reported when there is none.
    ///
    /// A key that stands twice is reported, and the file is told to pass over its second place.
    static func root(of text: String, in file: YAMLFile) -> Node? {
        var text = joiningSurrogates(withoutMark(text))
        while true {
            do {
                return try root(parsing: text, in: file)
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                let first = TextPlace(context.mark)
                guard file.passedOver.count < repeatedKeyLimit, let key = keys.first,
                    let repeated = RepeatedKey(key: key, first: first, in: text)
                else {
                    for key in keys {
                        file.report(.syntax, "the key '\(key)' stands here more than once", in: [], at: first)
                    }
                    return nil
                }
                file.report(
                    .syntax, "the key '\(key)' is on line \(first.line) already", in: [], at: repeated.place)
                text = passing(over: repeated, in: text, file)
            } catch {
                report(error, file)
                return nil
            }
        }
    }

    private static func root(parsing text: String, in file: YAMLFile) throws -> Node? {
        // The parser owns the anchors that nodes refer to, so it lives until they are looked for.
        let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
        guard let root = try parser.singleRoot() else {
            file.report(.syntax, "the file is empty", in: [])
            return nil
        }
        let found = withExtendedLifetime(parser) { reportAnchors(in: root, file) }
        return found ? nil : root
    }

    /// The text with a repeated key written as one that occurs in no file, of the same length, so that the parser goes
    /// on and all places stay.
    private static func passing(over repeated: RepeatedKey, in text: String, _ file: YAMLFile) -> String {
        let scalar = Unicode.Scalar(0xE000 + UInt32(file.passedOver.count)) ?? "\u{E000}"
        file.passedOver.insert(repeated.place)
        let length = text[repeated.range].unicodeScalars.count
        return text.replacingCharacters(
            in: repeated.range, with: String(String.UnicodeScalarView(repeatElement(scalar, count: length))))
    }

    /// Whether a node or a part of it has an anchor or stands for one; each is reported, and not looked into, so that
    /// aliases of aliases cost nothing.
    private static func reportAnchors(in node: Node, _ file: YAMLFile) -> Bool {
        if node.anchor != nil {
            file.report(.syntax, "anchors and aliases are not supported; write the value out", in: [], at: node.place)
            return true
        }
        switch node {
        case .scalar, .alias: return false
        case .sequence(let nodes): return nodes.reduce(false) { reportAnchors(in: $1, file) || $0 }
        case .mapping(let pairs):
            return pairs.reduce(false) { found, pair in
                let key = reportAnchors(in: pair.key, file)
                return reportAnchors(in: pair.value, file) || key || found
            }
        }
    }

    private static func report(_ error: any Error, _ file: YAMLFile) {
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _)?, .parser(let context, let problem, let mark, _)?,
            .composer(let context, let problem, let mark, _)?:
            let prefix = context.map { "\($0.text): " } ?? ""
            file.report(.syntax, prefix + problem, in: [], at: TextPlace(mark))
        case .reader(let problem, let offset, _, let yaml)?:
            file.report(.syntax, problem, in: [], at: offset.map { place(of: $0, in: yaml) })
        case let other:
            file.report(.syntax, "the text cannot be read: \(other.map { "\($0)" } ?? "\(error)")", in: [])
        }
    }

    private static func place(of offset: Int, in text: String) -> TextPlace {
        let before = text.prefix(offset)
        let lastLine = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        return TextPlace(line: before.count { $0 == "\n" } + 1, column: lastLine.unicodeScalars.count + 1)
    }

    /// The text without a byte order mark, which the parser refuses where it was told the encoding.
    private static func withoutMark(_ text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// JSON writes a scalar beyond U+FFFF as two escapes, which YAML does not know: they become YAML's one.
    static func joiningSurrogates(_ text: String) -> String {
        guard text.first(where: { !$0.isWhitespace }).map({ $0 == "{" || $0 == "[" }) ?? false, text.contains("\\u")
        else { return text }
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                result.append(bytes[index])
                index += 1
                continue
            }
            if let high = unit(bytes, index), (0xd800..<0xdc00).contains(high), let low = unit(bytes, index + 6),
                (0xdc00..<0xe000).contains(low)
            {
                let scalar = 0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)
                let digits = String(scalar, radix: 16)
                result += ("\\U" + String(repeating: "0", count: 8 - digits.count) + digits).utf8
                index += 12
            } else {
                result += bytes[index...index + 1]
                index += 2
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The number of an escape of the form `\uXXXX`.
    private static func unit(_ bytes: [UInt8], _ index: Int) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt32(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
    }
}
