/// Expands the records of a generated folding table.
///
/// Their form is described in the script that writes them.
enum FoldingRecords {
    /// The mapping that the records describe.
    static func expand(_ records: StaticString) -> [UInt32: [UInt32]] {
        records.withUTF8Buffer { bytes in
            var mapping: [UInt32: [UInt32]] = [:]
            for record in bytes.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
                expand(record, into: &mapping)
            }
            return mapping
        }
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private static func expand(_ record: Bytes, into mapping: inout [UInt32: [UInt32]]) {
        if let equal = record.firstIndex(of: UInt8(ascii: "=")) {
            // A-B/S=T
            let bounds = split(record[..<equal], "/")
            var target = number(record[(equal + 1)...])
            let step = Int(number(bounds[1]))
            let (first, last) = range(bounds[0])
            for scalar in stride(from: first, through: last, by: step) {
                mapping[scalar] = [target]
                target += UInt32(step)
            }
            return
        }
        let parts = split(record, ":")
        if parts[0].contains(UInt8(ascii: "-")) {
            // A-B:V
            let (first, last) = range(parts[0])
            for scalar in first...last {
                mapping[scalar] = sequence(parts[1])
            }
        } else {
            // A:V,V,V
            var scalar = number(parts[0])
            for value in split(parts[1], ",") {
                mapping[scalar] = sequence(value)
                scalar += 1
            }
        }
    }

    private static func split(_ bytes: Bytes, _ separator: Unicode.Scalar) -> [Bytes] {
        bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    }

    private static func range(_ bytes: Bytes) -> (first: UInt32, last: UInt32) {
        let bounds = split(bytes, "-")
        return (number(bounds[0]), number(bounds[1]))
    }

    private static func sequence(_ bytes: Bytes) -> [UInt32] {
        bytes.isEmpty ? [] : split(bytes, "+").map(number)
    }

    private static func number(_ bytes: Bytes) -> UInt32 {
        bytes.reduce(0) { value, byte in
            value << 4 | UInt32(byte <= UInt8(ascii: "9") ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "A") + 10)
        }
    }
}
