import Foundation
import PolystoreStorage

extension RedoLog {
    /// Makes the log one that the file needs.
    ///
    /// The head is on the disk before the file bears the log's identity, without which the head is not believed; and the base
    /// is on the disk before that.
    ///
    /// - Returns: False when there is no room for it, or no reader's slot, or somebody else has changed the file.
    func open(behind base: UInt64) throws(StoreError) -> Bool {
        let pins: (base: RedoPin, goal: RedoPin)
        let (identity, state) = (UUID(), try lastState())
        do throws(StoreError) {
            pins = (try RedoPin(handle, results), try RedoPin(handle, results))
            guard pins.base.number == base, state.transaction == base else { return false }
            pins.goal.release()
            if file == nil { file = try RedoFile(of: results.path, makes: true) }
            // Its name has to outlast a power cut as well.
            try SystemFile.synchronize((results.path as NSString).deletingLastPathComponent)
            try file?.prepare(limit: limit)
            try SystemFile.synchronizeData(of: descriptor, results.path)
            let head = RedoHead(
                identity: identity, machineStart: MachineStart.current, isOpen: true, begin: RedoRing.start, base: state
            )
            try file?.write(head)
        } catch {
            if error.code == .full || error.code == .permission { return false }
            throw error
        }
        guard let file else { return false }
        do throws(StoreError) {
            try RedoIdentity.write(identity, to: descriptor, results.path)
            try SystemFile.synchronizeData(of: descriptor, results.path)
        } catch {
            // From now on the head may be believed.
            throw fail(error)
        }
        checkpoint = RedoCheckpoint(file, descriptor: descriptor, store: results.path)
        lookForOthers()
        ring = RedoRing(limit: limit, length: file.length)
        self.pins = pins
        mark = RedoRecord.mark(identity)
        (isOpen, last, load, goal) = (true, base, (0, 0), nil)
        return true
    }
}
