import PolystoreModel

/// The static type of an expression.
struct ExpressionType {
    /// What the value, or each element, compares with; nil when only the value itself tells.
    var kind: ComparisonKind?
    /// The type of numbers.
    var number: AttributeType?
    /// The entity of objects.
    var entity: ModelEntity?
    /// Whether there are elements instead of one value.
    var isCollection = false

    static let unknown = ExpressionType()
    static let text = ExpressionType(kind: .text)
    static let integer = ExpressionType(kind: .number, number: .integer64)
    static let double = ExpressionType(kind: .number, number: .double)

    /// The type of a constant.
    init(_ value: Value) {
        switch value {
        case .missing: break
        case .boolean: kind = .boolean
        case .integer: self = .integer
        case .double: self = .double
        case .decimal: (kind, number) = (.number, .decimal)
        case .string: kind = .text
        case .date: kind = .date
        case .data: kind = .binary
        case .uuid: kind = .uuid
        case .uri: kind = .uri
        case .object(let object): kind = .object(object.root)
        }
    }

    init(_ attribute: ModelAttribute) { self.init(type: attribute.type) }

    init(type: AttributeType) {
        kind = ComparisonKind(type)
        if kind == .number { number = type }
    }

    init(_ entity: ModelEntity) {
        kind = .object(entity.rootNumber)
        self.entity = entity
    }

    init(kind: ComparisonKind? = nil, number: AttributeType? = nil) {
        self.kind = kind
        self.number = number
    }

    /// The type of one element.
    var element: ExpressionType {
        var type = self
        type.isCollection = false
        return type
    }

    /// The type of a collection of such elements.
    var collection: ExpressionType {
        var type = self
        type.isCollection = true
        return type
    }

    /// What is known of something that is one or the other.
    func joined(_ other: ExpressionType) -> ExpressionType {
        guard kind != nil else { return other.joining(self) }
        guard other.kind != nil else { return joining(other) }
        guard kind == other.kind else { return ExpressionType().joining(self).joining(other) }
        var type = joining(other)
        type.number = numberOfArithmetic(with: other)
        if entity !== other.entity {
            type.entity = entity.flatMap { a in other.entity.map { a.isKind(of: $0) ? $0 : a } }
        }
        return type
    }

    private func joining(_ other: ExpressionType) -> ExpressionType {
        var type = self
        type.isCollection = isCollection || other.isCollection
        return type
    }

    /// The type of numbers that arithmetic with another gives.
    func numberOfArithmetic(with other: ExpressionType) -> AttributeType? {
        guard let number, let second = other.number else { return nil }
        let both = [number, second]
        if both.contains(.double) || both.contains(.float) { return .double }
        return both.contains(.decimal) ? .decimal : .integer64
    }
}
