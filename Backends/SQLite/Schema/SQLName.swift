/// Names in SQL.
enum SQLName {
    /// ASCII letters in upper case, everything else as it is: how entity and property names become column names.
    static func uppercased(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
    }

    /// A name as it stands in a statement: quoted only where it must be.
    static func quoted(_ name: String) -> String {
        var isPlain = true
        var isFirst = true
        for byte in name.utf8 {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x5F: break
            case 0x30...0x39 where !isFirst: break
            default: isPlain = false
            }
            isFirst = false
        }
        return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// The name that a statement's name means.
    static func plain(_ quoted: String) -> String {
        guard quoted.hasPrefix("\"") else { return quoted }
        return String(quoted.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
}
