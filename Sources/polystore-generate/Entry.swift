import Foundation
import PolystoreCodegen

/// Generates classes from models, with nothing that a build would have to wait for besides.
@main enum Entry {
    static func main() {
        do {
            let command = try GenerateCommand(Array(CommandLine.arguments.dropFirst()))
            try command.run { line in try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            // The status of wrong input, as in `polystore`.
            exit(65)
        }
    }
}
