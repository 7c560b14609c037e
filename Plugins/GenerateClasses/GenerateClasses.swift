import Foundation
import PackagePlugin

/// Generates the classes of each model of a target when it is built: one file a model, with a fixed name.
///
/// Models are the files and folders of the target that end with `.xcdatamodeld`, `.xcdatamodel` or `.model.yaml`. A
/// model is read again only when one of its files changed.
@main struct GenerateClasses: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let generator = try context.tool(named: "polystore-generate").url
        return try ModelFiles.models(in: target.directoryURL).map { model in
            let output = context.pluginWorkDirectoryURL.appending(path: model.sourceName)
            return .buildCommand(
                displayName: "Generating classes of \(model.url.lastPathComponent)", executable: generator,
                arguments: try ModelFiles.options(in: target.directoryURL)
                    + ["--single-file", output.path, model.url.path],
                inputFiles: model.inputs, outputFiles: [output])
        }
    }
}
