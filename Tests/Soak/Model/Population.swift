/// How many objects of an entity there are, within narrow bounds: what grows beyond them is a leak.
struct Population {
    let low: Int
    let high: Int

    /// The middle, with which a run begins.
    var middle: Int { (low + high) / 2 }

    static let projects = Population(low: 38, high: 42)
    static let items = Population(low: 980, high: 1_020)
    static let tags = Population(low: 590, high: 610)
    static let sessions = Population(low: 38, high: 42)
    static let cursors = Population(low: 195, high: 205)
    /// Items with an attachment.
    static let attachments = Population(low: 45, high: 55)
}
