import Foundation
import PolystoreModel

extension Value {
    /// The value as a slot of a kind holds it, or nil; text that spells a value of the kind is read.
    func spelled(as kind: SlotKind) -> Value? {
        guard case .string(let text) = self else { return fitted(to: kind) }
        switch kind {
        case .string: return self
        case .integer16, .integer32, .integer64:
            return Int64(text).flatMap { Value.integer($0).fitted(to: kind) }
        case .boolean:
            switch text.lowercased() {
            case "true", "yes": return .boolean(true)
            case "false", "no": return .boolean(false)
            default: return nil
            }
        case .float, .double: return Double(text).flatMap { Value.double($0).fitted(to: kind) }
        case .uuid: return UUID(uuidString: text).map(Value.uuid)
        case .uri: return URL(string: text).map(Value.uri)
        case .decimal: return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map(Value.decimal)
        default: return nil
        }
    }

    private func fitted(to kind: SlotKind) -> Value? {
        // A value that does not fit is an answer here, not an error.
        try? converted(to: kind)
    }
}
