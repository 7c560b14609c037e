import CPolystoreSQLite
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension SQLFunctions {
    /// The accumulator of one result of an aggregate function.
    private final class Collected {
        var accumulator: AggregateAccumulator

        init(_ aggregate: ResolvedProjection.Aggregate) { accumulator = AggregateAccumulator(aggregate) }
    }

    /// The aggregates that SQL's own would compute otherwise, by the names of their functions.
    static let aggregates: [ExpressionFunction] = [.sum, .average, .minimum, .maximum, .median, .deviation]

    static func registerAggregates(
        on connection: OpaquePointer, _ state: FunctionState, _ settings: ConnectionSettings
    ) throws(StoreError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        for function in aggregates {
            let own = Unmanaged.passUnretained(state.aggregate(function)).toOpaque()
            let code = sqlite3_create_function_v2(
                connection, "polystore_" + function.rawValue, 2, flags, own, nil,
                { context, _, arguments in SQLFunctions.collect(context, arguments) },
                { context in SQLFunctions.finish(context) }, nil)
            guard code == SQLITE_OK else { throw ResultCode.error(code, settings: settings) }
        }
        let code = sqlite3_create_function_v2(
            connection, "polystore_partial", 3, SQLITE_UTF8 | SQLITE_INNOCUOUS,
            Unmanaged.passUnretained(state).toOpaque(), nil,
            { context, _, arguments in SQLFunctions.collectPart(context, arguments) },
            { context in SQLFunctions.finishPart(context) }, nil)
        guard code == SQLITE_OK else { throw ResultCode.error(code, settings: settings) }
    }

    /// The accumulator, begun with the first value; nil at the end where there was none.
    private static func collected(
        _ context: OpaquePointer?, beginning aggregate: ResolvedProjection.Aggregate?
    ) -> Collected? {
        let size = aggregate == nil ? 0 : Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
        guard let place = sqlite3_aggregate_context(context, size) else { return nil }
        let pointer = place.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        if let known = pointer.pointee { return Unmanaged<Collected>.fromOpaque(known).takeUnretainedValue() }
        guard let aggregate else { return nil }
        let made = Collected(aggregate)
        pointer.pointee = Unmanaged.passRetained(made).toOpaque()
        return made
    }

    /// The accumulator, given up; also called when a statement ends before its time.
    private static func ended(_ context: OpaquePointer?) -> AggregateAccumulator? {
        guard let found = collected(context, beginning: nil) else { return nil }
        defer { Unmanaged.passUnretained(found).release() }
        return found.accumulator
    }

    private static func own(_ context: OpaquePointer?) -> FunctionState.Aggregate? {
        sqlite3_user_data(context).map { Unmanaged<FunctionState.Aggregate>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func state(_ context: OpaquePointer?) -> FunctionState? {
        sqlite3_user_data(context).map { Unmanaged<FunctionState>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func letter(_ argument: OpaquePointer?) -> UInt8 {
        guard let argument, sqlite3_value_bytes(argument) == 1, let text = sqlite3_value_text(argument) else {
            return 0
        }
        return text.pointee
    }

    private static func collect(_ context: OpaquePointer?, _ arguments: FunctionValue.Arguments?) {
        guard let arguments, let own = own(context) else { return }
        let letter = letter(arguments[0])
        let value = FunctionValue.value(arguments[1], letter)
        guard !value.isMissing else { return }
        let number: AttributeType? =
            switch letter {
            case UInt8(ascii: "i"): .integer64
            case UInt8(ascii: "r"): .double
            default: nil
            }
        let aggregate = ResolvedProjection.Aggregate(
            function: own.function, operand: .evaluatedObject, number: number)
        collected(context, beginning: aggregate)?.accumulator.add(value)
    }

    private static func finish(_ context: OpaquePointer?) {
        let accumulator = ended(context)
        guard let own = own(context) else { return sqlite3_result_null(context) }
        do throws(QueryError) {
            // Of nothing, the function says what it is of nothing, whatever type there would have been.
            let value = if let accumulator { try accumulator.value } else { try own.function.result(of: []) }
            FunctionValue.give(value, context)
        } catch {
            FunctionValue.fail(error, own.state, context)
        }
    }

    private static func collectPart(_ context: OpaquePointer?, _ arguments: FunctionValue.Arguments?) {
        guard let arguments, let state = state(context) else { return }
        let number = Int(sqlite3_value_int64(arguments[0]))
        guard state.partials.indices.contains(number) else { return }
        let value = FunctionValue.value(arguments[2], letter(arguments[1]))
        collected(context, beginning: state.partials[number])?.accumulator.add(value)
    }

    private static func finishPart(_ context: OpaquePointer?) {
        guard let accumulator = ended(context), let state = state(context) else { return sqlite3_result_null(context) }
        state.results.append(accumulator)
        sqlite3_result_int64(context, Int64(state.results.count - 1))
    }
}
