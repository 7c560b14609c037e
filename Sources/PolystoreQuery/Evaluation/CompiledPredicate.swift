import PolystoreModel

/// A predicate as a program over the slots of one layout: tests that jump forward until the answer is known.
final class CompiledPredicate {
    /// The tables that instructions refer to by number.
    struct Tables {
        var instructions: [PredicateInstruction] = []
        var integers: [Int64] = []
        var bytes: [UInt8] = []
        var patterns: [LikePattern] = []
        var objects: [ObjectID] = []
        var sets: [Set<ObjectID>] = []
        var paths: [PathComparison] = []
        var expressions: [ExpressionComparison] = []
    }

    let layout: RowLayout
    private let entry: Int32
    private let instructions: UnsafeMutableBufferPointer<PredicateInstruction>
    private let integers: UnsafeMutableBufferPointer<Int64>
    private let bytes: UnsafeMutableRawBufferPointer
    private let patterns: [LikePattern]
    private let objects: [ObjectID]
    private let sets: [Set<ObjectID>]
    private let paths: [PathComparison]
    private let expressions: [ExpressionComparison]

    init(_ layout: RowLayout, entry: Int32, _ tables: Tables) {
        self.layout = layout
        self.entry = entry
        instructions = .allocate(capacity: tables.instructions.count)
        _ = instructions.initialize(from: tables.instructions)
        integers = .allocate(capacity: tables.integers.count)
        _ = integers.initialize(from: tables.integers)
        bytes = .allocate(byteCount: tables.bytes.count, alignment: 8)
        bytes.copyBytes(from: tables.bytes)
        patterns = tables.patterns
        objects = tables.objects
        sets = tables.sets
        paths = tables.paths
        expressions = tables.expressions
    }

    deinit {
        instructions.deallocate()
        integers.deallocate()
        bytes.deallocate()
    }

    /// Whether the predicate holds for a row of the layout.
    @inline(__always)
    func matches(_ row: RowView, _ source: any RowSource) throws -> Bool {
        var next = entry
        while next >= 0 {
            // The compiler makes jumps to instructions of the program only.
            let instruction = instructions.baseAddress.unsafelyUnwrapped + Int(next)
            let nulls = row.base.load(fromByteOffset: Int(instruction.pointee.nullOffset), as: UInt8.self)
            let answer =
                nulls & instruction.pointee.nullMask != 0
                ? instruction.pointee.isTrueWhenMissing
                : try holds(instruction, row, source) != instruction.pointee.isNegated
            next = answer ? instruction.pointee.ifTrue : instruction.pointee.ifFalse
        }
        return next == PredicateInstruction.answerTrue
    }

