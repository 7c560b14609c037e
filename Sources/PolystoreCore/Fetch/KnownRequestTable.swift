import PolystoreModel
import PolystoreQuery

/// What became of the plain requests that some stores have answered, by their shapes.
///
/// Bounded: when it is full it forgets everything and begins anew.
final class KnownRequestTable: Sendable {
    private let limit: Int
    private let requests = Protected<[RequestShape: KnownRequest]>([:])

    init(limit: Int = 512) { self.limit = limit }

    subscript(shape: RequestShape) -> KnownRequest? { requests.withLock { $0[shape] } }

    func keep(_ request: KnownRequest, for shape: RequestShape) {
        requests.withLock { requests in
            if requests.count >= limit { requests.removeAll(keepingCapacity: true) }
            requests[shape] = request
        }
    }
}
