import ArgumentParser
import PolystoreCodegen
import PolystoreTerminal

/// `polystore generate`: classes from models.
///
/// The words are read by the library, so that this command and the generator that builds call understand the same.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Generate classes from models.", usage: "polystore generate [options] <model> ...",
        discussion: GenerateHelp.text)

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("Options and models.", visibility: .hidden))
    var words: [String] = []

    func run() throws {
        let text = TextOutput(.output)
        try GenerateCommand(words).run { try text.writeLine($0) }
        try text.flush()
    }
}
