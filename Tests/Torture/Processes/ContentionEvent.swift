/// What a process did with stores that others use as well: a line of the journal.
enum ContentionEvent {
    /// It has the stores open for writing, and the save of a number is the last one in them.
    case opened(Int64)
    /// Another process held the stores for as long as was to be waited, in milliseconds.
    case held(waited: Int, limit: Int)
    /// A save is about to begin.
    case begins(Int64)
    /// A save returned.
    case returned(Int64)
    /// The stores are about to be closed.
    case closes
    /// A reader is about to read.
    case looks
    /// A reader found the save of a number to be the last one.
    case reads(Int64)
    /// A reader was told that the stores cannot be read now, or a writer that its save was not made.
    case refused(String)
    /// The process is about to be killed.
    case killed
    /// A promise does not hold.
    case violation(String)

    init?(_ text: Substring) {
        let words = text.split(separator: " ", maxSplits: 1)
        let argument = words.count > 1 ? words[1] : ""
        let numbers = argument.split(separator: " ").map { Int64($0) ?? -1 }
        switch (words.first ?? "", numbers.first) {
        case ("opened", let number?): self = .opened(number)
        case ("held", let waited?) where numbers.count == 2: self = .held(waited: Int(waited), limit: Int(numbers[1]))
        case ("begins", let number?): self = .begins(number)
        case ("returned", let number?): self = .returned(number)
        case ("closes", nil): self = .closes
        case ("looks", nil): self = .looks
        case ("reads", let number?): self = .reads(number)
        case ("refused", _): self = .refused(String(argument))
        case ("killed", nil): self = .killed
        case ("violation", _): self = .violation(String(argument))
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .opened(let number): "opened \(number)"
        case .held(let waited, let limit): "held \(waited) \(limit)"
        case .begins(let number): "begins \(number)"
        case .returned(let number): "returned \(number)"
        case .closes: "closes"
        case .looks: "looks"
        case .reads(let number): "reads \(number)"
        case .refused(let reason): "refused \(reason.replacing("\n", with: " "))"
        case .killed: "killed"
        case .violation(let text): "violation \(text.replacing("\n", with: " "))"
        }
    }
}
