/// The fields between two blank lines: in a status file, one package.
struct ControlParagraph {
    /// The fields in file order.
    private(set) var fields: [ControlField] = []

    /// The line in which the paragraph begins; 0 while it is empty.
    var line: Int { fields.first?.line ?? 0 }

    /// The field of a name, without regard to case.
    subscript(name: String) -> ControlField? {
        fields.first { Self.equal($0.name, name) }
    }

    /// The value of a field on one line, or nil when the field is absent or empty.
    func text(_ name: String) -> String? {
        guard let value = self[name]?.folded, !value.isEmpty else { return nil }
        return value
    }

    /// Appends a field.
    mutating func append(_ field: ControlField) {
        fields.append(field)
    }

    /// Appends a continuation line to the last field.
    mutating func extendLast(with line: String) {
        fields[fields.count - 1].lines.append(line)
    }

    /// Field names are ASCII, so folding the 26 letters is the whole rule.
    private static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
