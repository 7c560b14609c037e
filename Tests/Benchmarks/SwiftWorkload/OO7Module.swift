import CWorkload

/// The small OO7 database as data, and how often its short operations are repeated.
public struct OO7Module: Sendable {
    /// One atomic part.
    public struct Part: Sendable {
        /// The number, both coordinates and the date.
        public let number: Int, x: Int, y: Int, buildDate: Int
        /// The numbers of the parts that it is connected to.
        public let targets: [Int]
    }

    /// Parts in each composite part.
    public static let partsOfComposite = Int(OO7_PARTS_OF_COMPOSITE)
    /// Assemblies or composite parts under each assembly.
    public static let fanout = Int(OO7_FANOUT)
    /// Dates are below this.
    public static let dates = Int(OO7_DATES)
    /// How often Q1 looks up, Q2 asks for a range, and SM1 and SM2 insert and delete.
    public static let lookups = Int(OO7_LOOKUPS), ranges = Int(OO7_RANGES), modifications = Int(OO7_MODIFICATIONS)

    /// The number of complex assemblies, and of composite parts before any is added.
    public let complexCount: Int, compositeCount: Int
    /// All parts, those of the new composite parts last.
    public let parts: [Part]
    /// For each base assembly, the numbers of its composite parts.
    public let components: [[Int]]
    /// For each new composite part, the base assembly that uses it.
    public let users: [Int]

    /// Generates the module of a run.
    public init(_ options: WorkloadOptions) {
        let module = options.withC { oo7_generate($0) }
        complexCount = Int(module.complex_count)
        compositeCount = Int(module.composite_count)
        users = withUnsafeBytes(of: module.users) { $0.bindMemory(to: Int64.self).map(Int.init) }
        parts = (0..<(compositeCount + users.count) * Self.partsOfComposite).map { index in
            let part = module.parts[index], targets = module.targets[index]
            return Part(
                number: Int(part.number), x: Int(part.x), y: Int(part.y), buildDate: Int(part.build_date),
                targets: [Int(targets.0), Int(targets.1), Int(targets.2)])
        }
        components = (0..<Int(module.base_count)).map { index in
            let numbers = module.components[index]
            return [Int(numbers.0), Int(numbers.1), Int(numbers.2)]
        }
    }

    /// The parts of a composite part.
    public func parts(of composite: Int) -> ArraySlice<Part> {
        parts[composite * Self.partsOfComposite..<(composite + 1) * Self.partsOfComposite]
    }

    /// The text of every document.
    public static let documentText = String(repeating: "x", count: 2000)

    /// The first dates of the ranges that Q2 asks for, each of 1 % of all dates.
    public static var rangeStarts: [Int] { (0..<ranges).map { dates / 100 * ($0 * 9) } }
}
