import Foundation

/// One input that libFuzzer made up.
struct FuzzedInput {
    /// The bytes.
    let bytes: Data

    /// Takes an input as libFuzzer gives it, which takes it back afterwards.
    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = Data(UnsafeBufferPointer(start: start, count: count))
    }

    /// The bytes as text; what is no UTF-8 is replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Ends the process when a promise is broken, so that libFuzzer keeps the input.
    static func require(_ isKept: Bool, _ promise: @autoclosure () -> String) {
        if isKept { return }
        FileHandle.standardError.write(Data("broken: \(promise())\n".utf8))
        abort()
    }
}
