import Polystore
import PolystoreModelFiles

/// Every version of a model.
struct ModelReadings {
    /// The name of the current version.
    let current: String
    /// The versions in the order of their names.
    let readings: [(version: String, reading: ModelReading)]
    /// What is odd about the versions as a whole.
    var warnings: [ModelProblem] = []
}
