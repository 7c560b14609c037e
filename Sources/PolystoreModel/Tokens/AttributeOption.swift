/// What a declaration says of its attribute beyond name and type.
///
/// The values of an option are of the attribute's type, so a literal takes that type and another one does not compile:
/// `Attribute<Decimal>("price", .default(0), .minimum(0.01))`.
public struct AttributeOption<Value>: Sendable {
    let apply: @Sendable (inout AttributeSettings) -> Void

    init(_ apply: @escaping @Sendable (inout AttributeSettings) -> Void) { self.apply = apply }

    /// No two objects of the entity have the same value.
    public static var unique: Self { Self { $0.isUnique = true } }
    /// Stores keep an index of the values.
    public static var indexed: Self { Self { $0.isIndexed = true } }
    /// The value is kept in memory only.
    public static var transient: Self { Self { $0.description.isTransient = true } }
    /// A missing value is valid although the type is not optional; it reads as the type's zero.
    public static var optional: Self { Self { $0.description.isOptional = true } }
    /// A missing value is not valid at save although the type is optional: what a type without a zero of its own needs.
    public static var required: Self { Self { $0.description.isOptional = false } }
    /// Large values may be kept in files beside the store.
    public static var externalStorage: Self { Self { $0.description.allowsExternalStorage = true } }
    /// History keeps the last value of a deleted object.
    public static var preservedAfterDeletion: Self { Self { $0.description.isPreservedAfterDeletion = true } }

    /// The value of a new object, tagged: what an attribute has whose kind is not that of its Swift type.
    public static func `default`(tagged value: PolystoreModel.Value) -> Self {
        Self { $0.description.defaultValue = value }
    }

    /// The smallest valid value, tagged.
    public static func minimum(tagged value: PolystoreModel.Value) -> Self {
        Self { $0.description.validation.minimum = value }
    }

    /// The largest valid value, tagged.
    public static func maximum(tagged value: PolystoreModel.Value) -> Self {
        Self { $0.description.validation.maximum = value }
    }

    /// The valid numbers of characters (of text) or bytes (of data).
    public static func length(_ range: ClosedRange<Int>) -> Self {
        Self {
            $0.description.validation.minimumLength = range.lowerBound
            $0.description.validation.maximumLength = range.upperBound
        }
    }

    /// The least valid number of characters or bytes.
    public static func length(_ range: PartialRangeFrom<Int>) -> Self {
        Self { $0.description.validation.minimumLength = range.lowerBound }
    }

    /// The greatest valid number of characters or bytes.
    public static func length(_ range: PartialRangeThrough<Int>) -> Self {
        Self { $0.description.validation.maximumLength = range.upperBound }
    }

    /// The regular expression that the whole text must match.
    public static func matching(_ pattern: String) -> Self {
        Self { $0.description.validation.pattern = pattern }
    }

    /// The name of the coder, registered with the container, of a transformable attribute.
    public static func coder(_ name: String) -> Self {
        Self { $0.description.coderName = name }
    }

    /// The kind of attribute, where it is another than the one that the Swift type stands for: an enumeration over `Int`
    /// that is stored in 16 bits, the bytes of a transformable attribute.
    public static func stored(as type: AttributeType) -> Self {
        Self { $0.description.type = type }
    }

    /// The name of the Swift type of a transformable attribute, as the model gives it.
    public static func valueType(_ name: String) -> Self {
        Self { $0.description.valueTypeName = name }
    }

    /// Stores compute the value at save.
    public static func derived(from expression: FetchExpression) -> Self {
        Self { $0.description.derivation = expression }
    }

    /// The name that the token has in Swift, where it is another than the attribute's: a name that `ManagedObject` has
    /// for itself, such as `version`, can be an attribute's but not its accessor's.
    public static func token(named name: String) -> Self {
        Self {
            $0.description.place = ReservedPropertyNames.place(ofTokenNamed: name, declaredAt: $0.description.place)
        }
    }

    /// The name in an earlier version of the model.
    public static func renamed(from name: String) -> Self {
        Self { $0.description.renamingIdentifier = name }
    }

    /// Changes the version hash although nothing else changed.
    public static func hashModifier(_ modifier: String) -> Self {
        Self { $0.description.versionHashModifier = modifier }
    }

    /// Free entries.
    public static func userInfo(_ entries: [String: String]) -> Self {
        Self { $0.description.userInfo = entries }
    }
}
