extension QueryError.Code {
    /// The model has no entity of that name.
    public static let unknownEntity = Self(rawValue: "unknownEntity")
    /// Neither the entity nor any other has a property of that name.
    public static let unknownProperty = Self(rawValue: "unknownProperty")
    /// The property belongs to another entity than the one it is asked of.
    public static let foreignProperty = Self(rawValue: "foreignProperty")
    /// A word of the language stands as a value where the entity has a property of that name: `#no` is the property.
    public static let reservedWord = Self(rawValue: "reservedWord")
    /// A key path goes on after an attribute or a count.
    public static let pathBeyondValue = Self(rawValue: "pathBeyondValue")
    /// A key path through a to-many relationship needs ANY, ALL, NONE or a count.
    public static let toManyNeedsQuantifier = Self(rawValue: "toManyNeedsQuantifier")
    /// ANY, ALL or NONE stands before a key path without a to-many relationship.
    public static let quantifierNeedsToMany = Self(rawValue: "quantifierNeedsToMany")
    /// Both sides of a comparison go through to-many relationships.
    public static let severalToManySteps = Self(rawValue: "severalToManySteps")
    /// A count stands behind something that is no to-many relationship.
    public static let countNeedsToMany = Self(rawValue: "countNeedsToMany")
    /// A value is of another type than what it is compared with.
    public static let wrongType = Self(rawValue: "wrongType")
    /// The two sides of a comparison, or the operator and what it compares, do not go together.
    public static let notComparable = Self(rawValue: "notComparable")
    /// An operator on text stands beside something that is not text.
    public static let textOperatorNeedsText = Self(rawValue: "textOperatorNeedsText")
    /// An object of another entity hierarchy is compared with a relationship.
    public static let foreignObject = Self(rawValue: "foreignObject")
    /// NaN is no value.
    public static let notANumber = Self(rawValue: "notANumber")
    /// IN needs a list, a set of objects or a to-many relationship on its right.
    public static let listExpected = Self(rawValue: "listExpected")
    /// BETWEEN needs exactly two bounds.
    public static let twoBoundsExpected = Self(rawValue: "twoBoundsExpected")
    /// A variable has no value.
    public static let unboundVariable = Self(rawValue: "unboundVariable")
    /// The property's values cannot be compared by queries: transformable, composite or undefined.
    public static let notQueryable = Self(rawValue: "notQueryable")
    /// A transient property is not known to stores.
    public static let transientProperty = Self(rawValue: "transientProperty")
    /// The expression is part of the language but not of what requests can do.
    public static let unsupportedExpression = Self(rawValue: "unsupportedExpression")
    /// Two columns have one name.
    public static let ambiguousColumn = Self(rawValue: "ambiguousColumn")
    /// A column or a condition of groups asks for something that a group has no single value of.
    public static let groupNeedsAggregate = Self(rawValue: "groupNeedsAggregate")
    /// The regular expression takes more steps than are allowed.
    public static let patternTooCostly = Self(rawValue: "patternTooCostly")
    /// The expression language has no function or operator of that name.
    public static let unknownFunction = Self(rawValue: "unknownFunction")
    /// A function cannot be registered: its name is taken, or cannot be written in the language.
    public static let invalidFunctionName = Self(rawValue: "invalidFunctionName")
    /// A registered function threw; its error is the cause.
    public static let functionFailed = Self(rawValue: "functionFailed")
    /// The model has no fetch request template of that name.
    public static let unknownTemplate = Self(rawValue: "unknownTemplate")
    /// A function has too few operands, or too many.
    public static let wrongOperandCount = Self(rawValue: "wrongOperandCount")
    /// The result of arithmetic does not fit into its type.
    public static let arithmeticOverflow = Self(rawValue: "arithmeticOverflow")
    /// The regular expression cannot be read.
    public static let invalidPattern = Self(rawValue: "invalidPattern")
    /// A sort key goes through a to-many relationship.
    public static let sortThroughToMany = Self(rawValue: "sortThroughToMany")
    /// The property has no order: bytes, or anything that is not queryable.
    public static let notSortable = Self(rawValue: "notSortable")
    /// Results are to be divided by a key that does not come first in their order.
    public static let sectionOutOfOrder = Self(rawValue: "sectionOutOfOrder")
    /// A limit, an offset or a batch size is out of range.
    public static let invalidLimit = Self(rawValue: "invalidLimit")
    /// A prefetched key path does not lead through relationships only.
    public static let prefetchNeedsRelationship = Self(rawValue: "prefetchNeedsRelationship")
    /// The predicate is nested too deeply.
    public static let tooDeep = Self(rawValue: "tooDeep")
    /// The text is too long to be a predicate.
    public static let tooLong = Self(rawValue: "tooLong")
    /// The text is not in the predicate language.
    public static let invalidSyntax = Self(rawValue: "invalidSyntax")
    /// A placeholder of the text has no argument, or one of the wrong kind, or an argument has no placeholder.
    public static let argumentMismatch = Self(rawValue: "argumentMismatch")
    /// Data that is kept out of a row cannot be read where the predicate is evaluated.
    public static let deferredDataUnavailable = Self(rawValue: "deferredDataUnavailable")
}

