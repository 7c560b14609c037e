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
    /// The tests that come first, of numbers in the row itself, all of which have to hold.
    private let firstTests: [Int32]
    /// The further conditions.
    private let rest: Int32

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
        var (tests, next): ([Int32], Int32) = ([], entry)
        while next >= 0, tables.instructions[Int(next)].isNumberTestThatMustHold {
            tests.append(next)
            next = tables.instructions[Int(next)].ifTrue
        }
        firstTests = tests
        rest = next
    }

    deinit {
        instructions.deallocate()
        integers.deallocate()
        bytes.deallocate()
    }

    /// Moves those of some rows of the layout that pass the first tests to the front, in their order.
    ///
    /// Numbers are tested one test after the other, each for all rows that are left: what a test needs to know is looked up
    /// once, and no row is waited for to know which test comes next. They lie in the fixed part of a row.
    ///
    /// - Parameter rows: The rows.
    /// - Returns: How many rows there are in front.
    func keepPassing(_ rows: UnsafeMutableBufferPointer<RowPlace>) -> Int {
        if rest == PredicateInstruction.answerFalse { return 0 }
        var count = rows.count
        for test in firstTests {
            count = keep(instructions[Int(test)], UnsafeMutableBufferPointer(rebasing: rows[..<count]))
        }
        return count
    }

    /// Whether anything has to hold besides the first tests.
    var hasRest: Bool { rest >= 0 }

    /// Whether the rest of the predicate holds for a row that has passed the first tests.
    @inline(__always)
    func matchesRest(_ row: RowView, _ source: any RowSource) throws -> Bool { try matches(row, source, from: rest) }

    /// Moves the rows for which a test of a number holds to the front.
    private func keep(_ instruction: PredicateInstruction, _ rows: UnsafeMutableBufferPointer<RowPlace>) -> Int {
        // Numbers of their own: what is written to the front could be the instruction, for all that the compiler knows.
        let (lower, upper) = (instruction.lower, instruction.upper)
        let least = Double(bitPattern: UInt64(bitPattern: lower))
        let most = Double(bitPattern: UInt64(bitPattern: upper))
        func isIn(_ value: Int64) -> Bool { lower <= value && value <= upper }
        func isIn(_ value: Double) -> Bool { least <= value && value <= most }
        switch instruction.test {
        case .integer64: return keep(instruction, rows) { isIn(integer64($0)) }
        case .integer32: return keep(instruction, rows) { isIn(integer32($0)) }
        case .integer16: return keep(instruction, rows) { isIn(integer16($0)) }
        case .boolean: return keep(instruction, rows) { isIn(boolean($0)) }
        case .double: return keep(instruction, rows) { isIn(double($0)) }
        case .float: return keep(instruction, rows) { isIn(float($0)) }
        default: return keep(instruction, rows) { _ in false }
        }
    }

    @inline(__always)
    private func keep(
        _ instruction: PredicateInstruction, _ rows: UnsafeMutableBufferPointer<RowPlace>,
        _ holds: (UnsafeRawPointer) -> Bool
    ) -> Int {
        guard let first = rows.baseAddress else { return 0 }
        let (offset, nullOffset) = (Int(instruction.offset), Int(instruction.nullOffset))
        let (nullMask, isNegated) = (instruction.nullMask, instruction.isNegated)
        let isTrueWhenMissing = instruction.isTrueWhenMissing
        var kept = 0
        for place in 0..<rows.count {
            let row = first[place]
            let isMissing = row.base.load(fromByteOffset: nullOffset, as: UInt8.self) & nullMask != 0
            let answer = isMissing ? isTrueWhenMissing : holds(row.base + offset) != isNegated
            // Written in any case, and passed when it stays: a branch on an unpredictable answer would cost more.
            first[kept] = row
            kept &+= answer ? 1 : 0
        }
        return kept
    }

    /// Whether the predicate holds for a row of the layout.
    @inline(__always)
    func matches(_ row: RowView, _ source: any RowSource) throws -> Bool { try matches(row, source, from: entry) }

    @inline(__always)
    private func matches(_ row: RowView, _ source: any RowSource, from entry: Int32) throws -> Bool {
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
        case .integer64: return isBetween(integer64(place), instruction.pointee)
        case .integer32: return isBetween(integer32(place), instruction.pointee)
        case .integer16: return isBetween(integer16(place), instruction.pointee)
        case .boolean: return isBetween(boolean(place), instruction.pointee)
        case .double: return isBetween(double(place), instruction.pointee)
        case .float: return isBetween(float(place), instruction.pointee)
        case .never: return false
        default: return try holdsSlowly(instruction.pointee, place, row, source)
        }
    }

    @inline(__always)
    private func integer64(_ place: UnsafeRawPointer) -> Int64 {
        Int64(littleEndian: place.loadUnaligned(as: Int64.self))
    }

    @inline(__always)
    private func integer32(_ place: UnsafeRawPointer) -> Int64 {
        Int64(Int32(littleEndian: place.loadUnaligned(as: Int32.self)))
    }

    @inline(__always)
    private func integer16(_ place: UnsafeRawPointer) -> Int64 {
        Int64(Int16(littleEndian: place.loadUnaligned(as: Int16.self)))
    }

    @inline(__always)
    private func boolean(_ place: UnsafeRawPointer) -> Int64 { Int64(place.load(as: UInt8.self)) }

    @inline(__always)
    private func double(_ place: UnsafeRawPointer) -> Double {
        Double(bitPattern: UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)))
    }

    @inline(__always)
    private func float(_ place: UnsafeRawPointer) -> Double {
        Double(Float(bitPattern: UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))))
    }

    @inline(__always)
    private func isBetween(_ value: Int64, _ instruction: PredicateInstruction) -> Bool {
        instruction.lower <= value && value <= instruction.upper
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
        case 1: boolean(place)
        case 2: integer16(place)
        case 4: integer32(place)
        default: integer64(place)
        }
    }

    private func double(_ instruction: PredicateInstruction, _ place: UnsafeRawPointer) -> Double {
        instruction.width == 4 ? float(place) : double(place)
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
