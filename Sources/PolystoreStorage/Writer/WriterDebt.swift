import PolystoreModel

/// What of a store's commits is not on the disk yet, and what the store was to commit and could not.
struct WriterDebt {
    /// How the commits of a transaction come to the disk.
    private enum Way {
        /// With the commit.
        case synchronized
        /// By the commit log, which has them.
        case logged
        /// At some time.
        case unsynchronized
    }

    private var way = Way.synchronized
    /// Whether a power cut can take commits that are in no log.
    private(set) var isUnsynchronized = false
    /// Whether a power cut can take commits that the commit log has.
    private(set) var isLogged = false
    /// A save that was decided and that the store lacks.
    struct Owed {
        enum What {
            /// Changes that are to be applied again.
            case changes(StoreWriter.Redo)
            /// A transaction that is prepared under a name.
            case prepared(JointTransaction)
        }

        /// The number of the commit that it was to have.
        var commit: CommitNumber
        var what: What
    }

    /// What the store lacks, the oldest first: it serves nothing until it has it.
    var owed: [Owed] = []
    /// The open transaction's name, once it is prepared under one.
    var prepared: JointTransaction?

    mutating func begin(isLogged: Bool, _ durability: Durability) {
        way = isLogged ? .logged : durability == .full ? .synchronized : .unsynchronized
    }

    /// Notes a commit; one that waits for the disk has all before it there as well.
    mutating func commit() {
        switch way {
        case .synchronized: (isUnsynchronized, isLogged) = (false, false)
        case .logged: isLogged = true
        case .unsynchronized: isUnsynchronized = true
        }
    }
}
