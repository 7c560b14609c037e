import PolystoreModel
import PolystoreRandom
import Testing

@testable import PolystoreCore

@Suite("The members of a to-many relationship")
struct MemberSetTests {
    private func object(_ key: Int) -> ObjectID {
        ObjectID(store: .none, root: RootNumber(rawValue: 0), key: Int64(key))
    }

    @Test("however they come and go, they are what a set would hold, in order and each once")
    func random() {
        var source = RandomSource()
        for _ in 0..<200 {
            // Most often in order, as new members come and as members are removed one after another.
            let isInOrder = source.chance(2)
            var members = MemberSet()
            var expected: Set<ObjectID> = []
            for step in 0..<60 {
                let object = object(isInOrder && !source.chance(20) ? step : source.below(60))
                switch source.below(8) {
                case 0: #expect(members.remove(object) == (expected.remove(object) != nil))
                case 1 where source.chance(4):
                    let others = Set((0..<source.below(9)).map { _ in self.object(source.below(60)) })
                    members.subtract(MemberSet(Array(others)))
                    expected.subtract(others)
                case 2 where source.chance(4):
                    let others = Set((0..<source.below(9)).map { _ in self.object(source.below(90)) })
                    members.formUnion(source.chance(2) ? others.sorted() : Array(others))
                    expected.formUnion(others)
                default:
                    members.insert(object)
                    expected.insert(object)
                }
                #expect(members.contains(object) == expected.contains(object))
                #expect(members.isEmpty == expected.isEmpty)
            }
            #expect(members.inOrder == expected.sorted())
            #expect(Array(members).sorted() == expected.sorted())
        }
    }
}
