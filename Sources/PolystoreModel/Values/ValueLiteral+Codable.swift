extension KeyedDecodingContainer {
    /// A value of a known type: a number, a truth, the text of `ValueLiteral`, or the tagged form of `Value`.
    func decodeValue(_ key: Key, of type: AttributeType) throws -> Value? {
        guard contains(key) else { return nil }
        guard let text = try literal(key) else { return try decode(Value.self, forKey: key) }
        guard let value = ValueLiteral.value(of: text, type: type) else {
            let description = "the value needs to be \(ValueLiteral.form(of: type))"
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: description)
        }
        return value
    }

    /// The text of a scalar; nil for an object.
    private func literal(_ key: Key) throws -> String? {
        // A failed attempt at one kind of scalar leads to the next.
        if let text = try? decode(String.self, forKey: key) { return text }
        // Not a text.
        if let truth = try? decode(Bool.self, forKey: key) { return String(truth) }
        // Not a truth.
        if let number = try? decode(Int64.self, forKey: key) { return String(number) }
        // Not a whole number.
        if let number = try? decode(Double.self, forKey: key) { return number.description }
        return nil
    }
}

extension KeyedEncodingContainer {
    /// Writes a value of a known type: whole numbers and truths as such, other values as their text.
    ///
    /// A value that is not
    /// of the type (in a model that is not valid) is written in the tagged form.
    mutating func encodeValue(_ value: Value, _ key: Key, of type: AttributeType) throws {
        guard let text = ValueLiteral.text(of: value, type: type) else { return try encode(value, forKey: key) }
        switch value {
        case .integer(let number): try encode(number, forKey: key)
        case .boolean(let truth): try encode(truth, forKey: key)
        default: try encode(text, forKey: key)
        }
    }
}
