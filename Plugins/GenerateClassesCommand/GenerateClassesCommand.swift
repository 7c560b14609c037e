import Foundation
import PackagePlugin

/// `swift package generate-classes`: the two files of each class, in the package.
///
/// All arguments go to the generator, which runs in the folder of the package.
@main struct GenerateClassesCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "polystore-generate").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            Diagnostics.error("the generator ended with status \(process.terminationStatus)")
        }
    }
}
