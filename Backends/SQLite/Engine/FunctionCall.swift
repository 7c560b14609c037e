import CPolystoreSQLite
import PolystoreModel
import PolystoreQuery

/// What the first arguments of a call say, read once a statement: which function, and how its operands lie.
final class FunctionCall {
    let function: ExpressionFunction?
    let type: CastType?
    let letters: [UInt8]

    private init(name: String, letters: String) {
        function = ExpressionFunction(rawValue: name)
        type = CastType(rawValue: name)
        self.letters = Array(letters.utf8)
    }

    /// The call of a function whose first argument is its letters, or, where it has one, its name before them.
    static func with(
        _ context: OpaquePointer?, _ arguments: FunctionValue.Arguments, isNamed: Bool
    ) -> FunctionCall? {
        if let kept = sqlite3_get_auxdata(context, 0) {
            return Unmanaged<FunctionCall>.fromOpaque(kept).takeUnretainedValue()
        }
        guard let first = arguments[0], let second = isNamed ? arguments[1] : first else { return nil }
        let call = FunctionCall(
            name: isNamed ? FunctionValue.text(first) : "", letters: FunctionValue.text(second))
        sqlite3_set_auxdata(context, 0, Unmanaged.passRetained(call).toOpaque()) { pointer in
            if let pointer { Unmanaged<FunctionCall>.fromOpaque(pointer).release() }
        }
        return call
    }
}
