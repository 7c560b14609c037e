import PolystoreModel

/// What was read from a model file.
public struct ModelReading: Sendable {
    /// The model, without problems but those that the remarks name.
    public var description: ModelDescription
    /// What the file says and the model has no place for, or what only classes could not do; each with its place.
    public var remarks: [ModelProblem]

    /// Makes a reading.
    public init(description: ModelDescription, remarks: [ModelProblem] = []) {
        self.description = description
        self.remarks = remarks
    }
}
