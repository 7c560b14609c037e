/// How many generations may be held, for how long, and how much stores may keep for each.
///
/// A generation keeps every store from using again what has changed since: logs and files grow, and memory stores keep
/// old rows. The limit is looked at when a generation is taken and after each save through the coordinator; a generation
/// beyond it ends, and a read through it throws `StoreError` with code `snapshotExpired`, whose `generationEnd` is the
/// reason and whose details name the limit. A read that has begun ends on what it reads.
public struct QueryGenerationLimit: Hashable, Sendable {
    /// The greatest number of generations, at least one; with one more, the oldest ends.
    public var count: Int
    /// How long a generation lasts while there are saves; nil for ever.
    public var age: Duration?
    /// How many bytes of logs, files and memory all stores together may keep for a generation; nil for any number.
    ///
    /// What they keep is an estimate (`StoreSnapshot.retainedBytes`). One save may exceed the limit by its own length.
    public var bytes: Int?

    /// Makes a limit: 256 generations, of an hour and 64 MiB each, unless said otherwise.
    public init(count: Int = 256, age: Duration? = .seconds(3600), bytes: Int? = 64 << 20) {
        self.count = count
        self.age = age
        self.bytes = bytes
    }
}
