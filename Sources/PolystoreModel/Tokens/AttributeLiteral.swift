import Foundation

/// Values that declarations give, as the model keeps them.
enum AttributeLiteral {
    /// A value that cannot be encoded is not a number; validation of the model then says that it is not valid.
    static func tagged(_ value: some AttributeValue) -> Value {
        // A declaration cannot throw; a number that is NaN is found by the model's validation.
        let tagged = (try? value.tagged) ?? .double(.nan)
        if case .decimal(let number) = tagged { return .decimal(written(number)) }
        return tagged
    }

    /// The decimal that a literal was written as.
    ///
    /// Swift makes a decimal literal of a double, and Foundation gives that double more digits than were written. What is
    /// exactly such a number is the shortest one that is the same double.
    private static func written(_ number: Decimal) -> Decimal {
        let double = NSDecimalNumber(decimal: number).doubleValue
        guard double.isFinite, Decimal(double) == number,
            case .decimal(let shortest)? = ValueLiteral.value(of: double.description, type: .decimal)
        else { return number }
        return shortest
    }
}

extension Value {
    /// A number as one of an attribute's kind; what is no such number stays as it is, for validation to refuse.
    func converted(literallyTo type: AttributeType) -> Value {
        switch (type, self) {
        case (.decimal, .integer(let number)): .decimal(Decimal(number))
        case (.decimal, .double(let number)): ValueLiteral.value(of: number.description, type: .decimal) ?? self
        case (.double, .integer(let number)): Double(exactly: number).map(Value.double) ?? self
        case (.float, .integer(let number)): Float(exactly: number).map { .double(Double($0)) } ?? self
        case (.float, .double(let number)) where number.isFinite: .double(Double(Float(number)))
        default: self
        }
    }
}
