/// The number of a save over several stores in its commit log: each is greater than those that were given out before.
public typealias JointNumber = UInt64
