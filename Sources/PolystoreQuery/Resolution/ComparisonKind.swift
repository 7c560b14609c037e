import PolystoreModel

/// The kind of an operand's values: two operands go together when their kinds do.
enum ComparisonKind: Equatable {
    case boolean
    /// Numbers of all types compare with each other, exactly.
    case number
    case text
    case uri
    case date
    case binary
    case uuid
    /// Objects of a hierarchy; nil means of any.
    case object(RootNumber?)
    /// Only with nil.
    case opaque

    init(_ path: ResolvedPath, of entity: ModelEntity) {
        switch path.terminal {
        case .attribute(let attribute): self.init(attribute.type)
        case .object: self = .object((path.steps.last?.destination ?? entity).rootNumber)
        case .count: self = .number
        }
    }

    init(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: self = .number
        case .string: self = .text
        case .boolean: self = .boolean
        case .date: self = .date
        case .binary: self = .binary
        case .uuid: self = .uuid
        case .uri: self = .uri
        case .objectID: self = .object(nil)
        case .transformable, .composite, .undefined: self = .opaque
        }
    }

    /// Whether values have an order.
    var isOrdered: Bool {
        switch self {
        case .object, .opaque: false
        default: true
        }
    }

    /// Whether operators on text apply.
    var isText: Bool { self == .text || self == .uri }

    /// Whether values of the two kinds can be compared.
    func compares(with other: ComparisonKind) -> Bool {
        switch (self, other) {
        case (.object(let left), .object(let right)): left == nil || right == nil || left == right
        case (.opaque, _), (_, .opaque): false
        default: self == other
        }
    }

    /// The name, for messages.
    var name: String {
        switch self {
        case .boolean: "boolean"
        case .number: "number"
        case .text: "string"
        case .uri: "uri"
        case .date: "date"
        case .binary: "binary"
        case .uuid: "uuid"
        case .object(let root): root.map(\.name) ?? "object"
        case .opaque: "nil"
        }
    }
}
