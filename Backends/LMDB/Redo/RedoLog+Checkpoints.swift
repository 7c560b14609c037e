import Foundation
import PolystoreStorage

extension RedoLog {
    /// How many pages may be written before a checkpoint: as many as the log may be long, and few beside those of the map,
    /// because the pages before them cannot be used again.
    private var pageLimit: Int { max(1, min(limit, results.mapSize / 16) / pageSize) }

    private var isDue: Bool { load.pages >= pageLimit || load.bytes >= limit / 4 }

    /// Whether so much was written since the checkpoint under way was begun that the file would grow without bounds.
    private var isOverdue: Bool { load.pages >= 2 * pageLimit }

    /// A place for a record; nil when there is none even after the checkpoint under way.
    func room(for count: Int) throws(StoreError) -> Int? {
        if isOverdue || ring.place(for: count) == nil {
            checkpoint?.wait()
            try takeCheckpoint()
        }
        guard let place = ring.place(for: count) else { return nil }
        if place.length > ring.length {
            // Where the disk has no room, the commit waits for its pages.
            guard (try? file?.grow(from: ring.length, to: place.length)) != nil else { return nil }
            ring.length = place.length
        }
        return place.offset
    }

    /// Begins a checkpoint at the last state, beside the writer, if one is due and none under way.
    func checkpointIfDue() {
        guard isDue, goal == nil, let checkpoint, let pin = pins?.goal else { return }
        do throws(StoreError) {
            try pin.renew(results)
            guard pin.number == last,
                checkpoint.start(RedoCheckpoint.Goal(base: try lastState(), begin: ring.end))
            else { return pin.release() }
            (goal, load) = (ring.end, (0, 0))
        } catch {
            // The commit is done; the next one is told.
            _ = fail(error)
        }
    }

    /// Takes notice of a checkpoint that has come to its end.
    func takeCheckpoint() throws(StoreError) {
        guard let begin = goal, let result = checkpoint?.result else { return }
        goal = nil
        do throws(StoreError) { try result.get() } catch { throw fail(error) }
        ring.free(upTo: begin)
        guard let (base, other) = pins else { return }
        base.release()
        pins = (other, base)
    }

    /// Makes the last state the base, for a commit that has no record, or to make room.
    func checkpointNow() throws(StoreError) {
        guard let checkpoint else { return }
        do throws(StoreError) {
            checkpoint.wait()
            try takeCheckpoint()
            let state = try lastState()
            try checkpoint.make(RedoCheckpoint.Goal(base: state, begin: RedoRing.start))
            // Nobody writes in between.
            try pins?.base.renew(results)
            last = state.transaction
        } catch {
            throw fail(error)
        }
        ring = RedoRing(limit: limit, length: ring.length)
        (load, orphan, isInDoubt) = ((0, 0), nil, false)
    }

    /// Ends all committing: what the system takes for written may not be on the disk.
    ///
    /// The records are, or what they stand for was told to have failed: whoever opens the file next brings them in.
    func fail(_ error: StoreError) -> StoreError {
        if let failure { return failure }
        let failure = StoreError(
            .failed,
            [
                .path: results.path,
                .reason: "the disk did not take what was committed: the store has to be opened anew",
            ],
            cause: error)
        self.failure = failure
        guard var head = file?.head, head.isOpen else { return failure }
        head.machineStart = MachineStart.none
        // Where the disk takes nothing at all, the last head stands, and the file is in the system's memory as it was.
        try? file?.write(head)
        return failure
    }
}
