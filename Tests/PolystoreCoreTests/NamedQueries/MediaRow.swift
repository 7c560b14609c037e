/// The values of the recording with a number: what the stores hold, as plain values.
struct MediaRow {
    let number: Int
    let count: Int

    /// One of ten is a podcast.
    var isPodcast: Bool { number.isMultiple(of: 10) }
    var code: String { MediaRow.padded("c", number) }
    /// The titles are those of the numbers in another order.
    var title: String { MediaRow.padded("t", number * 7919 % count) }
    var artist: String { MediaRow.padded("a", number * 31 % 199) }
    var year: Int { 1950 + number * 7 % 75 }
    var rating: Int? { number.isMultiple(of: 13) ? nil : number * 17 % 11 }
    var length: Double { Double(number * 389 % 10_007) / 4 }
    var isLive: Bool { number.isMultiple(of: 3) }
    /// The number of the label; nil for none.
    var label: Int? { number.isMultiple(of: 7) ? nil : number % 40 }

    static func padded(_ letter: String, _ number: Int) -> String {
        let digits = String(number)
        return letter + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
