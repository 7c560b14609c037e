import PolystoreModel
import PolystoreStorage

/// The environments of this process by file: the library forbids a second one of the same file, so whoever wants to
/// look at a file that is open looks through the one that is there.
enum LMDBOpenFiles {
    private struct Held { weak var environment: LMDBEnvironment? }

    private static let held = Protected<[FileIdentity: Held]>([:])

    static func note(_ environment: LMDBEnvironment, _ identity: FileIdentity) {
        held.withLock { held in
            held = held.filter { $0.value.environment != nil }
            held[identity] = Held(environment: environment)
        }
    }

    static func environment(_ identity: FileIdentity) -> LMDBEnvironment? {
        held.withLock { $0[identity]?.environment }
    }
}
