import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreQuery

/// The values that our functions take and give, as they lie in SQL: see `SQLOperand.Kind` and its letters.
enum FunctionValue {
    typealias Arguments = UnsafeMutablePointer<OpaquePointer?>

    /// An argument by the letter of its kind; missing where it is null or lies otherwise.
    static func value(_ argument: OpaquePointer?, _ letter: UInt8) -> Value {
        guard let argument else { return .missing }
        let type = sqlite3_value_type(argument)
        if type == SQLITE_NULL { return .missing }
        switch letter {
        case UInt8(ascii: "b"): return .boolean(sqlite3_value_int64(argument) != 0)
        case UInt8(ascii: "i"): return .integer(sqlite3_value_int64(argument))
        case UInt8(ascii: "r"): return .double(sqlite3_value_double(argument))
        case UInt8(ascii: "t"):
            return .date(Date(timeIntervalSinceReferenceDate: sqlite3_value_double(argument)))
        case UInt8(ascii: "m"), UInt8(ascii: "n"):
            if type == SQLITE_INTEGER { return .integer(sqlite3_value_int64(argument)) }
            if type == SQLITE_FLOAT { return .double(sqlite3_value_double(argument)) }
            return DecimalEncoding.decodePrefix(bytes(argument)).map { .decimal($0.value) } ?? .missing
        case UInt8(ascii: "s"): return .string(text(argument))
        case UInt8(ascii: "l"): return URL(string: text(argument)).map(Value.uri) ?? .missing
        case UInt8(ascii: "u"):
            let bytes = bytes(argument)
            guard bytes.count == 16 else { return .missing }
            return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
        default: return .missing
        }
    }

    /// Hands a value to the statement that called.
    static func give(_ value: Value, _ context: OpaquePointer?) {
        switch value {
        case .missing, .data, .object: sqlite3_result_null(context)
        case .boolean(let truth): sqlite3_result_int(context, truth ? 1 : 0)
        case .integer(let number): sqlite3_result_int64(context, number)
        case .double(let number): sqlite3_result_double(context, number)
        case .date(let date): sqlite3_result_double(context, date.timeIntervalSinceReferenceDate)
        case .string(let text): give(text, context)
        case .uri(let uri): give(uri.absoluteString, context)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { give(bytes: $0, context) }
        case .decimal(let number):
            guard case .blob(let bytes)? = SQLValue(decimal: number) else { return sqlite3_result_null(context) }
            bytes.withUnsafeBytes { give(bytes: $0, context) }
        }
    }

    /// Ends the statement with an error that its connection gives back as it is.
    static func fail(_ error: QueryError, _ state: FunctionState, _ context: OpaquePointer?) {
        state.fail(error)
        sqlite3_result_error(context, error.code.rawValue, -1)
    }

    static func text(_ argument: OpaquePointer) -> String {
        let base = sqlite3_value_text(argument)
        let count = base == nil ? 0 : Int(sqlite3_value_bytes(argument))
        return String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
    }

    private static func bytes(_ argument: OpaquePointer) -> UnsafeRawBufferPointer {
        let base = sqlite3_value_blob(argument)
        return UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : Int(sqlite3_value_bytes(argument)))
    }

    private static func give(_ text: String, _ context: OpaquePointer?) {
        var text = text
        text.withUTF8 { bytes in
            guard let base = bytes.baseAddress, !bytes.isEmpty else {
                return polystore_sqlite_result_text(context, "", 0)
            }
            base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                polystore_sqlite_result_text(context, $0, UInt64(bytes.count))
            }
        }
    }

    private static func give(bytes: UnsafeRawBufferPointer, _ context: OpaquePointer?) {
        polystore_sqlite_result_blob(context, bytes.baseAddress, UInt64(bytes.count))
    }
}
