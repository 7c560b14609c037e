import Testing

@testable import Torture

/// A hand-made history with the anomaly that is in it.
struct BadHistory: CustomTestStringConvertible, Sendable {
    let anomaly: Anomaly
    let what: String
    let text: String

    init(_ anomaly: Anomaly, _ what: String, _ text: String) {
        (self.anomaly, self.what, self.text) = (anomaly, what, text)
    }

    var testDescription: String { "\(anomaly.rawValue): \(what)" }

    static let all: [BadHistory] = values + sessions + updates + cycles + skews + clocks

    private static let values: [BadHistory] = [
        .init(
            .inventedValue, "a number that no transaction wrote",
            """
            A1: {x: 7}
            """),
        .init(
            .inventedValue, "a number that stands twice in a list",
            """
            A1: {x: } x+1
            B1: {x: 1 1}
            """),
        .init(
            .inventedValue, "a number of another list",
            """
            A1: {x: } x+1
            B1: {y: 1}
            """),
        .init(
            .inventedValue, "an object of a set that is found twice",
            """
            A1: #x+1
            B1: {#x: 1 1}
            """),
        .init(
            .abortedRead, "the list of a refused save",
            """
            A1: {x: } x+1 refused
            B1: {x: 1}
            """),
        .init(
            .abortedRead, "a new object of a transaction that was given up",
            """
            A1: #x+1 refused
            B1: {#x: 1}
            """),
        .init(
            .abortedRead, "a register of a refused save, by another that was refused",
            """
            A1: {~x: } ~x+1 refused
            B1: {~x: 1} ~x+2 refused
            """),
        .init(
            .abortedRead, "a refused number before others",
            """
            A1: {x: } x+1 refused
            B1: {x: 1} x+2
            C1: {x: 1 2}
            """),
        .init(
            .intermediateRead, "one of two numbers of a save",
            """
            A1: {x: } x+1 x+2
            B1: {x: 1}
            """),
        .init(
            .intermediateRead, "two of three new objects of a save",
            """
            A1: #x+1 #x+2 #x+3
            B1: {#x: 1 3}
            """),
        .init(
            .intermediateRead, "a register's first value of two",
            """
            A1: {~x: } ~x+1 ~x+2v2
            B1: {~x: 1}
            """),
        .init(
            .internalInconsistency, "an own change that the object does not have",
            """
            A1: {x: } x+1 [x: ]
            """),
        .init(
            .internalInconsistency, "an own new object that a fetch does not find",
            """
            A1: {#x: } #x+1 {#x: }
            """),
        .init(
            .internalInconsistency, "an own change before what was stored",
            """
            A1: {x: } x+1
            B1: {x: 1} x+2 [x: 2 1]
            """),
        .init(
            .internalInconsistency, "a change that is made afterwards",
            """
            A1: {x: 1} x+1
            """),
        .init(
            .fuzzyRead, "a list that grows within a generation",
            """
            A1: {x: } x+1
            B1 snapshot: {x: } {x: 1}
            """),
        .init(
            .fuzzyRead, "a set that grows within a generation",
            """
            A1: #x+1
            B1 snapshot: {#x: } {#x: 1}
            """),
        .init(
            .fuzzyRead, "an object that changes without being refreshed",
            """
            A1: {x: } x+1
            B1: {x: } [x: 1]
            """),
        .init(
            .fuzzyRead, "a register that changes behind an own change of another key, within a generation",
            """
            A1: {~x: } ~x+1v2
            B1 serializable: {~x: , y: } y+2 {~x: 1}
            """),
        .init(
            .incompatibleOrder, "two lists of which neither begins the other",
            """
            A1: x+1
            B1: x+2
            C1: {x: 1}
            D1: {x: 2}
            """),
        .init(
            .incompatibleOrder, "two numbers in two orders",
            """
            A1: x+1
            B1: x+2
            C1: {x: 1 2}
            D1: {x: 2 1}
            """),
        .init(
            .incompatibleOrder, "one version of a register that two saves made",
            """
            A1 overwrites: ~x+1v2
            B1 overwrites: ~x+2v2
            """),
    ]

    private static let sessions: [BadHistory] = [
        .init(
            .lostOwnWrite, "a list without what the task saved",
            """
            A1: {x: } x+1
            A2: {x: }
            """),
        .init(
            .lostOwnWrite, "a set without what the task saved, two transactions later",
            """
            A1: #x+1
            A2: {y: }
            A3: {#x: }
            """),
        .init(
            .backwardRead, "a list that was longer before",
            """
            A1: {x: } x+1
            B1: {x: 1}
            B2: {x: }
            """),
        .init(
            .backwardRead, "a set that had more before, in one transaction without a generation",
            """
            A1: #x+1
            B1: {#x: 1} {#x: }
            """),
        .init(
            .sessionOrder, "a register without what the task saved",
            """
            A1: {~x: } ~x+1v2
            A2: {~x: }
            """),
        .init(
            .sessionOrder, "a task that finds the later of another one's two saves, and then not the earlier",
            """
            A1: {x: } x+1
            A2: {y: } y+2
            B1: {y: 2}
            B2: {x: }
            """),
    ]

