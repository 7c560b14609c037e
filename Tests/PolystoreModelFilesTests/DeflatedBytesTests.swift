import Foundation
import PolystoreRandom
import Testing

@testable import PolystoreModelFiles

/// Bytes that were made short, by hand and by another program.
@Suite("Compressed bytes")
struct DeflatedBytesTests {
    /// Texts and what Python's zlib makes of them without a head.
    private static let texts: [(text: String, base64: String)] = [
        (
            "",
            "AwA="
        ),
        (
            "stored",
            "AQYA+f9zdG9yZWQ="
        ),
        (
            "aaaaaaaaaaaaaaaaaaaaaaab",
            "S0zECpIA"
        ),
        (
            (0..<140).map { String($0 * $0) }.joined(separator: " "),
            """
            JZLbAQMhCARboQQR5NF/Y5m9/EROYRmWHHNLW/Oy+yzKcq3Sxs3PMb+cmbySsaSQcx/nrMVN8qkmL5Nz0t5de11W5BVn893c\
            D+9L3pZ0KfSDgjtSLk2/iHuoS6rdU98SQImkIfJJMUB4jyhcxPes3ThpN49DRsUtRa270euSF6oI9AUNeaAXiXKoRzTdYugb\
            C0EeWFJUGfBlQpoFc7am1RjvMM9zDRyamBd7mvm1ouWuDq9UOW5SUY/aalRq0OvzZA4VTU/rR99uCHphGVk/F75J7aJgnoF+\
            NQcZRFDiJlPunG9XMuvcL84jg4sMbCbZXXXuNxSnfPSSpT5y9/43HfL8Ptl/W5u4+y3l20/k+xakrcVqgen1/TdUC6XiGa2O\
            On4DI/zzxN8oru++Qjn15Zes9P50OqXZn36ves3Xl6Ur/nj2iG3h/AE=
            """
        ),
    ]

    @Test("stored, fixed and own codes give back what went in", arguments: texts.indices)
    func samples(index: Int) throws {
        let sample = Self.texts[index]
        let bytes = try #require(Data(base64Encoded: sample.base64))
        #expect(String(decoding: try DeflatedBytes.inflate(Array(bytes), limit: 1 << 20), as: UTF8.self) == sample.text)
        if !sample.text.isEmpty {
            #expect(throws: DeflatedBytes.Fault.self) {
                try DeflatedBytes.inflate(Array(bytes), limit: sample.text.utf8.count - 1)
            }
        }
        for length in 0..<bytes.count {
            #expect(throws: DeflatedBytes.Fault.self) {
                try DeflatedBytes.inflate(Array(bytes.prefix(length)), limit: 1 << 20)
            }
        }
    }

    @Test("bytes that were changed at random are refused or stand for something within the limit")
    func damage() throws {
        var random = RandomSource()
        let all = try Self.texts.map { Array(try #require(Data(base64Encoded: $0.base64))) }
        for _ in 0..<DamageRounds.count(3_000) {
            var bytes = all[random.below(all.count)]
            for _ in 0...random.below(3) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            do throws(DeflatedBytes.Fault) {
                #expect(try DeflatedBytes.inflate(bytes, limit: 10_000).count <= 10_000)
            } catch {
                #expect(error.message.hasPrefix("the compressed bytes"))
            }
        }
    }
}
