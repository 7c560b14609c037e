import PolystoreModel

/// Makes a description of a document, and finds everything that is wrong with either.
struct ModelReader {
    let document: ModelDocument
    var description: ModelDescription
    private(set) var problems: [ModelProblem] = []
    private(set) var warnings: [ModelProblem] = []
    private(set) var remarks: [ModelProblem] = []
    private var places: [[String]: DocumentPlace] = [:]

    private init(_ document: ModelDocument) {
        self.document = document
        description = ModelDescription(name: document.name)
    }

    static func reading(of document: ModelDocument) throws(ModelError) -> ModelReading {
        var reader = ModelReader(document)
        reader.readModel(document.tree.root)
        let causes = reader.problems
        let settled = ToleratedModel(reader.description)
        reader.description = settled.description
        reader.warnings += settled.warnings.map { $0.placed(at: reader.place(of: $0.path), file: document.file) }
        for problem in settled.problems where !isConsequence(problem, of: causes) {
            let placed = problem.placed(at: reader.place(of: problem.path), file: document.file)
            if ToleratedProblem.isTolerated(problem) {
                reader.remarks.append(placed)
            } else {
                reader.problems.append(placed)
            }
        }
        guard reader.problems.isEmpty else {
            throw ModelError(model: document.name, problems: inOrder(reader.problems))
        }
        return ModelReading(
            description: reader.description, warnings: inOrder(reader.warnings), remarks: inOrder(reader.remarks))
    }

    /// Whether there are more remarks than a person reads; looking for the names that were meant takes time.
    var hasManyRemarks: Bool { remarks.count > 1_000 }

    /// Notes where a part of the model stands.
    mutating func note(_ path: ModelPath, _ place: DocumentPlace) { places[path.keys] = place }

    /// Notes where the value of an attribute stands, if the element has it.
    mutating func note(_ path: ModelPath, _ element: DocumentElement, _ name: String) {
        if let attribute = element.attribute(name) { places[path.keys] = attribute.place }
    }

    /// Notes a problem at an element, or at the value of one of its attributes.
    mutating func report(
        _ code: ModelProblem.Code, _ message: String, _ element: DocumentElement, _ attribute: String? = nil,
        at path: ModelPath = []
    ) {
        let place = attribute.flatMap { element.attribute($0)?.place } ?? element.place
        report(code, message, place, at: path)
    }

    /// Notes a problem at a place.
    mutating func report(
        _ code: ModelProblem.Code, _ message: String, _ place: DocumentPlace, at path: ModelPath
    ) {
        problems.append(
            ModelProblem(code, message, Self.details(of: path), at: path).placed(at: place, file: document.file))
    }

    /// Notes something odd that is read with the meaning that Core Data gives it.
    mutating func warn(
        _ code: ModelProblem.Code, _ message: String, _ element: DocumentElement, _ attribute: String? = nil,
        at path: ModelPath = []
    ) {
        let place = attribute.flatMap { element.attribute($0)?.place } ?? element.place
        warn(code, message, place, at: path)
    }

    /// Notes something odd at a place.
    mutating func warn(_ code: ModelProblem.Code, _ message: String, _ place: DocumentPlace, at path: ModelPath) {
        warnings.append(
            ModelProblem(code, message, Self.details(of: path), at: path).placed(at: place, file: document.file))
    }

    /// Notes something that does not keep the model from being used.
    mutating func remark(
        _ code: ModelProblem.Code, _ message: String, _ element: DocumentElement, _ attribute: String? = nil,
        at path: ModelPath = []
    ) {
        let place = attribute.flatMap { element.attribute($0)?.place } ?? element.place
        remarks.append(
            ModelProblem(code, message, Self.details(of: path), at: path).placed(at: place, file: document.file))
    }

    private static func details(of path: ModelPath) -> ErrorDetails {
        guard path.keys.first == "entities", path.keys.count > 1 else { return [:] }
        return [.entity: path.keys[1], .property: path.keys.count > 3 ? path.keys[3] : nil]
    }

    /// Where a part of the model stands, or the nearest part around it that stands somewhere.
    private func place(of path: ModelPath) -> DocumentPlace? {
        var keys = path.keys
        while !keys.isEmpty {
            if let place = places[keys] { return place }
            keys.removeLast()
        }
        return document.tree.root.place
    }

    /// Whether a problem of the model may only follow from a part of the file that could not be read.
    private static func isConsequence(_ problem: ModelProblem, of causes: [ModelProblem]) -> Bool {
        causes.contains { !$0.path.keys.isEmpty && problem.path.keys.starts(with: $0.path.keys) }
    }

    private static func inOrder(_ problems: [ModelProblem]) -> [ModelProblem] {
        func number(_ problem: ModelProblem, _ key: ErrorDetails.Key) -> Int {
            problem.details[key].flatMap { Int($0) } ?? 0
        }
        return problems.enumerated().sorted { left, right in
            (number(left.element, .line), number(left.element, .column), left.offset)
                < (number(right.element, .line), number(right.element, .column), right.offset)
        }.map(\.element)
    }
}
