import PolystoreModel

/// A type of numbers that Swift has, which the user info of an attribute may name as its type: also in the words of C.
struct NumberType {
    /// The type's name in Swift.
    let name: String

    private static let integers: Set<String> = [
        "Int", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
    private static let reals: Set<String> = ["Double", "Float"]
    private static let names: [String: String] = [
        "BOOL": "Bool", "bool": "Bool", "Boolean": "Bool", "NSInteger": "Int", "NSUInteger": "UInt",
        "NSTimeInterval": "Double",
        "TimeInterval": "Double", "CGFloat": "Double", "double": "Double", "float": "Float", "short": "Int16",
        "int": "Int32", "int16_t": "Int16", "int32_t": "Int32", "int64_t": "Int64", "uint8_t": "UInt8",
        "uint16_t": "UInt16", "uint32_t": "UInt32", "uint64_t": "UInt64",
    ]

    /// The type of a name; nil for a name that is none of them.
    init?(_ name: String) {
        let known = Self.names[name] ?? name
        guard known == "Bool" || Self.integers.contains(known) || Self.reals.contains(known) else { return nil }
        self.name = known
    }

    /// Whether attributes of a kind can hold such numbers; each number is checked when it is set.
    func fits(_ type: AttributeType) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64: Self.integers.contains(name)
        case .double, .float: Self.reals.contains(name)
        case .boolean: name == "Bool"
        default: false
        }
    }
}
