import PolystoreModel

/// Which problems of a description do not keep a model that works with Core Data from being read.
enum ToleratedProblem {
    /// Whether a problem is worth a remark only: a model that is to get its entities yet.
    static func isTolerated(_ problem: ModelProblem) -> Bool { problem.code == .empty }
}
