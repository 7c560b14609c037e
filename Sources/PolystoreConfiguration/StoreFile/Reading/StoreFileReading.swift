import Foundation
import Yams

/// One reading of a store file: what could be read, and everything that is wrong with the text.
struct StoreFileReading {
    /// What could be read; nil when there is nothing to check further.
    let file: StoreFile?
    /// The file's name, as messages show it.
    let name: String
    /// The problems, with their places.
    let problems: [PlacedProblem]

    private init(_ file: StoreFile?, _ name: String, _ problems: [PlacedProblem]) {
        self.file = file
        self.name = name
        self.problems = problems
    }

    /// A file that was read before without problems.
    init(file: StoreFile) { self.init(file, file.name, []) }

    /// Reads a text.
    init(text: String, name: String, folder: URL, environment: [String: String]) {
        let file = YAMLFile(name: name)
        guard let root = YAMLText.root(of: text, in: file) else {
            self.init(nil, name, file.problems.map(PlacedProblem.init))
            return
        }
        var expansion = EnvironmentExpansion(environment: environment)
        let expanded = expansion.expand(root)
        file.written = expansion.written
        let storeFile = StoreFileReader(file: file, folder: folder, written: expansion.written).storeFile(expanded)
        let failures = expansion.failures.map { PlacedProblem(.invalidVariable, $0.message, $0.place) }
        self.init(storeFile, name, failures + file.problems.map(PlacedProblem.init))
    }

    /// Reads the file at a path.
    init(path: String, environment: [String: String]) {
        do throws(TextFile.Failure) {
            let text = try TextFile.text(atPath: path)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            self.init(text: text, name: path, folder: folder, environment: environment)
        } catch {
            self.init(nil, path, [PlacedProblem(.unreadable, error.message, error.place)])
        }
    }

    /// The error of these problems and further ones; nil when there is none.
    ///
    /// Where a variable could not be replaced nothing else is said: it would only follow from that.
    func error(and further: [PlacedProblem] = []) -> ConfigurationError? {
        let all = problems + further
        let unreplaced = Set(all.filter { $0.code == .invalidVariable }.compactMap(\.place))
        let shown = all.filter { $0.code == .invalidVariable || !($0.place.map(unreplaced.contains) ?? false) }
        guard !shown.isEmpty else { return nil }
        let sorted = shown.enumerated().sorted { left, right in
            switch (left.element.place, right.element.place) {
            case (let first?, let second?) where first != second: first < second
            case (.some, nil): true
            case (nil, .some): false
            default: left.offset < right.offset
            }
        }
        return ConfigurationError(file: name, problems: sorted.map { $0.element.problem(in: name) })
    }
}
