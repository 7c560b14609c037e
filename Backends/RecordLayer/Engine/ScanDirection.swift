/// The order in which a scan visits keys.
public enum ScanDirection: Hashable, Sendable {
    /// Smallest key first.
    case forward
    /// Greatest key first.
    case backward
}
