import Foundation
import PolystoreModel
import PolystoreStorage

/// Puts stores that were made beside some places into these places.
package struct StorePlacing {
    /// A place, and the store that is made beside it; nil where there is to be none.
    package struct Part {
        package let store: PersistentStoreDescription
        package let type: StoreType
        package let arrival: PersistentStoreDescription?

        /// A part with a store that is made under another name in the same folder.
        package init(
            _ store: PersistentStoreDescription, _ type: StoreType, hasArrival: Bool, _ work: UnfinishedMarks.Work
        ) {
            (self.store, self.type) = (store, type)
            var arrival = store
            arrival.url = store.url?.appendingPathExtension(StorePlacing.ending(work))
            self.arrival = hasArrival ? arrival : nil
        }
    }

    private let parts: [Part]
    private let work: UnfinishedMarks.Work
    private let source: URL

    /// - Parameters:
    ///   - parts: The places.
    ///   - work: What puts stores into them.
    ///   - source: What the stores come from, for messages.
    package init(_ parts: [Part], _ work: UnfinishedMarks.Work, from source: URL) {
        (self.parts, self.work, self.source) = (parts, work, source)
    }

    /// The ending of the names of stores that are made beside their places.
    package static func ending(_ work: UnfinishedMarks.Work) -> String { work == .restore ? "restoring" : "copying" }

    /// Has everything made beside the places before anything that is there is replaced; the places are taken meanwhile, where
    /// stores are replaced, and as long as stores are put into them.
    ///
    /// An error until then leaves all as it was. A process that ends while stores are put into their places, and a disk that
    /// fails meanwhile, leave marks, with which the stores are refused.
    ///
    /// - Parameters:
    ///   - replaces: Whether stores that are there are replaced.
    ///   - make: Makes the stores beside the places, and closes them; what it has made when it throws is removed.
    /// - Returns: What the closure returns.
    /// - Throws: `storeExists`; `store`, with cause `held` or `alreadyOpen` when a store is in use; what `make` throws.
    package func run<Result>(replaces: Bool, _ make: () throws -> Result) throws -> Result {
        if !replaces { try requireNothing() }
        var reservations: [StoreReservation] = []
        defer { for reservation in reservations { reservation.release() } }
        if replaces { try reserve(&reservations) }
        try removeArrivals()
        defer {
            // Stores in their places do not need them, and the next attempt removes them first.
            for part in parts { if let arrival = part.arrival { try? part.type.destroy(arrival) } }
        }
        let result = try make()
        if !replaces {
            try reserve(&reservations)
            // Another process may have made one meanwhile.
            try requireNothing()
        }
        do throws(StoreError) { try replace(reservations) } catch { throw CoordinatorError(error, in: .none) }
        return result
    }

    private func reserve(_ reservations: inout [StoreReservation]) throws(CoordinatorError) {
        for part in parts {
            do throws(StoreError) { reservations.append(try part.type.reserve(part.store)) } catch {
                var error = error
                error.details[.store] = part.store.name
                throw CoordinatorError(error, in: .none)
            }
        }
    }

    private func requireNothing() throws(CoordinatorError) {
        for part in parts {
            do throws(StoreError) {
                guard try part.type.exists(part.store) else { continue }
            } catch {
                throw CoordinatorError(error, in: .none)
            }
            throw CoordinatorError(
                .storeExists, [.store: part.store.name, .path: part.store.url?.path ?? part.store.name])
        }
    }

    private func removeArrivals() throws(CoordinatorError) {
        do throws(StoreError) {
            for part in parts { if let arrival = part.arrival { try part.type.destroy(arrival) } }
        } catch {
            throw CoordinatorError(error, in: .none)
        }
    }

    /// Replaces the stores one after the other, marked until all are.
    private func replace(_ reservations: [StoreReservation]) throws(StoreError) {
        let marks = UnfinishedMarks(parts.map(\.store))
        try marks.set(work, from: source)
        for (part, reservation) in zip(parts, reservations) {
            if let arrival = part.arrival { try reservation.replace(arrival) } else { try reservation.destroy() }
        }
        try marks.remove()
    }
}
