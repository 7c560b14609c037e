import CPolystoreSQLite
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The functions of the expression language, by the evaluator's own code. Letters say how operands lie in SQL, one for
/// each; `SQLOperand.Kind` has the list.
///
///     polystore_call(name, letters, operand, …)     what the function makes of its operands; of some, an error
///     polystore_cast(type, letter, operand)         the operand as another type
///     polystore_order(letters, a, b)                -1, 0 or 1; null where the two have no order
///     polystore_equal(letters, a, b)                1 or 0, also where operands are missing
///     polystore_matches(text, pattern, options)     1 or 0; null where an operand is missing; of some patterns, an error
///     polystore_changed(number, column, …)          what a column takes of the row that an update makes
///     polystore_visited(key)                        1; counts the rows that a metered statement looks at
///     polystore_sum(letter, operand), …             aggregates: sum, average, min, max, median, stddev
///     polystore_partial(number, letter, operand)    the number of what was accumulated for a group
extension SQLFunctions {
    private typealias Body = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    static func registerExpressions(
        on connection: OpaquePointer, _ state: FunctionState, _ settings: ConnectionSettings
    ) throws(StoreError) {
        func add(
            _ name: String, _ count: Int32, isDeterministic: Bool = true, _ body: Body
        ) throws(StoreError) {
            let own = Unmanaged.passUnretained(state).toOpaque()
            let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
            let code = sqlite3_create_function_v2(connection, name, count, flags, own, body, nil, nil, nil)
            guard code == SQLITE_OK else { throw ResultCode.error(code, settings: settings) }
        }
        try add("polystore_call", -1) { context, count, arguments in
            SQLFunctions.call(context, Int(count), arguments)
        }
        try add("polystore_cast", 3) { context, _, arguments in
            guard let arguments, let call = FunctionCall.with(context, arguments, isNamed: true),
                let type = call.type, call.letters.count == 1
            else { return sqlite3_result_null(context) }
            FunctionValue.give(type.converted(FunctionValue.value(arguments[2], call.letters[0])), context)
        }
        try add("polystore_order", 3) { context, _, arguments in
            let order = SQLFunctions.pair(context, arguments).flatMap { ValueOrder.order($0.left, $0.right) }
            guard let order else { return sqlite3_result_null(context) }
            sqlite3_result_int(context, order < 0 ? -1 : order > 0 ? 1 : 0)
        }
        try add("polystore_equal", 3) { context, _, arguments in
            let isEqual = SQLFunctions.pair(context, arguments).map { ValueOrder.equals($0.left, $0.right) } ?? false
            sqlite3_result_int(context, isEqual ? 1 : 0)
        }
        try add("polystore_visited", 1, isDeterministic: false) { context, _, _ in
            SQLFunctions.state(context)?.visited += 1
            sqlite3_result_int(context, 1)
        }
        try add("polystore_changed", -1, isDeterministic: false) { context, count, arguments in
            guard let arguments, count > 4, let change = SQLFunctions.state(context)?.rowChange else {
                return sqlite3_result_null(context)
            }
            change.give(Int(sqlite3_value_int64(arguments[0])), FunctionColumns(arguments: arguments), context)
        }
        try add("polystore_matches", 3) { context, _, arguments in SQLFunctions.match(context, arguments) }
    }

    private static func state(_ context: OpaquePointer?) -> FunctionState? {
        sqlite3_user_data(context).map { Unmanaged<FunctionState>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func call(_ context: OpaquePointer?, _ count: Int, _ arguments: FunctionValue.Arguments?) {
        guard let arguments, count >= 2, let state = state(context),
            let call = FunctionCall.with(context, arguments, isNamed: true), let function = call.function,
            call.letters.count == count - 2
        else { return sqlite3_result_null(context) }
        let operands = (0..<count - 2).map { FunctionValue.value(arguments[$0 + 2], call.letters[$0]) }
        do throws(QueryError) {
            FunctionValue.give(try function.result(of: operands), context)
        } catch {
            FunctionValue.fail(error, state, context)
        }
    }

    private static func pair(
        _ context: OpaquePointer?, _ arguments: FunctionValue.Arguments?
    ) -> (left: Value, right: Value)? {
        guard let arguments, let call = FunctionCall.with(context, arguments, isNamed: false), call.letters.count == 2
        else { return nil }
        return (
            FunctionValue.value(arguments[1], call.letters[0]), FunctionValue.value(arguments[2], call.letters[1])
        )
    }

    private static func match(_ context: OpaquePointer?, _ arguments: FunctionValue.Arguments?) {
        guard let arguments, let state = state(context), let text = arguments[0], let pattern = arguments[1],
            sqlite3_value_type(text) == SQLITE_TEXT, sqlite3_value_type(pattern) == SQLITE_TEXT
        else { return sqlite3_result_null(context) }
        let folding = TextFolding(rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int(arguments[2])))
        do throws(QueryError) {
            let matches = try state.patterns.matches(
                FunctionValue.text(text), FunctionValue.text(pattern), folding)
            sqlite3_result_int(context, matches ? 1 : 0)
        } catch {
            FunctionValue.fail(error, state, context)
        }
    }
}
