extension ModelDescription {
    /// Everything that is wrong with the model, in its order; empty for a model that can be used.
    public var problems: [ModelProblem] { ModelValidation.problems(in: ModelNameResolution.resolve(self)) }
}
