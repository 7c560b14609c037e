/// Bytes that were made short in the DEFLATE format (RFC 1951), without a head around them: how Core Data keeps a model
/// inside of a store.
struct DeflatedBytes {
    /// Why the bytes cannot be made long again.
    struct Fault: Error {
        let message: String
        /// The place in bytes.
        let offset: Int
    }

    private let bytes: [UInt8]
    /// The most bytes that may come out.
    private let limit: Int
    /// The next byte to be read.
    private var next = 0
    /// Bits that were read and not yet used, the next one lowest.
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    /// The lengths and distances that the codes stand for, with how many further bits each has.
    private static let lengths: [(base: Int, bits: Int)] = [
        (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1), (19, 2),
        (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4), (131, 5),
        (163, 5), (195, 5), (227, 5), (258, 0),
    ]
    private static let distances: [(base: Int, bits: Int)] = (0..<30).map { code in
        guard code >= 4 else { return (code + 1, 0) }
        let bits = code / 2 - 1
        return (((2 + code % 2) << bits) + 1, bits)
    }
    /// The order in which the lengths of the codes of lengths come.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Makes bytes long again.
    ///
    /// - Throws: `Fault` when the bytes are damaged, end too early, or stand for more than the limit.
    /// - Complexity: Linear in what comes out.
    static func inflate(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
        var reader = DeflatedBytes(bytes: bytes, limit: limit)
        var isLast = false
        while !isLast {
            isLast = try reader.take(1) == 1
            switch try reader.take(2) {
            case 0: try reader.copyStored()
            case 1: try reader.copyCoded(.fixedLiterals, .fixedDistances)
            case 2:
                let (literals, distances) = try reader.readCodes()
                try reader.copyCoded(literals, distances)
            default: throw reader.fault("a block is of an unknown kind")
            }
        }
        return reader.output
    }

    private init(bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    private func fault(_ message: String) -> Fault {
        Fault(message: "the compressed bytes are damaged: \(message)", offset: next)
    }

    /// The next bits as a number, the first one lowest.
    private mutating func take(_ count: Int) throws(Fault) -> Int {
        while bitCount < count {
            guard next < bytes.count else { throw fault("they end too early") }
            bits |= UInt32(bytes[next]) << UInt32(bitCount)
            next += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func copyStored() throws(Fault) {
        (bits, bitCount) = (0, 0)
        let (length, complement) = (try take(16), try take(16))
        guard length == ~complement & 0xFFFF else { throw fault("a length is wrong") }
        guard length <= bytes.count - next else { throw fault("they end too early") }
        guard output.count + length <= limit else { throw tooLong }
        output += bytes[next..<next + length]
        next += length
    }

    private var tooLong: Fault {
        Fault(message: "the compressed bytes stand for more than \(limit >> 20) MiB", offset: next)
    }

    private mutating func copyCoded(_ literals: PrefixCode, _ distances: PrefixCode) throws(Fault) {
        while true {
            let symbol = try self.symbol(of: literals)
            if symbol == 256 { return }
            if symbol < 256 {
                guard output.count < limit else { throw tooLong }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Self.lengths.count else { throw fault("a length is wrong") }
            let length = Self.lengths[symbol - 257].base + (try take(Self.lengths[symbol - 257].bits))
            let code = try self.symbol(of: distances)
            guard code < Self.distances.count else { throw fault("a distance is wrong") }
            let distance = Self.distances[code].base + (try take(Self.distances[code].bits))
            guard distance <= output.count else { throw fault("a distance leads before the beginning") }
            guard output.count + length <= limit else { throw tooLong }
            // What is copied may reach into what the copy makes.
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func symbol(of code: PrefixCode) throws(Fault) -> Int {
        var search = PrefixCode.Search()
        while search.length < PrefixCode.longest {
            if let symbol = code.symbol(after: try take(1), &search) { return symbol }
        }
        throw fault("a code is unknown")
    }

    /// The codes of a block that brings its own.
    private mutating func readCodes() throws(Fault) -> (literals: PrefixCode, distances: PrefixCode) {
        let (literals, distances) = (try take(5) + 257, try take(5) + 1)
        let count = try take(4) + 4
        var lengths = [UInt8](repeating: 0, count: 19)
        for index in 0..<count { lengths[Self.order[index]] = UInt8(try take(3)) }
        let code = try makeCode(lengths[...])
        lengths = []
        while lengths.count < literals + distances {
            switch try symbol(of: code) {
            case 16:
                guard let last = lengths.last else { throw fault("a length is repeated before there is one") }
                lengths += Array(repeating: last, count: try take(2) + 3)
            case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
            case 18: lengths += Array(repeating: 0, count: try take(7) + 11)
            case let length: lengths.append(UInt8(length))
            }
        }
        guard lengths.count == literals + distances else { throw fault("there are too many lengths") }
        return (try makeCode(lengths[..<literals]), try makeCode(lengths[literals...]))
    }

    private func makeCode(_ lengths: ArraySlice<UInt8>) throws(Fault) -> PrefixCode {
        guard let code = PrefixCode(lengths: Array(lengths)) else { throw fault("the codes contradict each other") }
        return code
    }
}
