/// A to-many relationship as templates see it that write methods for it.
struct ToManyPlan {
    /// The token's name in Swift.
    let token: String
    /// The name with its first letter in upper case, for names of methods.
    let suffix: String
    /// The class of the related objects.
    let destination: String
    /// Whether it keeps an order.
    let isOrdered: Bool

    var context: [String: Any] {
        ["token": token, "suffix": suffix, "destination": destination, "isOrdered": isOrdered]
    }
}
