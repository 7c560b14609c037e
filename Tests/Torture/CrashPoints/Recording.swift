/// What was done to a folder by a program over some stores, and what has to be there at each point of it.
struct Recording: Codable {
    /// What is in the stores when a save has returned.
    struct State: Codable {
        let graph: GraphChecksum
        /// What each store's library finds by itself.
        let raw: [UInt32]
        /// For each store, the state that its library finds by itself at least: of the last save of that store alone;
        /// -1 for what was there before.
        let required: [Int]
        /// The state that is there at least, whatever the disk lost: the state itself, unless the stores may lose their last
        /// saves.
        var settled: Int
        /// The folder of the backup, in that of the stores, that was brought back; nil for a save.
        var backup: String?
    }

    /// A copy of all stores, made while they were open.
    struct Copy: Codable {
        /// Whether it is a backup.
        let isBackup: Bool
        /// The folder of the copies, in that of the stores.
        let folder: String
        /// The state that was copied.
        let state: Int
        /// The mark where the copies were done.
        let mark: Int
    }

    /// What has to be there after a crash.
    struct Promise: Codable {
        /// One of these graphs.
        var graphs: Set<GraphChecksum>
        /// For each store, one of these sets of rows by its own library.
        var raw: [Set<UInt32>]
        /// Whether stores may not have been made yet.
        var mayBeUnmade = false
        /// The state of a backup that may not have been brought back for all stores; nil for none.
        var unfinished: State?
    }

    /// The folder before: everything in it is on the disk.
    let initial: FolderTree
    let calls: [RecordedCall]
    /// What may be in the stores until they were opened for the first time.
    let before: Promise
    /// The states: a mark of twice the number of one is where the save began, of one more where it returned.
    let states: [State]
    let copies: [Copy]

    /// What has to be there when so many calls were made.
    func promise(after count: Int) -> Promise {
        var (begun, returned) = (-1, -1)
        for call in calls.prefix(count) {
            guard case .mark(let number) = call, number >= 0 else { continue }
            if number % 2 == 0 { begun = number / 2 } else { returned = number / 2 }
        }
        guard returned >= 0 else { return before }
        begun = max(begun, returned)
        return Promise(
            graphs: Set(states[states[returned].settled...begun].map(\.graph)),
            raw: states[returned].required.enumerated().map { store, required in
                let raw = Set(states[max(required, 0)...begun].map { $0.raw[store] })
                return required < 0 ? raw.union(before.raw[store]) : raw
            }, unfinished: states[returned...begun].dropFirst().last { $0.backup != nil })
    }

    /// Whether a mark is among so many calls.
    func hasMark(_ wanted: Int, after count: Int) -> Bool {
        calls.prefix(count).contains { call in
            if case .mark(let number) = call { number == wanted } else { false }
        }
    }

    /// The points at which a crash is tried, each after a call and the marks behind it.
    var points: [Int] {
        var points: [Int] = []
        for (index, call) in calls.enumerated() {
            if case .mark = call, !points.isEmpty {
                points[points.count - 1] = index + 1
            } else {
                points.append(index + 1)
            }
        }
        return points
    }
}
