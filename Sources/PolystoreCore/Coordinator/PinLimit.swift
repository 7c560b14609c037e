/// How many contexts may stay pinned, and for how long.
///
/// A pin keeps every store from reusing what has changed since: logs and files grow, and memory stores keep old rows. So a
/// pin is a lease. The limit is looked at when a context is pinned and after each save through the coordinator.
public struct PinLimit: Hashable, Sendable {
    /// The greatest number of pins; with one more, the oldest is revoked.
    public var count: Int
    /// How long a pin lasts while other contexts save; nil for ever.
    public var age: Duration?

    /// Makes a limit: 256 pins, of an hour each, unless said otherwise.
    public init(count: Int = 256, age: Duration? = .seconds(3600)) {
        self.count = count
        self.age = age
    }
}
