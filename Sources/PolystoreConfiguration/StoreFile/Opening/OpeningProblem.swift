import Foundation
import PolystoreCore
import PolystoreModel
import PolystoreStorage

/// Puts an error of opening stores into words, at the place of the store in its file.
///
/// A path of which a part came from the environment is shown by its last component only.
struct OpeningProblem {
    let file: StoreFile

    /// The error of the file that a coordinator's error is about.
    func error(_ error: CoordinatorError) -> ConfigurationError {
        let problem = placed(error)
        return ConfigurationError(file: file.name, problems: [problem.problem(in: file.name)], cause: error)
    }

    private func placed(_ error: CoordinatorError) -> PlacedProblem {
        let store = store(of: error.details)
        if let store, let cause = error.cause as? StoreError {
            let place = file.source.place(of: ["stores", store.name, store.url == nil ? "type" : "url"])
            return PlacedProblem(.store, hidden("\(store.name): \(sentence(cause, store))"), place)
        }
        let (message, path) = sentence(error, store)
        return PlacedProblem(.store, hidden(message), path.isEmpty ? nil : file.source.place(of: path))
    }

    /// The store that an error names; a type that looks at a file before it knows the store's name gives the path only.
    private func store(of details: ErrorDetails) -> StoreFile.Store? {
        file.stores.first { $0.name == details[.store] }
            ?? file.stores.first { $0.url != nil && $0.url?.path == details[.path] }
    }

    private func sentence(_ error: StoreError, _ store: StoreFile.Store) -> String {
        let path = store.url.map { "'\(shown($0, ["stores", store.name, "url"]))'" } ?? "the store"
        let reason = error.details[.reason]
        switch error.code {
        case .missing where !store.creates || store.access == .readOnly:
            return "\(folder(error, store) ?? path) does not exist, and 'create' is false"
        case .foreign:
            let kinds = store.type == "sqlite" ? "Polystore or Core Data store" : "Polystore store"
            return "\(path) is not a \(kinds)" + (reason.map { " (\($0))" } ?? "")
        case .damaged: return "\(error.message): \(path): \(particulars(error.details))"
        case .incompatibleModel: return "\(error.message): \(reason ?? particulars(error.details))"
        case .held:
            let since = reason.map { $0.hasPrefix("held ") ? String($0.dropFirst(5)) : $0 }
            let holder = error.details[.process].map { "process \($0)" } ?? "another process"
            return "held by \(holder)" + (since.map { " \($0)" } ?? "")
                + " (waited lockTimeout \(TimeSpan.text(store.lockTimeout)))"
        default:
            let particulars = particulars(error.details)
            if let folder = folder(error, store) { return "\(error.message): \(folder): \(particulars)" }
            return particulars.isEmpty ? error.message : "\(error.message): \(particulars)"
        }
    }

    /// The folder that an error is about, when the store lies, or would lie, in it.
    private func folder(_ error: StoreError, _ store: StoreFile.Store) -> String? {
        guard let url = store.url, let folder = error.details[.path],
            url.standardizedFileURL.path.hasPrefix(folder + "/")
        else { return nil }
        let path = ["stores", store.name, "url"]
        return file.source.variables(at: path) == nil ? "folder '\(folder)'" : "the folder of '\(shown(url, path))'"
    }

    private func sentence(_ error: CoordinatorError, _ store: StoreFile.Store?) -> (String, path: [String]) {
        let details = error.details
        let path = store.map { ["stores", $0.name] } ?? []
        switch error.code {
        case .homeChanged, .formerHomeMissing:
            let entity = details[.entity] ?? ""
            let former = details[.expected] ?? ""
            let now = details[.found].map { $0.isEmpty ? "has no home now" : "lives in '\($0)' now" } ?? ""
            let isGone = !file.stores.contains { $0.name == former }
            return (
                "entity '\(entity)' lived in store '\(former)' at the last open"
                    + (isGone ? ", which is missing in this file" : " and \(now)")
                    + (details[.reason].map { " (\($0))" } ?? ""),
                isGone ? [] : ["stores", former]
            )
        case .lostStore:
            return ("\(store?.name ?? details[.store] ?? ""): \(details[.reason] ?? error.message)", path)
        case .volatileReference:
            return (
                "store '\(details[.store] ?? "")' would have to refer into '\(details[.found] ?? "")', which keeps "
                    + "nothing: relationship '\(details[.property] ?? "")' of entity '\(details[.entity] ?? "")'",
                path
            )
        default:
            let rest = particulars(details)
            let prefix = store.map { "\($0.name): " } ?? ""
            return (prefix + (rest.isEmpty ? error.message : "\(error.message): \(rest)"), path)
        }
    }

    /// The details in words, without store and path, which the place tells.
    private func particulars(_ details: ErrorDetails) -> String {
        details.entries.filter { $0.key != .store && $0.key != .path }
            .map { $0.key == .reason ? $0.value : "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    }

    private func shown(_ url: URL, _ path: [String]) -> String {
        guard let written = file.source.variables(at: path) else { return url.path }
        // A last component that is written out in the file did not come from the environment.
        let last = written.split(separator: "/").last.map(String.init) ?? written
        return last.contains("$") || last.contains("}") ? written : "…/\(last)"
    }

    /// A sentence without the paths that came from the environment.
    private func hidden(_ sentence: String) -> String {
        file.stores.reduce(sentence) { sentence, store in
            let path = ["stores", store.name, "url"]
            guard let url = store.url, file.source.variables(at: path) != nil else { return sentence }
            return sentence.replacing(url.path, with: shown(url, path))
                .replacing(url.deletingLastPathComponent().path + "/", with: "…/")
        }
    }
}
