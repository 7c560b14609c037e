import PolystoreTerminal

/// A terminal as far as the sample needs one: it keeps the characters of a screen that control sequences draw.
struct ScreenReader {
    private let columns: Int
    /// The cells of each line; a wide character has one cell more behind it, which is empty.
    private var cells: [[String]]
    private var line = 0
    private var cell = 0
    private var pending: [UInt8] = []
    /// Whether the program drew on the other screen and has not left it.
    private(set) var isOnOtherScreen = false
    /// What was written outside of the other screen.
    private(set) var outside = ""

    init(columns: Int, lines: Int) {
        self.columns = columns
        cells = Array(repeating: Array(repeating: " ", count: columns), count: lines)
    }

    /// The lines without spaces at their ends.
    var lines: [String] {
        cells.map { row in
            var text = row.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// Takes what a program wrote; a character or sequence may be in pieces.
    mutating func read(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        while let length = step() { pending.removeFirst(length) }
    }

    /// Does what comes first, and returns its length; nil while more has to come.
    private mutating func step() -> Int? {
        guard let first = pending.first else { return nil }
        guard first == 0x1B else { return character(first) }
        guard pending.count > 2, let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return nil
        }
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        carryOut(Character(Unicode.Scalar(pending[end])), parameters)
        return end + 1
    }

    private mutating func carryOut(_ final: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch final {
        case "H": (line, cell) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case "K": for index in min(cell, columns)..<columns { cells[line][index] = " " }
        case "J": for index in cells.indices { cells[index] = Array(repeating: " ", count: columns) }
        case "h" where parameters == "?1049": isOnOtherScreen = true
        case "l" where parameters == "?1049": isOnOtherScreen = false
        default: break
        }
    }

    private mutating func character(_ first: UInt8) -> Int? {
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard pending.count >= length else { return nil }
        let text = String(decoding: pending.prefix(length), as: UTF8.self)
        guard isOnOtherScreen else {
            outside += text
            return length
        }
        let width = DisplayWidth.of(text)
        guard cells.indices.contains(line), cell + width <= columns else { return length }
        if width == 0, cell > 0 {
            cells[line][cell - 1] += text
        } else if width > 0 {
            cells[line][cell] = text
            if width == 2 { cells[line][cell + 1] = "" }
            cell += width
        }
        return length
    }
}
