import PolystoreModel
import PolystoreQuery

/// What became of the plain requests that some stores have answered, by their shapes.
///
/// Bounded: when it is full it forgets everything and begins anew.
final class KnownRequestTable: Sendable {
    private struct Requests {
        var byShape: [RequestShape: KnownRequest] = [:]
        /// The one that was asked for last: a program that asks again and again mostly asks for the same.
        var last: (shape: RequestShape, request: KnownRequest)?
    }

    private let limit: Int
    private let requests = Protected(Requests())

    init(limit: Int = 512) { self.limit = limit }

    subscript(shape: RequestShape) -> KnownRequest? {
        requests.withLock { requests in
            // Two shapes are compared in less time than one is hashed.
            if let last = requests.last, last.shape == shape { return last.request }
            guard let request = requests.byShape[shape] else { return nil }
            requests.last = (shape, request)
            return request
        }
    }

    func keep(_ request: KnownRequest, for shape: RequestShape) {
        requests.withLock { requests in
            if requests.byShape.count >= limit { requests.byShape.removeAll(keepingCapacity: true) }
            requests.byShape[shape] = request
            requests.last = (shape, request)
        }
    }
}
