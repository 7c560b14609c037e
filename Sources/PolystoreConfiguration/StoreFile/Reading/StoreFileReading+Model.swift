import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreModelFiles
import PolystoreStorage

extension StoreFileReading {
    /// The file and its model, when nothing is wrong with either.
    ///
    /// - Parameters:
    ///   - given: The program's model; it comes before the one that the file names.
    ///   - storeTypes: The types that the program links.
    /// - Returns: The file and the model.
    /// - Throws: Every problem at once.
    func checked(
        model given: ManagedObjectModel?, storeTypes: [StoreType]
    ) throws(ConfigurationError) -> (file: StoreFile, model: ManagedObjectModel) {
        var further: [PlacedProblem] = []
        let model = given ?? file.flatMap { file in self.model(of: file, &further) }
        if let file { further += file.problems(model: model, storeTypes: storeTypes) }
        if let error = error(and: further) { throw error }
        guard let file, let model else {
            throw ConfigurationError(
                file: name, problems: [.init(.invalidSyntax, "the file is empty", file: name, place: nil)])
        }
        return (file, model)
    }

    /// The file, checked as far as that can be done without the program's model.
    ///
    /// - Returns: The file, and the model that it names; nil when it names none, and then no entity was looked for.
    /// - Throws: Every problem at once.
    func checkedAlone(
        storeTypes: [StoreType]
    ) throws(ConfigurationError) -> (file: StoreFile, model: ManagedObjectModel?) {
        guard let file, file.source.places[["model"]] == nil else {
            return try checked(model: nil, storeTypes: storeTypes)
        }
        if let error = error(and: file.problems(model: nil, storeTypes: storeTypes)) { throw error }
        return (file, nil)
    }

    /// A coordinator with every store open.
    func coordinator(
        model: ManagedObjectModel?, storeTypes: [StoreType], missingStores: MissingStorePolicy = .refuse,
        givingUp: Set<String> = []
    ) throws(ConfigurationError) -> PersistentStoreCoordinator {
        let (file, model) = try checked(model: model, storeTypes: storeTypes)
        let coordinator = closedCoordinator(file, model: model, storeTypes: storeTypes)
        coordinator.giveUpLogs(ofStores: givingUp)
        do throws(CoordinatorError) {
            try coordinator.addStores(
                file.descriptions(storeTypes), partitions: file.rules(model), missingStores: missingStores)
        } catch {
            throw OpeningProblem(file: file).error(error)
        }
        return coordinator
    }

    /// A coordinator with the settings of a file that was checked, and no store open.
    func closedCoordinator(
        _ file: StoreFile, model: ManagedObjectModel, storeTypes: [StoreType]
    ) -> PersistentStoreCoordinator {
        let coordinator = PersistentStoreCoordinator(model: model, storeTypes: storeTypes)
        if let log = file.commitLog {
            coordinator.commitLogURL = log.url
            coordinator.commitLogLimit = log.checkpointSize
        }
        return coordinator
    }

    /// The model that a file names; problems of the model file are shown at their places there.
    private func model(of file: StoreFile, _ problems: inout [PlacedProblem]) -> ManagedObjectModel? {
        guard let url = file.model else {
            // A path that could not be read was reported.
            if file.source.places[["model"]] == nil {
                let message = "the program passes no model, and the file names none; add 'model: FILE'"
                problems.append(PlacedProblem(.unknownName, message, nil))
            }
            return nil
        }
        let path = shown(url)
        if ModelDescription.isModel(url) {
            return linked(file, &problems) { () throws(ModelError) in
                try ModelDescription(contentsOf: URL(filePath: path))
            }
        }
        let text: String
        do throws(TextFile.Failure) {
            text = try TextFile.text(atPath: url.path)
        } catch {
            problems.append(problem(of: file, error, path))
            return nil
        }
        return linked(file, &problems) { () throws(ModelError) in try ModelFile.read(text: text, file: path) }
    }

    /// The model that is read, checked and linked.
    private func linked(
        _ file: StoreFile, _ problems: inout [PlacedProblem], _ read: () throws(ModelError) -> ModelDescription
    ) -> ManagedObjectModel? {
        do throws(ModelError) {
            return try ManagedObjectModel(read())
        } catch {
            let text = file.source.variables(at: ["model"])
            for problem in error.problems {
                var details = problem.details
                // The path is the file's own unless a part of it came from the environment.
                if let text { details[.file] = details[.file].map { _ in text } }
                problems.append(PlacedProblem(ConfigurationProblem(.model, problem.message, details)))
            }
            return nil
        }
    }

    /// The problem of a model file that cannot be read, at the place where the store file names it.
    private func problem(of file: StoreFile, _ failure: TextFile.Failure, _ path: String) -> PlacedProblem {
        let shown = file.source.quoted(path, at: ["model"])
        let message =
            failure.isMissing ? "model \(shown) does not exist" : "model \(shown) cannot be used: \(failure.message)"
        return PlacedProblem(.unreadable, message, file.source.place(of: ["model"]))
    }

    /// A path for messages: beginning like the store file's own where it lies in the same folder or below.
    private func shown(_ url: URL) -> String {
        let folder = URL(fileURLWithPath: name).standardizedFileURL.deletingLastPathComponent().path
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        guard url.path.hasPrefix(prefix) else { return url.path }
        let own = name.lastIndex(of: "/").map { name[...$0] } ?? ""
        return String(own + url.path.dropFirst(prefix.count))
    }
}