extension QueryError {
    static let messages: [Code: String] = [
        .unknownEntity: "the model has no such entity",
        .unknownProperty: "the entity has no such property",
        .foreignProperty: "the property belongs to another entity",
        .reservedWord:
            "the word is a value of the language and the name of a property; write # before it for the property",
        .pathBeyondValue: "the key path goes on after a value",
        .toManyNeedsQuantifier: "a key path through a to-many relationship needs ANY, ALL, NONE or @count",
        .quantifierNeedsToMany: "ANY, ALL and NONE need a key path through a to-many relationship",
        .severalToManySteps: "only one side of a comparison may go through to-many relationships",
        .countNeedsToMany: "@count stands directly behind a to-many relationship",
        .wrongType: "the value is of another type than what it is compared with",
        .notComparable: "the operands cannot be compared in this way",
        .textOperatorNeedsText: "the operator needs text on both sides",
        .foreignObject: "the object belongs to another entity hierarchy than the relationship leads to",
        .notANumber: "NaN is not a value",
        .listExpected: "IN needs a list, a set of objects or a to-many relationship on its right",
        .twoBoundsExpected: "BETWEEN needs exactly two bounds",
        .unboundVariable: "the variable has no value",
        .notQueryable: "values of this type can only be compared with nil",
        .transientProperty: "stores do not know transient properties",
        .unsupportedExpression: "requests cannot evaluate this expression",
        .ambiguousColumn: "two columns have one name",
        .groupNeedsAggregate: "a group has no single value of this; use a group expression or an aggregate",
        .patternTooCostly: "the regular expression takes too many steps",
        .unknownFunction: "there is no such function",
        .invalidFunctionName: "the name is taken, or is none of a function",
        .functionFailed: "a registered function failed",
        .unknownTemplate: "the model has no such fetch request template",
        .wrongOperandCount: "the function takes another number of operands",
        .arithmeticOverflow: "the result of the operation does not fit into its type",
        .invalidPattern: "the regular expression cannot be read",
        .sortThroughToMany: "a sort key goes through to-one relationships only",
        .notSortable: "the property has no order",
        .sectionOutOfOrder: "the section key must be the first sort key, without text options",
        .invalidLimit: "limits, offsets and batch sizes are not negative",
        .prefetchNeedsRelationship: "a prefetched key path leads through relationships only",
        .tooDeep: "the predicate or expression is nested too deeply",
        .tooLong: "the text is too long for a predicate or expression",
        .invalidSyntax: "the text is neither a predicate nor an expression",
        .argumentMismatch: "the arguments do not fit the placeholders",
        .deferredDataUnavailable: "data that is kept out of the row cannot be read here",
    ]
}

extension QueryError {
    /// Every code.
    package static var allCodes: [Code] { messages.keys.sorted(byName: \.rawValue) }
}
