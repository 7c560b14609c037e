/// A part of a LIKE pattern without `*`: literal text and single scalars.
struct LikeSegment: Hashable, Sendable {
    /// The parts in order.
    ///
    /// No two literals follow each other, and none is empty.
    private var parts: [Part] = []

    /// A segment that matches the empty text.
    init() {}

    /// Adds literal text, folded already.
    mutating func append(literal: [UInt8]) {
        if !literal.isEmpty {
            parts.append(.literal(literal))
        }
    }

    /// Adds a place for one scalar.
    mutating func appendAnyScalar() {
        parts.append(.anyScalar)
    }

    /// Where a match that begins at an offset ends, or nil.
    func end(in text: UnsafeRawBufferPointer, at start: Int) -> Int? {
        end(of: parts[...], in: text, at: start)
    }

    /// Where the first match that begins at an offset or later ends, or nil.
    ///
    /// Scalars at the segment's beginning follow a `*`, which takes what lies between, so they need only be there.
    func firstEnd(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var offset = start
        var index = 0
        while index < parts.count, case .anyScalar = parts[index] {
            guard offset < text.count else { return nil }
            offset += UTF8Unit(at: offset, in: text).length
            index += 1
        }
        guard index < parts.count, case .literal(let literal) = parts[index] else { return offset }
        return literal.withUnsafeBytes { literal in
            var from = offset
            while let found = TextSearch.firstOffset(of: literal, in: text, from: from) {
                if let end = end(of: parts[(index + 1)...], in: text, at: found + literal.count) {
                    return end
                }
                from = found + 1
            }
            return nil
        }
    }

    /// Where the match that ends with the text begins, or -1.
    func start(in text: UnsafeRawBufferPointer) -> Int {
        var offset = text.count
        for part in parts.reversed() {
            switch part {
            case .literal(let literal):
                offset -= literal.count
                guard literal.withUnsafeBytes({ TextSearch.matches($0, in: text, at: offset) }) else { return -1 }
            case .anyScalar:
                guard offset > 0 else { return -1 }
                offset -= UTF8Unit(endingAt: offset, in: text).length
            }
        }
        return offset
    }

    private func end(of parts: ArraySlice<Part>, in text: UnsafeRawBufferPointer, at start: Int) -> Int? {
        var offset = start
        for part in parts {
            switch part {
            case .literal(let literal):
                guard literal.withUnsafeBytes({ TextSearch.matches($0, in: text, at: offset) }) else { return nil }
                offset += literal.count
            case .anyScalar:
                guard offset < text.count else { return nil }
                offset += UTF8Unit(at: offset, in: text).length
            }
        }
        return offset
    }
}

extension LikeSegment {
    /// One thing that a segment asks for.
    private enum Part: Hashable, Sendable {
        /// These bytes.
        case literal([UInt8])
        /// One scalar.
        case anyScalar
    }
}
