/// Whole numbers as they are written in a store file.
enum WholeNumber {
    /// The value of a text of decimal digits; nil for anything else, signs and blanks included.
    static func value(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}
