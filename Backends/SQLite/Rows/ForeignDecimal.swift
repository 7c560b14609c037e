import Foundation
import PolystoreModel

/// Decimals in columns that another program wrote: integers, and doubles read by their shortest decimal text.
enum ForeignDecimal {
    static func bytes(_ value: Int64) -> [UInt8]? { encode(Decimal(value)) }

    static func bytes(_ value: Double) -> [UInt8]? {
        // The shortest text that names the double is what people and other programs take it for: 0.1 is 0.1.
        guard value.isFinite, let decimal = Decimal(string: "\(value)", locale: nil) else { return nil }
        return encode(decimal)
    }

    private static func encode(_ value: Decimal) -> [UInt8]? {
        var bytes: [UInt8] = []
        do {
            try DecimalEncoding.encode(value, into: &bytes)
        } catch {
            return nil
        }
        return bytes
    }
}
