import PolystoreModel

extension Value {
    /// The value as model files write it, for an attribute of a type; nil when it is missing or of another type.
    public func modelFileText(as type: AttributeType) -> String? {
        isMissing ? nil : ValueLiteral.text(of: self, type: type)
    }
}

extension FetchExpression {
    /// The expression of a derived attribute as Xcode writes it; nil when Xcode has no text for it.
    public var derivationText: String? { DerivationText.text(of: self) }
}
