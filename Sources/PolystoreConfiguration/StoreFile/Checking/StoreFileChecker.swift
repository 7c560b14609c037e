import PolystoreModel
import PolystoreStorage

/// Checks a store file against a model and the store types of a program, and collects every problem.
struct StoreFileChecker {
    let file: StoreFile
    /// The model; nil when it cannot be had, and then nothing is said about its names.
    let model: ManagedObjectModel?
    let types: [StoreType]
    /// What is wrong, in the order in which it was found.
    private(set) var problems: [PlacedProblem] = []
    /// The entities that were probably meant by unknown names: nothing is said about their homes.
    var meantEntities: Set<String> = []
    /// Whether the homes of entities are known: every store says rightly what it serves.
    var homesAreKnown = true

    init(file: StoreFile, model: ManagedObjectModel?, types: [StoreType]) {
        self.file = file
        self.model = model
        self.types = types
    }

    /// Finds everything that is wrong.
    mutating func check() {
        checkAvailability()
        for store in file.stores { checkType(of: store) }
        checkPlaces()
        guard let model else { return }
        let homes = homes(model)
        checkHomes(model, homes)
        for partition in file.partitions { check(partition, model, homes) }
    }

    /// Notes a problem at the thing that keys lead to.
    mutating func report(_ code: ConfigurationProblem.Code, _ message: String, at path: [String]) {
        problems.append(PlacedProblem(code, message, file.source.place(of: path)))
    }

    /// Notes a problem of the file as a whole.
    mutating func report(_ code: ConfigurationProblem.Code, _ message: String) {
        problems.append(PlacedProblem(code, message, nil))
    }

    /// The nearest known name, unless the value came from the environment.
    func hint(for value: String, at path: [String], in known: some Sequence<String>) -> String {
        file.source.variables(at: path) == nil ? Suggestion.hint(for: value, in: known) : ""
    }

    /// The type of a store; nil when it is not among the program's.
    func type(of store: StoreFile.Store) -> StoreType? { types.first { $0.name == store.type } }

    private mutating func checkAvailability() {
        if file.relocation == .move {
            report(.notAvailable, "'relocation: move' is not available yet; write 'refuse'", at: ["relocation"])
        }
    }
}
