import Testing

@testable import PolystoreQuery

@Suite("Integer arithmetic")
struct IntegerArithmeticTests {
    @Test("division truncates, by zero it is missing, and its overflow is an error")
    func division() throws {
        #expect(try IntegerArithmetic.divide(-7, 2) == -3)
        #expect(try IntegerArithmetic.divide(7, -2) == -3)
        #expect(try IntegerArithmetic.divide(7, 0) == nil)
        #expect(throws: IntegerOverflow(operation: "/")) { try IntegerArithmetic.divide(.min, -1) }
    }

    @Test("the remainder has the sign of the dividend and is missing for zero")
    func remainder() {
        #expect(IntegerArithmetic.modulo(-7, 2) == -1)
        #expect(IntegerArithmetic.modulo(7, -2) == 1)
        #expect(IntegerArithmetic.modulo(7, 0) == nil)
        #expect(IntegerArithmetic.modulo(.min, -1) == 0)
    }

    @Test("results beyond 64 bits are typed errors that name the operation")
    func overflow() throws {
        #expect(throws: IntegerOverflow(operation: "+")) { try IntegerArithmetic.add(.max, 1) }
        #expect(throws: IntegerOverflow(operation: "-")) { try IntegerArithmetic.subtract(.min, 1) }
        #expect(throws: IntegerOverflow(operation: "*")) { try IntegerArithmetic.multiply(.max, 2) }
        #expect(throws: IntegerOverflow(operation: "-")) { try IntegerArithmetic.negate(.min) }
        #expect(throws: IntegerOverflow(operation: "abs")) { try IntegerArithmetic.absolute(.min) }
        #expect(try IntegerArithmetic.add(2, 3) == 5)
        #expect(try IntegerArithmetic.subtract(2, 3) == -1)
        #expect(try IntegerArithmetic.multiply(-2, 3) == -6)
        #expect(try IntegerArithmetic.absolute(-3) == 3)
    }

    @Test("a sum overflows only at its end")
    func sums() throws {
        var sum = IntegerSum()
        #expect(try sum.sum == 0)
        #expect(sum.average == nil)
        sum.add(.max)
        sum.add(.max)
        #expect(throws: IntegerOverflow(operation: "sum")) { try sum.sum }
        #expect(sum.average == 0x1p63)
        var other = IntegerSum()
        other.add(-Int64.max)
        sum.add(other)
        #expect(try sum.sum == .max)
        #expect(sum.count == 3)
    }

    @Test("averages of integers are rounded once")
    func averages() {
        var sum = IntegerSum()
        for value in [1, 2, 4] as [Int64] { sum.add(value) }
        #expect(sum.average == 7.0 / 3.0)
        var large = IntegerSum()
        large.add(9_007_199_254_740_993)
        large.add(0)
        large.add(0)
        #expect(large.average == 3_002_399_751_580_331)
        var negative = IntegerSum()
        negative.add(-1)
        negative.add(0)
        #expect(negative.average == -0.5)
    }
}
