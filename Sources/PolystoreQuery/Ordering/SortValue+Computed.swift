import Foundation
import PolystoreModel

extension SortValue {
    /// Writes a value that was computed, whose type may differ from row to row: values of different kinds are ordered by
    /// kind, and numbers of all types by what they are, exactly.
    static func write(_ value: Value, _ options: FetchComparison.Options, to buffer: SortBytes) {
        guard let kind = kind(of: value) else { return buffer.appendMissing() }
        buffer.append(kind)
        switch value {
        case .missing: break
        case .boolean(let value): buffer.append(value)
        case .integer(let number):
            let below = Double(number).rounded(below: { NumberComparison.order(number, $0) })
            write(below, number: NumberComparison.order(number, below) == 0 ? nil : Decimal(number), to: buffer)
        case .decimal(let number):
            let nearest = Double(truncating: number as NSDecimalNumber)
            let below = nearest.rounded(below: { -NumberComparison.order($0, number) })
            write(below, number: NumberComparison.order(below, number) == 0 ? nil : number, to: buffer)
        case .double(let number): write(number, number: nil, to: buffer)
        case .string(let text): TextBytes.with(text, TextFolding(options)) { buffer.append(text: $0) }
        case .uri(let uri): TextBytes.with(uri.absoluteString, TextFolding(options)) { buffer.append(text: $0) }
        case .date(let date): buffer.append(date.timeIntervalSinceReferenceDate)
        case .data(let data): data.withUnsafeBytes { buffer.append(text: $0) }
        case .uuid(let identifier): withUnsafeBytes(of: identifier.uuid) { buffer.append(verbatim: $0) }
        case .object(let object):
            buffer.append(object.key)
            buffer.append(Int64(object.store.rawValue))
        }
    }

    private static func kind(of value: Value) -> Int64? {
        switch value {
        case .missing: nil
        case .boolean: 1
        case .integer, .double, .decimal: 2
        case .string: 3
        case .uri: 4
        case .date: 5
        case .data: 6
        case .uuid: 7
        case .object: 8
        }
    }

    /// Writes a number as the greatest double that is not above it, and behind that the number itself where it is no
    /// double: all numbers with one double are integers and decimals, which have an order of their own.
    private static func write(_ below: Double, number: Decimal?, to buffer: SortBytes) {
        buffer.append(below)
        var bytes: [UInt8] = []
        // A decimal that was computed is a number, and an integer always is one.
        guard let number, (try? DecimalEncoding.encode(number, into: &bytes)) != nil else {
            return buffer.appendMissing()
        }
        bytes.withUnsafeBytes { buffer.append(verbatim: $0) }
    }
}

extension Double {
    /// The greatest double at or below a number that this one is near to.
    fileprivate func rounded(below order: (Double) -> Int) -> Double {
        var result = self
        while order(result) < 0 { result = result.nextDown }
        while order(result.nextUp) >= 0, result.nextUp.isFinite { result = result.nextUp }
        return result
    }
}
