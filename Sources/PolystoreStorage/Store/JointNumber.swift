/// The number of a save over several stores in its commit log: greater than all that the log gave out before.
public typealias JointNumber = UInt64
