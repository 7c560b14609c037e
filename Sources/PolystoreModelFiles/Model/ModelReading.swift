import PolystoreModel

/// The result of reading a model file.
public struct ModelReading: Sendable {
    /// The model, without problems but those that the remarks name.
    public var description: ModelDescription
    /// What is odd, and read with the meaning that Core Data gives it; each with its place.
    public var warnings: [ModelProblem]
    /// What the file says and the model has no place for, or what only classes could not do; each with its place.
    public var remarks: [ModelProblem]

    /// Makes a reading.
    public init(description: ModelDescription, warnings: [ModelProblem] = [], remarks: [ModelProblem] = []) {
        self.description = description
        self.warnings = warnings
        self.remarks = remarks
    }
}
