/// The number of a store's commit: one more with every committed transaction, persisted as the store's watermark.
public typealias CommitNumber = UInt64
