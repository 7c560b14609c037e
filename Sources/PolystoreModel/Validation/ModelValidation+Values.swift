extension ModelValidation {
    /// Default value, bounds, lengths and pattern fit the type and each other.
    mutating func checkValues(
        _ attribute: AttributeDescription, named name: String, at path: ModelPath, _ details: ErrorDetails
    ) {
        let validation = attribute.validation
        let minimum = bound(validation.minimum, "minimum", attribute, named: name, at: path, details)
        let maximum = bound(validation.maximum, "maximum", attribute, named: name, at: path, details)
        if let minimum, let maximum, maximum.isOrdered(before: minimum) {
            report(.invalidConstraint, "the minimum of \(name) is above its maximum", at: path / "minimum", details)
        }
        checkLengths(attribute, named: name, at: path, details)
        let pattern = pattern(attribute, named: name, at: path, details)
        guard !attribute.defaultValue.isMissing else { return }
        guard let value = converted(attribute.defaultValue, "default value", attribute, named: name, at: path, details)
        else { return }
        let fault: String? =
            if let minimum, value.isOrdered(before: minimum) {
                "is below the minimum"
            } else if let maximum, maximum.isOrdered(before: value) {
                "is above the maximum"
            } else if let length = value.length, length < validation.minimumLength ?? 0 {
                "is too short"
            } else if let length = value.length, length > validation.maximumLength ?? .max {
                "is too long"
            } else if case .string(let text) = value, let pattern, !pattern.matches(text) {
                "does not match the pattern"
            } else { nil }
        if let fault {
            report(.invalidConstraint, "the default value of \(name) \(fault)", at: path / "default", details)
        }
    }

    private mutating func bound(
        _ value: Value?, _ key: String, _ attribute: AttributeDescription, named name: String, at path: ModelPath,
        _ details: ErrorDetails
    ) -> Value? {
        guard let value else { return nil }
        guard attribute.type.isNumber || attribute.type == .date else {
            let message = "\(name) is \(attribute.type.rawValue); only numbers and dates have a \(key)"
            report(.invalidConstraint, message, at: path / key, details)
            return nil
        }
        return converted(value, key, attribute, named: name, at: path, details)
    }

    /// The value as the attribute's slot holds it.
    private mutating func converted(
        _ value: Value, _ what: String, _ attribute: AttributeDescription, named name: String, at path: ModelPath,
        _ details: ErrorDetails
    ) -> Value? {
        let key = what == "default value" ? "default" : what
        guard let kind = SlotKind(attribute.type), attribute.type != .objectID else {
            let message = "\(name) is \(attribute.type.rawValue), which has no \(what)"
            report(.invalidConstraint, message, at: path / key, details)
            return nil
        }
        do {
            return try value.converted(to: kind)
        } catch {
            let fault =
                switch error.code {
                case .outOfRange: "does not fit"
                case .notANumber: "is not a number, which no attribute can be"
                default: "is of type \(value.kindName)"
                }
            let message = "the \(what) of \(name), which is \(attribute.type.rawValue), \(fault)"
            report(.invalidConstraint, message, at: path / key, details)
            return nil
        }
    }

    private mutating func checkLengths(
        _ attribute: AttributeDescription, named name: String, at path: ModelPath, _ details: ErrorDetails
    ) {
        let validation = attribute.validation
        for (key, length) in [("minimumLength", validation.minimumLength), ("maximumLength", validation.maximumLength)]
        {
            guard let length else { continue }
            if attribute.type != .string && attribute.type != .binary {
                let message = "\(name) is \(attribute.type.rawValue); only text and binary have a length"
                report(.invalidConstraint, message, at: path / key, details)
            } else if length < 0 {
                report(.invalidConstraint, "the \(key) of \(name) is below 0", at: path / key, details)
            }
        }
        if let minimum = validation.minimumLength, let maximum = validation.maximumLength, minimum > maximum {
            let message = "the minimumLength of \(name) is above its maximumLength"
            report(.invalidConstraint, message, at: path / "minimumLength", details)
        }
    }

    private mutating func pattern(
        _ attribute: AttributeDescription, named name: String, at path: ModelPath, _ details: ErrorDetails
    ) -> TextPattern? {
        guard let text = attribute.validation.pattern else { return nil }
        guard attribute.type == .string else {
            let message = "\(name) is \(attribute.type.rawValue); only text matches a pattern"
            report(.invalidConstraint, message, at: path / "pattern", details)
            return nil
        }
        do {
            return try TextPattern(text)
        } catch {
            let message = "the pattern of \(name) is not a regular expression"
            report(.invalidConstraint, message, at: path / "pattern", details)
            return nil
        }
    }
}

extension Value {
    /// Whether a number or a date comes before another of the same kind.
    fileprivate func isOrdered(before other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left < right
        case (.date(let left), .date(let right)): left < right
        default: false
        }
    }

    /// The number of characters of a text or of bytes of binary.
    fileprivate var length: Int? {
        switch self {
        case .string(let text): text.count
        case .data(let data): data.count
        default: nil
        }
    }
}