    @inline(__always)
    private func holds(
        _ instruction: UnsafeMutablePointer<PredicateInstruction>, _ row: RowView, _ source: any RowSource
    ) throws -> Bool {
        let place = row.base + Int(instruction.pointee.offset)
        switch instruction.pointee.test {
        case .integer64:
            let value = Int64(littleEndian: place.loadUnaligned(as: Int64.self))
            return instruction.pointee.lower <= value && value <= instruction.pointee.upper
        case .integer32:
            let value = Int64(Int32(littleEndian: place.loadUnaligned(as: Int32.self)))
            return instruction.pointee.lower <= value && value <= instruction.pointee.upper
        case .integer16:
            let value = Int64(Int16(littleEndian: place.loadUnaligned(as: Int16.self)))
            return instruction.pointee.lower <= value && value <= instruction.pointee.upper
        case .boolean:
            let value = Int64(place.load(as: UInt8.self))
            return instruction.pointee.lower <= value && value <= instruction.pointee.upper
        case .double:
            let value = Double(bitPattern: UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)))
            return isBetween(value, instruction.pointee)
        case .float:
            let bits = UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
            return isBetween(Double(Float(bitPattern: bits)), instruction.pointee)
        case .never: return false
        default: return try holdsSlowly(instruction.pointee, place, row, source)
        }
    }

    @inline(__always)
    private func isBetween(_ value: Double, _ instruction: PredicateInstruction) -> Bool {
        Double(bitPattern: UInt64(bitPattern: instruction.lower)) <= value
            && value <= Double(bitPattern: UInt64(bitPattern: instruction.upper))
    }

    @inline(never)
    private func holdsSlowly(
        _ instruction: PredicateInstruction, _ place: UnsafeRawPointer, _ row: RowView, _ source: any RowSource
    ) throws -> Bool {
        let number = Int(instruction.lower)
        switch instruction.test {
        case .reference:
            let slot = slot(instruction, row)
            if row.referencePeer(slot) != 0 { return row.reference(slot) == objects[number] }
            return instruction.upper == 1 && row.referenceKey(slot) == objects[number].key
        case .referenceSet: return row.reference(slot(instruction, row)).map(sets[number].contains) ?? false
        case .itself: return row.objectID == objects[number]
        case .itselfSet: return sets[number].contains(row.objectID)
        case .path: return try paths[number].matches(row, source)
        case .expression: return try expressions[number].matches(row, source)
        case .integerList: return has(integer(instruction, place), instruction)
        case .doubleList: return has(double(instruction, place), instruction)
        default:
            let text = bytes(instruction, place, row)
            guard !instruction.folding.isIdentity else { return holds(instruction, text) }
            return instruction.folding.withFolded(text) { holds(instruction, $0) }
        }
    }

    private func holds(_ instruction: PredicateInstruction, _ text: UnsafeRawBufferPointer) -> Bool {
        switch instruction.test {
        case .bytesList: return hasBytes(text, instruction)
        case .like: return patterns[Int(instruction.lower)].matches(folded: text)
        default: break
        }
        let constant = constant(at: Int(instruction.lower), count: Int(instruction.upper))
        switch instruction.test {
        case .bytesEqual: return TextSearch.equals(text, constant)
        case .bytesLess: return TextSearch.order(text, constant) < 0
        case .bytesLessOrEqual: return TextSearch.order(text, constant) <= 0
        case .bytesContain: return TextSearch.contains(text, constant)
        case .bytesBegin: return TextSearch.hasPrefix(text, constant)
        default: return TextSearch.hasSuffix(text, constant)
        }
    }

    private func constant(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[offset..<offset + count])
    }

    private func bytes(
        _ instruction: PredicateInstruction, _ place: UnsafeRawPointer, _ row: RowView
    ) -> UnsafeRawBufferPointer {
        if instruction.isInline { return UnsafeRawBufferPointer(start: place, count: 16) }
        let offset = UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
        let length = UInt32(littleEndian: place.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        return UnsafeRawBufferPointer(start: row.base + Int(offset), count: Int(length & ~DeferredData.flag))
    }

    private func slot(_ instruction: PredicateInstruction, _ row: RowView) -> RowSlot {
        row.layout.slots[Int(instruction.slot)]
    }

    private func integer(_ instruction: PredicateInstruction, _ place: UnsafeRawPointer) -> Int64 {
        switch instruction.width {
        case 1: Int64(place.load(as: UInt8.self))
        case 2: Int64(Int16(littleEndian: place.loadUnaligned(as: Int16.self)))
        case 4: Int64(Int32(littleEndian: place.loadUnaligned(as: Int32.self)))
        default: Int64(littleEndian: place.loadUnaligned(as: Int64.self))
        }
    }

    private func double(_ instruction: PredicateInstruction, _ place: UnsafeRawPointer) -> Double {
        guard instruction.width == 4 else {
            return Double(bitPattern: UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)))
        }
        return Double(Float(bitPattern: UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))))
    }

    private func has(_ value: Int64, _ instruction: PredicateInstruction) -> Bool {
        find(instruction) { integers[$0] == value ? 0 : integers[$0] < value ? -1 : 1 }
    }

    private func has(_ value: Double, _ instruction: PredicateInstruction) -> Bool {
        find(instruction) { NumberComparison.order(Double(bitPattern: UInt64(bitPattern: integers[$0])), value) }
    }

    private func hasBytes(_ text: UnsafeRawBufferPointer, _ instruction: PredicateInstruction) -> Bool {
        // A list of byte ranges takes two integers each: offset, length.
        let start = Int(instruction.lower)
        return find(instruction) { index in
            let entry = start + 2 * (index - start)
            return TextSearch.order(constant(at: Int(integers[entry]), count: Int(integers[entry + 1])), text)
        }
    }

    /// Binary search: the closure gives the order of the entry and what is sought.
    private func find(_ instruction: PredicateInstruction, _ order: (Int) -> Int) -> Bool {
        var low = Int(instruction.lower)
        var high = low + Int(instruction.upper)
        while low < high {
            let middle = low + (high - low) / 2
            let answer = order(middle)
            if answer == 0 { return true }
            if answer < 0 { low = middle + 1 } else { high = middle }
        }
        return false
    }
}
