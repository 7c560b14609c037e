/// Something that must not come, in words.
struct SoakFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
