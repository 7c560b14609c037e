import Foundation
import PolystoreStorage

extension Value {
    /// Whether two values are the same to the last bit: text by its bytes, not by Unicode's equivalence.
    func isIdentical(to other: Value) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.uri(let left), .uri(let right)): left.absoluteString.utf8.elementsEqual(right.absoluteString.utf8)
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.date(let left), .date(let right)):
            left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
        default: self == other
        }
    }
}

/// Expects a value to the last bit.
func expect(
    _ found: Value, isIdentical expected: Value, _ what: @autoclosure () -> String = "", file: String = #fileID,
    line: Int = #line
) throws {
    if found.isIdentical(to: expected) { return }
    throw ConformanceFailure("\(what()): expected \(expected), found \(found)", file, line)
}
