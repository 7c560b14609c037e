import PolystoreStorage

/// An attribute that questions may name.
struct GraphAttribute: Sendable {
    let name: String
    let type: AttributeType

    init(_ name: String, _ type: AttributeType) { (self.name, self.type) = (name, type) }

    var kind: GraphKind? { GraphKind(type) }
}
