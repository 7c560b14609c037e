/// A list of keys as one parameter: a JSON array, which `json_each` makes rows of.
enum KeyArray {
    /// The array's text.
    static func json(_ keys: some Collection<Int64>) -> [UInt8] {
        var text = Array("[".utf8)
        text.reserveCapacity(keys.count * 8 + 2)
        for key in keys {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += String(key).utf8
        }
        text.append(UInt8(ascii: "]"))
        return text
    }
}
