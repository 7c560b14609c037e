import Foundation
import PolystoreStorage

extension RedoLog {
    /// Makes the log one that the file needs.
    ///
    /// - Returns: False when there is no room for it, or no reader's slot, or somebody else has changed the file.
    func open(behind base: UInt64) throws(StoreError) -> Bool {
        let pins: (base: RedoPin, goal: RedoPin)
        do throws(StoreError) {
            pins = (try RedoPin(handle, results), try RedoPin(handle, results))
            guard pins.base.number == base else { return false }
            pins.goal.release()
            if file == nil {
                file = try RedoFile(of: results.path, makes: true)
                // Its name has to outlast a power cut as well.
                try SystemFile.synchronize((results.path as NSString).deletingLastPathComponent)
            }
        } catch {
            file = nil
            if error.code == .full || error.code == .permission { return false }
            throw error
        }
        guard let file else { return false }
        let identity = UUID()
        try RedoIdentity.write(identity, to: descriptor, results.path)
        if fdatasync(descriptor) != 0 { throw SystemFile.error(errno, results.path) }
        let head = RedoHead(
            identity: identity, machineStart: MachineStart.current, isOpen: true, begin: RedoRing.start,
            base: try lastState())
        do throws(StoreError) {
            if file.length < RedoRing.start { try file.grow(from: file.length, to: RedoRing.start) }
            if file.length > limit { try file.truncate(to: limit) }
            try file.write(head)
        } catch {
            if error.code == .full { return false }
            throw error
        }
        checkpoint = RedoCheckpoint(file, descriptor: descriptor, store: results.path)
        ring = RedoRing(limit: limit, length: file.length)
        self.pins = pins
        mark = RedoRecord.mark(identity)
        (isOpen, last, load, goal) = (true, base, (0, 0), nil)
        return true
    }
}
