/// Which file a path leads to: the device and the file's number on it, whatever the path is called.
public struct FileIdentity: Hashable, Sendable {
    /// The device's number.
    public let device: UInt64
    /// The file's number on the device.
    public let inode: UInt64

    /// Makes an identity from its parts.
    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
