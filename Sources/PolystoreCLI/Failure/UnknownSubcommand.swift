import ArgumentParser
import Polystore

/// A word of the command line that stands where the name of a command does, and is none.
///
/// The argument parser calls it an unexpected argument and says no more.
struct UnknownSubcommand {
    /// The word.
    let name: String
    /// The command that has no such subcommand, with the words before it.
    let command: String
    /// The names that it has.
    let known: [String]

    /// Follows a command line from a command as far as its words name subcommands; nil when each of them does.
    init?(_ arguments: some Collection<String>, of command: any ParsableCommand.Type) {
        let subcommands = command.configuration.subcommands
        // Where a command takes arguments of its own, or an option comes first, the parser's words are right.
        guard !subcommands.isEmpty, let word = arguments.first, !word.hasPrefix("-"), word != "help" else { return nil }
        if let next = subcommands.first(where: { $0._commandName == word }) {
            guard let found = UnknownSubcommand(arguments.dropFirst(), of: next) else { return nil }
            self.init(found.name, of: "\(command._commandName) \(found.command)", found.known)
        } else {
            self.init(word, of: command._commandName, subcommands.map { $0._commandName })
        }
    }

    private init(_ name: String, of command: String, _ known: [String]) {
        self.name = name
        self.command = command
        self.known = known
    }

    /// What is wrong, the nearest name if one is near, and all names.
    var message: String {
        """
        error: \(command) has no command '\(name)'\(Suggestion.hint(for: name, in: known)); it has \
        \(known.joined(separator: ", "))
          See '\(command) --help' for more information.
        """
    }
}
