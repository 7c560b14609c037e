/// What a token's declaration says of its relationship beyond name, destination and inverse.
public struct RelationshipOption: Sendable {
    let apply: @Sendable (inout RelationshipDescription) -> Void

    /// A to-many relationship keeps an order.
    public static let ordered = RelationshipOption { $0.isOrdered = true }
    /// There must be a related object at save.
    public static let required = RelationshipOption {
        $0.isOptional = false
        if $0.isToMany, $0.minimumCount == 0 { $0.minimumCount = 1 }
    }
    /// The relationship is kept in memory only.
    public static let transient = RelationshipOption { $0.isTransient = true }
    /// Related objects are deleted along.
    public static let cascade = RelationshipOption { $0.deleteRule = .cascade }
    /// The object cannot be deleted while there are related objects.
    public static let deny = RelationshipOption { $0.deleteRule = .deny }
    /// Related objects lose the reference: the rule where none is named.
    public static let nullify = RelationshipOption { $0.deleteRule = .nullify }
    /// Deleting the object leaves related objects as they are.
    public static let noAction = RelationshipOption { $0.deleteRule = .noAction }

    /// The valid numbers of related objects.
    public static func count(_ range: ClosedRange<Int>) -> RelationshipOption {
        RelationshipOption {
            $0.minimumCount = range.lowerBound
            $0.maximumCount = range.upperBound
        }
    }

    /// The valid numbers of related objects; 0 for no bound.
    public static func count(minimum: Int, maximum: Int) -> RelationshipOption {
        RelationshipOption {
            $0.minimumCount = minimum
            $0.maximumCount = maximum
        }
    }

    /// The relationship that leads back, by its name: for one that is its own inverse, or whose token is not at hand.
    public static func inverse(_ name: String) -> RelationshipOption {
        RelationshipOption { $0.inverseName = name }
    }

    /// The name that the token has in Swift, where it is another than the relationship's: a name that `ManagedObject` has
    /// for itself can be a relationship's but not its accessor's.
    public static func token(named name: String) -> RelationshipOption {
        RelationshipOption {
            $0.place = ReservedPropertyNames.place(ofTokenNamed: name, declaredAt: $0.place)
        }
    }

    /// The name in an earlier version of the model.
    public static func renamed(from name: String) -> RelationshipOption {
        RelationshipOption { $0.renamingIdentifier = name }
    }

    /// Changes the version hash although nothing else changed.
    public static func hashModifier(_ modifier: String) -> RelationshipOption {
        RelationshipOption { $0.versionHashModifier = modifier }
    }

    /// Free entries.
    public static func userInfo(_ entries: [String: String]) -> RelationshipOption {
        RelationshipOption { $0.userInfo = entries }
    }
}
