/// A line on standard error that shows how far a long task is; silent where standard error is no terminal.
///
/// It draws at most ten times a second, never wider than the terminal, and takes its line away at the end. Where
/// standard error is no terminal it writes nothing at all, so logs and pipes stay clean.
package final class ProgressBar {
    private let title: String
    private let total: Int
    private let terminal: Terminal
    private let start = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?
    private var isShown: Bool

    /// Makes a bar for a task of `total` steps; a total of 0 means that the number of steps is not known.
    package init(_ title: String, total: Int, on terminal: Terminal = Terminal(.error)) {
        self.title = title
        self.total = total
        self.terminal = terminal
        isShown = terminal.isInteractive
    }

    /// Says how many steps are done.
    package func update(_ completed: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let lastDrawn, now - lastDrawn < .milliseconds(100), completed != total { return }
        lastDrawn = now
        let line = Self.line(title, completed, of: total, after: now - start, columns: terminal.columns ?? 80)
        show("\r" + line + "\u{1B}[K")
    }

    /// Takes the bar away.
    package func finish() {
        guard isShown, lastDrawn != nil else { return }
        show("\r\u{1B}[K")
        isShown = false
    }

    private func show(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            // A bar is decoration: where it cannot be drawn the task goes on without it.
            do { try terminal.stream.write(UnsafeRawBufferPointer(bytes)) } catch { isShown = false }
        }
    }

    /// The bar as text, at most one cell narrower than the terminal, so that it never wraps.
    static func line(
        _ title: String, _ completed: Int, of total: Int, after elapsed: Duration, columns: Int
    ) -> String {
        let limit = max(0, columns - 1)
        guard total > 0 else { return DisplayWidth.truncate("\(title)  \(completed)", to: limit) }
        let done = min(max(0, completed), total)
        let fraction = Double(done) / Double(total)
        var tail = "\(Int(fraction * 100)) %  \(completed)/\(total)"
        if done > 0, done < total, elapsed >= .seconds(2) {
            let left = Double(elapsed.components.seconds) * Double(total - done) / Double(done)
            tail += "  \(Int(left.rounded(.up))) s left"
        }
        let room = limit - DisplayWidth.of(title) - DisplayWidth.of(tail) - 6
        guard room >= 4 else { return DisplayWidth.truncate("\(title)  \(tail)", to: limit) }
        let cells = min(room, 40)
        let full = Int(fraction * Double(cells))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
        return "\(title)  \(bar)  \(tail)"
    }
}
