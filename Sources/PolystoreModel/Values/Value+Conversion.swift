import Foundation

extension Value {
    /// The value as a slot of a kind holds it.
    ///
    /// - Throws: `ValueError` when the value is of another kind, does not fit the width, or is NaN.
    public func converted(to kind: SlotKind) throws(ValueError) -> Value {
        switch (kind, self) {
        case (_, .missing), (.boolean, .boolean), (.uuid, .uuid), (.string, .string), (.uri, .uri),
            (.binary, .data), (.transformable, .data), (.reference, .object), (.objectReference, .object),
            (.integer64, .integer), (.orderKey, .integer):
            return self
        case (.integer16, .integer(let value)):
            guard Int16(exactly: value) != nil else { throw ValueError(.outOfRange, expected: "integer16") }
            return self
        case (.integer32, .integer(let value)):
            guard Int32(exactly: value) != nil else { throw ValueError(.outOfRange, expected: "integer32") }
            return self
        case (.double, .integer(let value)), (.float, .integer(let value)):
            return .double(try Value.exactDouble(value, kind))
        case (.double, .double(let value)):
            guard !value.isNaN else { throw ValueError(.notANumber, expected: "double") }
            return self
        case (.float, .double(let value)):
            guard !value.isNaN else { throw ValueError(.notANumber, expected: "float") }
            return .double(Double(Float(value)))
        case (.date, .date(let value)):
            guard !value.timeIntervalSinceReferenceDate.isNaN else {
                throw ValueError(.notANumber, expected: "date")
            }
            return self
        case (.decimal, .decimal(let value)):
            guard !value.isNaN else { throw ValueError(.notANumber, expected: "decimal") }
            return self
        case (.decimal, .integer(let value)): return .decimal(Decimal(value))
        default: throw ValueError(.wrongType, expected: "\(kind)", found: kindName)
        }
    }

    private static func exactDouble(_ value: Int64, _ kind: SlotKind) throws(ValueError) -> Double {
        let exact = kind == .float ? Float(exactly: value).map(Double.init) : Double(exactly: value)
        guard let exact else { throw ValueError(.outOfRange, expected: "\(kind)") }
        return exact
    }
}
