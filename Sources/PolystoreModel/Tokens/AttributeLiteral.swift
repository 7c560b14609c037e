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
    /// Swift makes a decimal literal of a double, and Foundation gives that double other digits than were written, which may
    /// be nearer to a neighbouring double. Of the doubles of which Foundation makes this number, the one with the fewest
    /// digits is what was written.
    private static func written(_ number: Decimal) -> Decimal {
        var candidate = NSDecimalNumber(decimal: number).doubleValue
        guard candidate.isFinite else { return number }
        for _ in 0..<4 { candidate = candidate.nextDown }
        var shortest: String?
        for _ in 0..<9 {
            let text = candidate.description
            if Decimal(candidate) == number, text.utf8.count < shortest?.utf8.count ?? .max { shortest = text }
            candidate = candidate.nextUp
        }
        guard let shortest, case .decimal(let written)? = ValueLiteral.value(of: shortest, type: .decimal) else {
            return number
        }
        return written
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
