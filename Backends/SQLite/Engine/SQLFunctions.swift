import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The functions that our connections know: SQL's own stop at a zero byte, fold ASCII only, or round.
///
///     polystore_fold(text, options)             the folded text
///     polystore_contains(text, part, options)   1 or 0; the part is folded already
///     polystore_begins(text, part, options)
///     polystore_ends(text, part, options)
///     polystore_like(text, pattern, options)    the pattern as it was written
///     polystore_decimal(number)                 the bytes of a decimal that another program wrote
///
/// Each is null where an argument is null or of another type.
enum SQLFunctions {
    private typealias Arguments = UnsafeMutablePointer<OpaquePointer?>?

    static func register(
        on connection: OpaquePointer, _ state: FunctionState, _ settings: ConnectionSettings
    ) throws(StoreError) {
        try registerExpressions(on: connection, state, settings)
        try registerAggregates(on: connection, state, settings)
        try add("polystore_fold", 2, connection, settings) { context, _, arguments in
            SQLFunctions.withText(context, arguments) { text, folding in
                folding.withFolded(text) { folded in
                    guard let base = folded.baseAddress, !folded.isEmpty else {
                        polystore_sqlite_result_text(context, "", 0)
                        return
                    }
                    polystore_sqlite_result_text(
                        context, base.assumingMemoryBound(to: CChar.self), UInt64(folded.count))
                }
            }
        }
        try add("polystore_contains", 3, connection, settings) { context, _, arguments in
            SQLFunctions.compare(context, arguments, TextSearch.contains)
        }
        try add("polystore_begins", 3, connection, settings) { context, _, arguments in
            SQLFunctions.compare(context, arguments, TextSearch.hasPrefix)
        }
        try add("polystore_ends", 3, connection, settings) { context, _, arguments in
            SQLFunctions.compare(context, arguments, TextSearch.hasSuffix)
        }
        try add("polystore_like", 3, connection, settings) { context, _, arguments in
            SQLFunctions.matchPattern(context, arguments)
        }
        try add("polystore_decimal", 1, connection, settings) { context, _, arguments in
            SQLFunctions.decimal(context, arguments)
        }
    }

    private static func add(
        _ name: String, _ count: Int32, _ connection: OpaquePointer, _ settings: ConnectionSettings,
        _ body: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws(StoreError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        let code = sqlite3_create_function_v2(connection, name, count, flags, nil, body, nil, nil, nil)
        guard code == SQLITE_OK else { throw ResultCode.error(code, settings: settings) }
    }

    /// The bytes of a text argument; nil for anything else.
    private static func text(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
        guard let value, sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
        let base = sqlite3_value_text(value)
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_value_bytes(value)))
    }

    private static func withText(
        _ context: OpaquePointer?, _ arguments: Arguments, _ body: (UnsafeRawBufferPointer, TextFolding) -> Void
    ) {
        guard let arguments, let text = text(arguments[0]) else {
            sqlite3_result_null(context)
            return
        }
        body(text, TextFolding(rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int(arguments[1]))))
    }

    private static func compare(
        _ context: OpaquePointer?, _ arguments: Arguments,
        _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) {
        guard let arguments, let subject = text(arguments[0]), let part = text(arguments[1]) else {
            sqlite3_result_null(context)
            return
        }
        let folding = TextFolding(rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int(arguments[2])))
        let result = folding.withFolded(subject) { body($0, part) }
        sqlite3_result_int(context, result ? 1 : 0)
    }

    private static func matchPattern(_ context: OpaquePointer?, _ arguments: Arguments) {
        guard let arguments, let subject = text(arguments[0]), let pattern = text(arguments[1]) else {
            sqlite3_result_null(context)
            return
        }
        let folding = TextFolding(rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int(arguments[2])))
        let compiled: CompiledPattern
        // The engine keeps what was made of a constant argument for the length of a statement.
        if let kept = sqlite3_get_auxdata(context, 1) {
            compiled = Unmanaged<CompiledPattern>.fromOpaque(kept).takeUnretainedValue()
        } else {
            compiled = CompiledPattern(LikePattern(pattern, folding: folding))
        }
        let result = folding.withFolded(subject) { compiled.pattern.matches(folded: $0) }
        sqlite3_result_int(context, result ? 1 : 0)
        if sqlite3_get_auxdata(context, 1) == nil {
            sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(compiled).toOpaque()) { pointer in
                if let pointer { Unmanaged<CompiledPattern>.fromOpaque(pointer).release() }
            }
        }
    }

    private static func decimal(_ context: OpaquePointer?, _ arguments: Arguments) {
        guard let arguments, let value = arguments[0] else {
            sqlite3_result_null(context)
            return
        }
        let bytes: [UInt8]?
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: bytes = ForeignDecimal.bytes(sqlite3_value_int64(value))
        case SQLITE_FLOAT: bytes = ForeignDecimal.bytes(sqlite3_value_double(value))
        default: bytes = nil
        }
        guard let bytes else {
            sqlite3_result_null(context)
            return
        }
        bytes.withUnsafeBytes { polystore_sqlite_result_blob(context, $0.baseAddress, UInt64($0.count)) }
    }
}
