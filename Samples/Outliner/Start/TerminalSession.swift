import PolystoreTerminal

/// An editor on the terminal of the process, from the first screen to the moment when the terminal is as it was.
struct TerminalSession {
    /// How long the terminal is waited for before the size of its window, and requests to end, are looked at again.
    private static let patience: Int32 = 200
    /// How long the rest of a key's sequence is waited for.
    private static let sequencePatience: Int32 = 50

    private let terminal: RawTerminal
    private let output = TextOutput(.output)

    /// Finds the terminal.
    ///
    /// - Throws: `StartError.noTerminal` where there is none.
    init() throws(StartError) { terminal = try RawTerminal() }

    /// Shows the editor until it ends, the process is asked to end, or the terminal goes.
    ///
    /// - Returns: The status to end with.
    /// - Throws: `OutputError`. Whatever happens, the terminal is set back.
    func run(_ editor: OutlineEditor) throws -> ExitStatus {
        // Before the terminal is changed: a request that comes in between would leave it so.
        Interruption.listen()
        try terminal.begin()
        defer { terminal.end() }
        defer { close() }
        try output.write(ScreenPainter.opening)
        return try show(editor)
    }

    private func show(_ editor: OutlineEditor) throws -> ExitStatus {
        var painter = ScreenPainter(hasColour: Terminal(.output).hasColour)
        var decoder = KeyDecoder()
        var layout: ScreenLayout?
        while !Interruption.isRequested {
            let size = terminal.size
            let now = ScreenLayout(columns: size.columns, lines: size.lines)
            if now != layout { painter.forget() }
            layout = now
            try output.write(painter.paint(ScreenRenderer(layout: now).render(editor.content)))
            try output.flush()
            let keys: [Key]
            switch terminal.read(within: decoder.isWaiting ? Self.sequencePatience : Self.patience) {
            case .bytes(let bytes): keys = decoder.decode(bytes)
            case .nothing: keys = decoder.flush()
            case .closed: return .interrupted
            }
            for key in keys where editor.ending == nil { editor.handle(key) }
            switch editor.ending {
            case .quit: return .success
            case .interrupted: return .interrupted
            case nil: break
            }
        }
        return .interrupted
    }

    private func close() {
        do {
            try output.write(ScreenPainter.closing)
            try output.flush()
        } catch {
            // A terminal that takes no output any more shows nothing that could be put right.
        }
    }
}
