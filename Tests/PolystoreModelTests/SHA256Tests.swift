import PolystoreModel
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    /// The published examples of FIPS 180-4.
    static let vectors: [(message: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ]

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return bytes.reduce(into: "") { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }

    @Test("the published vectors are met", arguments: vectors)
    func publishedVectors(message: String, digest: String) {
        #expect(Self.hexadecimal(SHA256.hash(message.utf8)) == digest)
    }

    @Test("a million letters a give the published digest")
    func aMillionLetters() {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(Self.hexadecimal(SHA256.hash(bytes)) == expected)
    }

    @Test("a message in pieces of any size gives the digest of the whole")
    func pieces() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for count in [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 300] {
            let whole = SHA256.hash(message[..<count])
            for size in [1, 3, 63, 64, 65, 100] {
                var digest = SHA256()
                for start in stride(from: 0, to: count, by: size) {
                    digest.update(message[start..<min(start + size, count)])
                }
                #expect(digest.finalize() == whole)
            }
        }
    }

    @Test("finalizing does not end the digest")
    func finalizeKeepsTheState() {
        var digest = SHA256()
        digest.update("ab".utf8)
        _ = digest.finalize()
        digest.update(AnySequence("c".utf8))
        #expect(digest.finalize() == SHA256.hash("abc".utf8))
    }
}
