import Foundation

/// Points in time as predicates write them: `2024-02-29`, `2024-02-29T12:30:00Z`, `2024-02-29T12:30:00.250+02:00`.
///
/// A day alone is its midnight in UTC; a time needs `Z` or an offset. Days are of the Gregorian calendar, years 0001 to
/// 9999.
enum DateText {
    /// The point in time; nil when the text is none.
    static func date(_ text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
            scanner.skip("-"), let day = scanner.number(digits: 2), year >= 1, (1...12).contains(month),
            day >= 1, day <= daysInMonth(year, month)
        else { return nil }
        let days = Double(daysBeforeReference(year, month, day))
        if scanner.isAtEnd { return Date(timeIntervalSinceReferenceDate: days * 86_400) }
        guard scanner.skip("T") || scanner.skip(" "), let hour = scanner.number(digits: 2), hour < 24,
            scanner.skip(":"), let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
            let second = scanner.number(digits: 2), second < 60
        else { return nil }
        let fraction = scanner.skip(".") ? scanner.fraction() : 0
        guard let fraction, let offset = zone(&scanner), scanner.isAtEnd else { return nil }
        let time = Double(hour * 3_600 + minute * 60 + second - offset)
        return Date(timeIntervalSinceReferenceDate: days * 86_400 + time + fraction)
    }

    /// The text of a point in time, which reads back as the same; nil outside the years 0001 to 9999 and for fractions
    /// that decimal digits do not give back.
    static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard abs(seconds) < 1e12 else { return nil }
        let whole = seconds.rounded(.down)
        let fraction = seconds - whole
        var (days, rest) = Int(whole).quotientAndRemainder(dividingBy: 86_400)
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        guard let day = day(daysAfterReference: days) else { return nil }
        var text = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
        text += "T\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
        if fraction != 0 {
            let digits = "\(fraction)"
            guard digits.hasPrefix("0."), !digits.contains("e") else { return nil }
            text += digits.dropFirst()
        }
        text += "Z"
        return self.date(text) == date ? text : nil
    }

    private static func zone(_ scanner: inout DigitScanner) -> Int? {
        if scanner.skip("Z") { return 0 }
        let sign = scanner.skip("+") ? 1 : scanner.skip("-") ? -1 : 0
        guard sign != 0, let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
            let minute = scanner.number(digits: 2), minute < 60
        else { return nil }
        return sign * (hour * 3_600 + minute * 60)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func daysInMonth(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days from 2001-01-01 to a day, negative before it.
    private static func daysBeforeReference(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let past = year - 1
        let days = past * 365 + past / 4 - past / 100 + past / 400 - 730_485
        return (1..<month).reduce(days + day - 1) { $0 + daysInMonth(year, $1) }
    }

    private static func day(daysAfterReference days: Int) -> (year: Int, month: Int, day: Int)? {
        var year = 2001 + days / 366
        while daysBeforeReference(year + 1, 1, 1) <= days { year += 1 }
        while daysBeforeReference(year, 1, 1) > days { year -= 1 }
        guard (1...9999).contains(year) else { return nil }
        var month = 1
        while month < 12, daysBeforeReference(year, month + 1, 1) <= days { month += 1 }
        return (year, month, days - daysBeforeReference(year, month, 1) + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
