import PolystoreCore
import PolystoreStorage

extension ConformanceSubject {
    /// Everything that must have a case.
    public static var all: [ConformanceSubject] {
        var all: [ConformanceSubject] = []
        all += FetchComparison.Operator.allCases.map(comparison)
        all += FetchComparison.Quantifier.allCases.map(quantifier)
        all += FetchComparison.Options.everyLetter.map { textOption(String($0)) }
        all += FetchExpression.Kind.allCases.map(expression)
        all += ExpressionFunction.allCases.map(function)
        all += CollectionOperator.allCases.map(collectionOperator)
        all += SetOperation.allCases.map(setOperation)
        all += AttributeType.allCases.map(attributeType)
        all += DeleteRule.allCases.map(deleteRule)
        all += MergePolicy.allCases.map(mergePolicy)
        all += ConformanceCapability.allCases.map(capability)
        all += StoreError.allCodes.map(storeError)
        all += QueryError.allCodes.map(queryError)
        all += [SaveError.Code.validation, .conflict, .unresolved].map(saveError)
        all += [
            ValidationFailure.Code.missing, .tooSmall, .tooLarge, .tooShort, .tooLong, .patternMismatch, .tooFew,
            .tooMany, .deleteDenied, .inverseAbsent, .inverseReadOnly, .custom, .keyless,
        ].map(validation)
        all += [
            ValueError.Code.wrongType, .outOfRange, .notANumber, .unknownProperty, .coding, .unavailable, .unknownValue,
        ].map(valueError)
        return all
    }

    /// What no case of a kit for any backend can bring about, and why.
    public static var beyondReach: [ConformanceSubject: String] {
        [
            .storeError(.unsupportedFormat): "only a backend's newer version writes a newer format",
            .storeError(.held): "needs another process; the tests of each backend start one",
            .storeError(.timeout): "needs another process or a writer that hangs",
            .storeError(.full): "needs a disk, map or quota of the test's own",
            .storeError(.inputOutput): "needs a disk that fails",
            .storeError(.behind): "needs a disk that fails between two stores",
            .storeError(.failed): "needs a disk that fails",
            .storeError(.evaluation): "only between a store that computes values itself and the fetch that asked",
            .storeError(.outOfOrder): "only the writer, which is one for all backends, knows which call fits when",
            .storeError(.outOfStep): "needs a commit log and a copy that was put back",
            .storeError(.homeChanged): "the coordinator finds it before a store is asked, and has a code of its own",
            .queryError(.deferredDataUnavailable): "needs rows without the store that they are from",
        ]
    }
}
