extension PersistentStoreCoordinator {
    /// How many contexts may be pinned, and for how long; the oldest pins beyond it are revoked at once.
    public var pinLimit: PinLimit {
        get { pins.limit }
        set { pins.limit = newValue }
    }
}
