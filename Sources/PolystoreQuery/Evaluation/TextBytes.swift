/// Access to the folded UTF-8 bytes of texts.
enum TextBytes {
    /// Calls a function with the folded bytes of a text, which live only during the call.
    static func with<Result>(
        _ text: String, _ folding: TextFolding, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        var text = text
        return text.withUTF8 { folding.withFolded(UnsafeRawBufferPointer($0), body) }
    }

    /// The folded bytes of a text.
    static func folded(_ text: String, _ folding: TextFolding) -> [UInt8] { folding.fold(Array(text.utf8)) }
}
