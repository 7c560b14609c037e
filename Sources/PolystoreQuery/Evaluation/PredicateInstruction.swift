import PolystoreModel

/// One test of a compiled predicate on a row's own slots, and where to go on from it.
///
/// Plain bytes: running a program touches no reference count. What a test needs beyond two numbers lies in the tables
/// of the `CompiledPredicate`.
struct PredicateInstruction: BitwiseCopyable {
    /// What is tested of a slot that holds a value.
    enum Test: UInt8, BitwiseCopyable {
        /// False: the slot's being missing decides alone.
        case never
        /// `lower...upper` holds the integer.
        case boolean, integer16, integer32, integer64
        /// The table of integers from `lower` on, `upper` of them in order, has the integer.
        case integerList
        /// `lower...upper`, as bits, holds the number.
        case float, double
        /// The table of numbers has the number.
        case doubleList
        /// The bytes at `lower`, `upper` of them, are equal to, greater than, or not less than the slot's.
        case bytesEqual, bytesLess, bytesLessOrEqual
        case bytesContain, bytesBegin, bytesEnd
        /// The table of byte ranges from `lower` on, `upper` of them in order, has the bytes.
        case bytesList
        /// The pattern of number `lower` matches the text.
        case like
        /// The reference is the object of number `lower`; `upper` is 1 when that lives in the row's store and hierarchy.
        case reference
        /// The set of number `lower` has the reference.
        case referenceSet
        /// The row is the object of number `lower`, or one of the set.
        case itself, itselfSet
        /// The path comparison of number `lower` holds.
        case path
        /// The comparison of expressions of number `lower` holds.
        case expression
    }

    /// The test.
    var test: Test
    /// The bit of the null bitmap; 0 where no slot is read.
    var nullMask: UInt8 = 0
    /// The answer for a missing value.
    var isTrueWhenMissing = false
    /// Whether the answer for a value is turned around.
    var isNegated = false
    /// How text is folded: the bits of a `TextFolding`.
    var foldingBits: UInt8 = 0
    /// The bytes that the slot takes.
    var width: UInt8 = 0
    /// The index of the slot in the layout.
    var slot: Int16 = 0
    /// Whether the bytes are the 16 of the slot itself.
    var isInline = false
    /// Where the value lies.
    var offset: Int32 = 0
    /// Where the byte of the null bitmap lies.
    var nullOffset: Int32 = 0
    /// The next instruction, or −1 for true and −2 for false.
    var ifTrue: Int32 = PredicateInstruction.answerTrue
    var ifFalse: Int32 = PredicateInstruction.answerFalse
    var lower: Int64 = 0
    var upper: Int64 = 0

    /// Whether the instruction tests a number of the row itself, and its answer is false where that does not hold.
    var isNumberTestThatMustHold: Bool {
        guard ifFalse == PredicateInstruction.answerFalse else { return false }
        switch test {
        case .never, .boolean, .integer16, .integer32, .integer64, .float, .double: return true
        default: return false
        }
    }

    /// Whether the answer is false where the test does not hold, and the row's own slots are all that it needs.
    var mustHoldAndCannotFail: Bool {
        ifFalse == PredicateInstruction.answerFalse && test != .path && test != .expression
    }

    static let answerTrue: Int32 = -1
    static let answerFalse: Int32 = -2

    /// Asks for the opposite, and goes on to the other place.
    mutating func turnAround() {
        (ifTrue, ifFalse) = (ifFalse, ifTrue)
        isNegated.toggle()
        isTrueWhenMissing.toggle()
    }

    init(_ test: Test) { self.test = test }

    init(_ test: Test, _ slot: RowSlot, at index: Int) {
        self.test = test
        self.slot = Int16(index)
        width = UInt8(slot.kind.width)
        nullMask = slot.nullMask
        offset = Int32(slot.offset)
        nullOffset = Int32(slot.nullOffset)
        isInline = slot.kind == .uuid
    }

    var folding: TextFolding { TextFolding(rawValue: foldingBits) }
}
