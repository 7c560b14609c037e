import Foundation

/// Dates as text: ISO 8601 in UTC (`2001-01-01`, `2001-01-01T00:00:00Z`, `2001-01-01T00:00:00.250Z`), in the proleptic
/// Gregorian calendar.
enum DateLiteral {
    private static let secondsPerDay = 86_400
    /// Days from 0000-03-01 to 2001-01-01: years start in March here, so that the leap day ends them.
    private static let referenceDay = 730_791

    /// The date that a text stands for.
    static func date(of text: String) -> Date? {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard fields.count == 3, let year = digits(fields[0], 4), let month = digits(fields[1], 2),
            let day = digits(fields[2], 2), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let days = dayNumber(year: year, month: month, day: day)
        guard civil(days) == (year, month, day) else { return nil }
        let seconds = Double((days - referenceDay) * secondsPerDay)
        guard parts.count == 2 else { return Date(timeIntervalSinceReferenceDate: seconds) }
        guard let time = time(of: parts[1]) else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds + Double(time.seconds) + time.fraction)
    }

    /// The shortest of the forms that gives the very date back; seconds since 2001 where none does.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        // Years 1 to 9999, where four digits do.
        guard (-63_113_904_000..<252_423_993_600).contains(seconds) else { return "\(seconds)" }
        let milliseconds = Int((seconds * 1_000).rounded())
        let (day, time) = floorDivide(milliseconds, secondsPerDay * 1_000)
        let (year, month, dayOfMonth) = civil(day + referenceDay)
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
        let whole = time / 1_000
        text += "\(padded(whole / 3_600, 2)):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2))"
        if time % 1_000 != 0 { text += "." + padded(time % 1_000, 3) }
        text += "Z"
        return self.date(of: text) == date ? text : "\(seconds)"
    }

    private static func time(of text: Substring) -> (seconds: Int, fraction: Double)? {
        guard text.last == "Z" else { return nil }
        let pieces = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = pieces[0].split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 3, let hours = digits(fields[0], 2), let minutes = digits(fields[1], 2),
            let seconds = digits(fields[2], 2), hours < 24, minutes < 60, seconds < 60
        else { return nil }
        let whole = (hours * 60 + minutes) * 60 + seconds
        guard pieces.count == 2 else { return (whole, 0) }
        guard digits(pieces[1], pieces[1].count) != nil, pieces[1].count <= 9, let fraction = Double("0." + pieces[1])
        else { return nil }
        return (whole, fraction)
    }

    private static func digits(_ text: Substring, _ count: Int) -> Int? {
        guard text.utf8.count == count, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((value % divisor) + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }

    /// Days since 0000-03-01.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = floorDivide(shifted, 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    }

    private static func civil(_ dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floorDivide(dayNumber, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
