/// What a token's declaration says of its attribute beyond name and type.
public struct AttributeOption: Sendable {
    struct Settings {
        var description: AttributeDescription
        var isUnique = false
        var isIndexed = false
    }

    let apply: @Sendable (inout Settings) -> Void

    /// No two objects of the entity have the same value.
    public static let unique = AttributeOption { $0.isUnique = true }
    /// Stores keep an index of the values.
    public static let indexed = AttributeOption { $0.isIndexed = true }
    /// The value is kept in memory only.
    public static let transient = AttributeOption { $0.description.isTransient = true }
    /// A missing value is valid although the type is not optional; it reads as the type's zero.
    public static let optional = AttributeOption { $0.description.isOptional = true }
    /// A missing value is not valid at save although the type is optional: what a type without a zero of its own needs.
    public static let required = AttributeOption { $0.description.isOptional = false }
    /// Large values may be kept in files beside the store.
    public static let externalStorage = AttributeOption { $0.description.allowsExternalStorage = true }
    /// History keeps the last value of a deleted object.
    public static let preservedAfterDeletion = AttributeOption { $0.description.isPreservedAfterDeletion = true }

    /// The value of a new object.
    public static func `default`(_ value: some AttributeValue) -> AttributeOption {
        AttributeOption { $0.description.defaultValue = tagged(value) }
    }

    /// The value of a new object, tagged.
    public static func `default`(tagged value: Value) -> AttributeOption {
        AttributeOption { $0.description.defaultValue = value }
    }

    /// The smallest valid value.
    public static func minimum(_ value: some AttributeValue) -> AttributeOption {
        AttributeOption { $0.description.validation.minimum = tagged(value) }
    }

    /// The smallest valid value, tagged.
    public static func minimum(tagged value: Value) -> AttributeOption {
        AttributeOption { $0.description.validation.minimum = value }
    }

    /// The largest valid value.
    public static func maximum(_ value: some AttributeValue) -> AttributeOption {
        AttributeOption { $0.description.validation.maximum = tagged(value) }
    }

    /// The largest valid value, tagged.
    public static func maximum(tagged value: Value) -> AttributeOption {
        AttributeOption { $0.description.validation.maximum = value }
    }

    /// The valid numbers of characters (of text) or bytes (of data).
    public static func length(_ range: ClosedRange<Int>) -> AttributeOption {
        AttributeOption {
            $0.description.validation.minimumLength = range.lowerBound
            $0.description.validation.maximumLength = range.upperBound
        }
    }

    /// The least valid number of characters or bytes.
    public static func length(_ range: PartialRangeFrom<Int>) -> AttributeOption {
        AttributeOption { $0.description.validation.minimumLength = range.lowerBound }
    }

    /// The greatest valid number of characters or bytes.
    public static func length(_ range: PartialRangeThrough<Int>) -> AttributeOption {
        AttributeOption { $0.description.validation.maximumLength = range.upperBound }
    }

    /// The regular expression that the whole text must match.
    public static func matching(_ pattern: String) -> AttributeOption {
        AttributeOption { $0.description.validation.pattern = pattern }
    }

    /// The name of the coder, registered with the container, of a transformable attribute.
    public static func coder(_ name: String) -> AttributeOption {
        AttributeOption { $0.description.coderName = name }
    }

    /// The kind of attribute, where it is another than the one that the Swift type stands for: an enumeration over `Int`
    /// that is stored in 16 bits, the bytes of a transformable attribute.
    public static func stored(as type: AttributeType) -> AttributeOption {
        AttributeOption { $0.description.type = type }
    }

    /// The name of the Swift type of a transformable attribute, as the model gives it.
    public static func valueType(_ name: String) -> AttributeOption {
        AttributeOption { $0.description.valueTypeName = name }
    }

    /// Stores compute the value at save.
    public static func derived(from expression: FetchExpression) -> AttributeOption {
        AttributeOption { $0.description.derivation = expression }
    }

    /// The name that the token has in Swift, where it is another than the attribute's: a name that `ManagedObject` has
    /// for itself, such as `version`, can be an attribute's but not its accessor's.
    public static func token(named name: String) -> AttributeOption {
        AttributeOption {
            $0.description.place = ReservedPropertyNames.place(ofTokenNamed: name, declaredAt: $0.description.place)
        }
    }

    /// The name in an earlier version of the model.
    public static func renamed(from name: String) -> AttributeOption {
        AttributeOption { $0.description.renamingIdentifier = name }
    }

    /// Changes the version hash although nothing else changed.
    public static func hashModifier(_ modifier: String) -> AttributeOption {
        AttributeOption { $0.description.versionHashModifier = modifier }
    }

    /// Free entries.
    public static func userInfo(_ entries: [String: String]) -> AttributeOption {
        AttributeOption { $0.description.userInfo = entries }
    }

    /// A value that cannot be encoded stays missing; validation of the model then says that the default is not valid.
    private static func tagged(_ value: some AttributeValue) -> Value {
        // A declaration cannot throw; a number that is NaN is found by the model's validation.
        (try? value.tagged) ?? .double(.nan)
    }
}
