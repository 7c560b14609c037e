import Foundation

extension StoreFileChecker {
    /// Checks that no two things lie at one place.
    mutating func checkPlaces() {
        var taken: [(path: String, name: String, line: String)] = []
        if let model = file.model {
            taken.append((canonical(model), "the model file", file.source.line(of: ["model"])))
        }
        if let log = file.commitLog {
            taken.append((canonical(log.url), "the commit log", file.source.line(of: ["commitLog", "url"])))
        }
        for store in file.stores {
            guard let url = store.url else { continue }
            let path = canonical(url)
            let keys = ["stores", store.name, "url"]
            if let other = taken.first(where: { $0.path == path }) {
                report(
                    .invalidPlace, "store '\(store.name)' has the place of \(other.name) (\(other.line))", at: keys)
            }
            taken.append((path, "store '\(store.name)'", file.source.line(of: keys)))
        }
    }

    /// The path with links resolved, so that two spellings of one place are found.
    private func canonical(_ url: URL) -> String { url.resolvingSymlinksInPath().standardizedFileURL.path }
}
