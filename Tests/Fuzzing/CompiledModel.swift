import Foundation
import PolystoreModelFiles

/// Bytes as a compiled model: a model, or an error.
@_cdecl("LLVMFuzzerTestOneInput")
public func readCompiledModel(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // What is no model is refused; that it is refused is all that matters.
    _ = try? CompiledModel(data: FuzzedInput(start, count).bytes, name: "fuzzed", file: "fuzzed.mom")
    return 0
}