    private static let updates: [BadHistory] = [
        .init(
            .lostUpdate, "two additions to one list, of which one is left",
            """
            A1: {x: } x+1
            B1: {x: } x+2
            C1: {x: 2}
            """),
        .init(
            .lostUpdate, "two additions to one list, both left, but the second unseen by its own save",
            """
            A1: {x: } x+1
            B1: {x: } x+2
            C1: {x: 1 2}
            """),
        .init(
            .lostUpdate, "two contexts on generations that replace a register",
            """
            A1 snapshot: {~x: } ~x+1v2
            B1 snapshot: {~x: } ~x+2v3
            """),
        .init(
            .lostUpdate, "a save that was to write over nothing, behind one that may",
            """
            A1 overwrites: {~x: } ~x+1v2
            B1: {~x: } ~x+2v3
            """),
        .init(
            .lostUpdate, "with a transaction between, and another key beside it",
            """
            A1: {x: , y: } x+1 y+2
            B1: {x: 1} x+3
            C1: {x: } x+4
            """),
    ]

    private static let cycles: [BadHistory] = [
        .init(
            .dirtyWrite, "two saves over two lists, each first in one",
            """
            A1: x+1 y+1
            B1: x+2 y+2
            C1: {x: 1 2, y: 2 1}
            """),
        .init(
            .dirtyWrite, "three saves in a ring",
            """
            A1: x+1 z+1
            B1: x+2 y+2
            C1: y+3 z+3
            D1: {x: 1 2, y: 2 3, z: 3 1}
            """),
        .init(
            .dirtyWrite, "two registers, by the versions that were made",
            """
            A1 overwrites: ~x+1v2 ~y+1v3
            B1 overwrites: ~x+2v3 ~y+2v2
            """),
        .init(
            .circularFlow, "two transactions that read from each other",
            """
            A1: {y: 2} x+1
            B1: {x: 1} y+2
            """),
        .init(
            .circularFlow, "three transactions on generations that read from each other in a ring, through sets",
            """
            A1 snapshot: {#z: 3} #x+1
            B1 snapshot: {#x: 1} #y+2
            C1 snapshot: {#y: 2} #z+3
            """),
        .init(
            .circularFlow, "a save before another's by its order, that read from it",
            """
            A1: {y: 2} x+1
            B1: x+2 y+2
            C1: {x: 1 2}
            """),
    ]

    private static let skews: [BadHistory] = [
        .init(
            .readSkew, "a cut with half of a save",
            """
            A1: {x: , y: } x+1 y+2
            B1: {x: 1, y: }
            """),
        .init(
            .readSkew, "a generation with half of a save, in two fetches",
            """
            A1: {x: , y: } x+1 y+2
            B1 snapshot: {x: } {y: 2}
            """),
        .init(
            .readSkew, "a cut with the second of two saves and without the first, which the second had read",
            """
            A1: {x: } x+1
            B1: {x: 1, y: } y+2
            C1: {x: , y: 2}
            """),
        .init(
            .readSkew, "a cut without a new object that an object in it knows of",
            """
            A1: #x+1 {y: } y+2
            B1 snapshot: {#x: } {y: 2}
            """),
        .init(
            .readSkew, "a refused transaction reads half of a save as well",
            """
            A1: {x: , y: } x+1 y+2
            B1 snapshot: {x: 1, y: } z+3 refused
            """),
        .init(
            .readSkew, "a save whose outcome is unknown, of which half is read",
            """
            A1: {x: , y: } x+1 y+2 unknown
            B1: {x: 1, y: }
            """),
        .init(
            .writeSkew, "two serializable transactions, each of which changed what the other read",
            """
            A1 serializable: {x: , y: } x+1
            B1 serializable: {x: , y: } y+2
            """),
        .init(
            .writeSkew, "three of them in a ring",
            """
            A1 serializable: {x: , y: } x+1
            B1 serializable: {y: , z: } y+2
            C1 serializable: {z: , x: } z+3
            """),
        .init(
            .writeSkew, "two cuts that have two saves in two orders",
            """
            A1: {x: } x+1
            B1: {y: } y+2
            C1: {x: 1, y: }
            D1: {x: , y: 2}
            """),
    ]

    private static let clocks: [BadHistory] = [
        .init(
            .staleRead, "a fetch that began after a save does not find it",
            """
            A1: {x: }@1-2 x+1 committed@3-4
            B1: {x: }@5-6
            """),
        .init(
            .staleRead, "a read found what was saved later",
            """
            A1: {x: }@1-2 x+1 committed@5-6
            B1: {x: 1}@3-4
            """),
        .init(
            .staleRead, "an addition that no later read finds",
            """
            A1: x+1 committed@1-2
            B1: {x: }@3-4
            """),
        .init(
            .staleRead, "a cut has the later of two saves and not the earlier, which had ended before",
            """
            A1: {x: }@1-2 x+1 committed@3-4
            B1: {y: }@5-6 y+2 committed@7-8
            C1: {x: , y: 2}@1-9
            """),
        .init(
            .staleRead, "a generation that was taken after a save reads from before it",
            """
            A1: #x+1 committed@1-2
            B1 snapshot: {y: }@3-4 {#x: }@5-6
            """),
    ]
}
