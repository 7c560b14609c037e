import Foundation
import PolystoreQuery

/// JSON as the tree of a predicate: what is decoded encodes to JSON that decodes to an equal tree, and has a text.
@_cdecl("LLVMFuzzerTestOneInput")
public func readPredicateTree(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // What is no JSON, or no tree, is refused; that it is refused is all that matters.
    guard let predicate = try? JSONDecoder().decode(FetchPredicate.self, from: FuzzedInput(start, count).bytes) else {
        return 0
    }
    _ = predicate.formatText
    do {
        let again = try JSONDecoder().decode(FetchPredicate.self, from: try JSONEncoder().encode(predicate))
        FuzzedInput.require(again == predicate, "another tree: \(predicate) \(again)")
    } catch {
        FuzzedInput.require(false, "what was decoded cannot be encoded and decoded again: \(error)")
    }
    return 0
}
