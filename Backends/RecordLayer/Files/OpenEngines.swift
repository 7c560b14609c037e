import PolystoreModel
import PolystoreStorage

/// The files that engines of this process have open: a file is opened once, so a second reader of an open file reads
/// through the engine that has it.
enum OpenEngines {
    private struct Held { weak var file: (any EngineFile)? }

    private static let held = Locked<[FileIdentity: Held]>([:])

    static func note(_ file: any EngineFile, _ identity: FileIdentity) {
        held.withLock { held in
            // Looking at a file would keep it open for that moment, while its closer may be about to open it again.
            held = held.filter { OpenFileRegistry.isOpen($0.key) }
            held[identity] = Held(file: file)
        }
    }

    static func file(_ identity: FileIdentity) -> (any EngineFile)? { held.withLock { $0[identity]?.file } }
}
