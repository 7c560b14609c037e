import PolystoreModel
import PolystoreStorage

/// The objects of several ranges of an index, taken one after another: range after range, or merged by what stands in
/// their entries behind what is given.
final class EntryMerge {
    private let isMerged: Bool
    private let isForward: Bool
    /// What is left of the ranges; merged, each stands at an entry that was not taken yet.
    private var streams: [EntryStream] = []

    init(
        _ reader: RecordReader, _ plan: RecordPlan, _ definition: IndexDefinition, _ ranges: [IndexRange],
        isMerged: Bool, _ counter: WalkCounter
    ) throws(StoreError) {
        self.isMerged = isMerged
        isForward = plan.direction == .forward
        // The last one is taken first.
        for range in isForward ? ranges.reversed() : ranges {
            let stream = EntryStream(reader, plan, definition, range, counter)
            if !isMerged {
                streams.append(stream)
            } else if try stream.advance() {
                streams.append(stream)
            }
        }
    }

    /// The next object; nil when there is none.
    func next() throws(StoreError) -> Int64? {
        guard isMerged else {
            while let stream = streams.last {
                if try stream.advance() { return stream.key }
                streams.removeLast()
            }
            return nil
        }
        guard var index = streams.indices.first else { return nil }
        for other in streams.indices.dropFirst() {
            let isBefore = streams[other].place.lexicographicallyPrecedes(streams[index].place)
            if isBefore == isForward { index = other }
        }
        let key = streams[index].key
        if try !streams[index].advance() { streams.remove(at: index) }
        return key
    }
}
