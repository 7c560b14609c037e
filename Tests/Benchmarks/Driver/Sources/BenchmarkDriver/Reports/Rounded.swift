import Foundation

/// Numbers as a record keeps them.
enum Rounded {
    /// Four digits say all that a clock can.
    static func four(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return 0 }
        let scale = pow(10, 3 - floor(log10(abs(value))))
        return (value * scale).rounded() / scale
    }
}
