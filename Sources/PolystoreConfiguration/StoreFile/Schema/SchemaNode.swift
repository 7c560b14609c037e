/// A part of a JSON text whose keys keep their order.
indirect enum SchemaNode: Sendable {
    case object([(String, SchemaNode)])
    case array([SchemaNode])
    case text(String)
    case number(Int)
    case flag(Bool)

    /// An array of texts.
    static func texts(_ texts: [String]) -> SchemaNode { .array(texts.map(SchemaNode.text)) }

    /// The JSON text, each member on a line of its own.
    func json(indent: String = "") -> String {
        switch self {
        case .object(let members):
            return Self.block(members.map { "\(YAMLText.quoted($0)): \($1.json(indent: indent + "  "))" }, "{}", indent)
        case .array(let elements):
            return Self.block(elements.map { $0.json(indent: indent + "  ") }, "[]", indent)
        case .text(let text): return YAMLText.quoted(text)
        case .number(let number): return String(number)
        case .flag(let flag): return String(flag)
        }
    }

    private static func block(_ lines: [String], _ brackets: String, _ indent: String) -> String {
        guard !lines.isEmpty else { return brackets }
        let inner = lines.map { "\n\(indent)  \($0)" }.joined(separator: ",")
        return "\(brackets.prefix(1))\(inner)\n\(indent)\(brackets.suffix(1))"
    }
}
