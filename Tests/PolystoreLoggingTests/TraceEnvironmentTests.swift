import Polystore
import Testing

@Suite("POLYSTORE_LOG says what is traced")
struct TraceEnvironmentTests {
    private func trace(_ text: String) -> (trace: Trace?, complaints: [String]) {
        var complaints: [String] = []
        let trace = Trace(environment: [Trace.variable: text]) { complaints.append($0) }
        return (trace, complaints)
    }

    @Test("without the variable nothing is")
    func absent() { #expect(Trace(environment: [:]) == nil) }

    @Test("kinds are named with commas between them")
    func kinds() {
        let (trace, complaints) = trace("sql, save")
        #expect(trace?.categories == [.sql, .save])
        #expect(trace?.showsValues == false)
        #expect(complaints.isEmpty)
    }

    @Test("'values' shows what is bound to statements, 'all' does not")
    func values() {
        #expect(trace("values").trace?.showsValues == true)
        #expect(trace("values").trace?.categories == [.sql])
        #expect(trace("all").trace?.showsValues == false)
        #expect(trace("all").trace?.categories == Set(TraceCategory.allCases))
    }

    @Test("a name that is none is told with the nearest, and the others hold")
    func unknown() {
        let (trace, complaints) = trace("sql,svae")
        #expect(trace?.categories == [.sql])
        #expect(
            complaints == [
                "POLYSTORE_LOG: 'svae' is none of sql, fetch, save, fault, values, all (did you mean 'save'?)"
            ])
    }
}
