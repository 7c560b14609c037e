import PolystoreStorage

/// How the kit makes stores of a backend: what a backend's author hands over.
///
/// The kit opens stores in temporary folders of its own and removes them. What a store can do is read from the type's
/// declared capabilities: what is declared is tested to work, what is not is tested to be refused with the standard
/// error.
///
///     extension ConformanceFactory {
///         static let mine = ConformanceFactory("Mine", type: .mine)
///     }
///
///     @Test(arguments: Conformance.cases(for: .mine))
///     func conforms(_ test: ConformanceCase) async throws { try await test.run() }
///
///     @Test func nothingIsLeftOut() { #expect(Conformance.gaps(in: [.mine]).isEmpty) }
public struct ConformanceFactory: Sendable {
    /// The name of the backend, or of the combination, in tables.
    public let name: String
    /// The types of the stores that a graph is laid over, in their order.
    public let types: [StoreType]
    /// The options that every store is opened with.
    public let options: StoreOptions
    /// The opt-outs, with their reasons.
    public let optOuts: [ConformanceOptOut]
    let record: ConformanceRecord

    /// Makes stores of one type: every suite but that of several stores is run.
    public init(
        _ name: String, type: StoreType, options: StoreOptions = StoreOptions(), optOuts: [ConformanceOptOut] = []
    ) {
        self.init(name, [type], options, optOuts)
    }

    /// Lays graphs over two or three stores, of one type or of several: the suite of several stores is run.
    ///
    /// - Precondition: There are two types or more.
    public init(_ name: String, combining types: [StoreType], optOuts: [ConformanceOptOut] = []) {
        precondition(types.count > 1, "a combination has two stores or more")
        self.init(name, types, StoreOptions(), optOuts)
    }

    private init(_ name: String, _ types: [StoreType], _ options: StoreOptions, _ optOuts: [ConformanceOptOut]) {
        self.name = name
        self.types = types
        self.options = options
        self.optOuts = optOuts
        record = ConformanceRecord()
    }

    /// The suites that are run.
    public var suites: [ConformanceSuite] {
        ConformanceSuite.allCases.filter { ($0 == .multiStore) == (types.count > 1) }
    }

    /// Whether every store keeps a capability.
    func declares(_ capability: ConformanceCapability) -> Bool {
        types.allSatisfy { capability.isDeclared(in: $0.capabilities) }
    }

    func optOut(of suite: ConformanceSuite, _ promise: String) -> ConformanceOptOut? {
        optOuts.first { $0.covers(suite, promise) }
    }
}

extension ConformanceFactory {
    /// Every pair of a type with itself, every ordered pair and every ordered triple of different types.
    public static func combinations(of backends: [(name: String, type: StoreType)]) -> [ConformanceFactory] {
        var result: [ConformanceFactory] = []
        func add(_ parts: [(name: String, type: StoreType)]) {
            result.append(
                ConformanceFactory(parts.map(\.name).joined(separator: " + "), combining: parts.map(\.type)))
        }
        for first in backends {
            add([first, first])
            for second in backends where second.type.name != first.type.name {
                add([first, second])
                for third in backends where ![first.type.name, second.type.name].contains(third.type.name) {
                    add([first, second, third])
                }
            }
        }
        return result
    }
}
