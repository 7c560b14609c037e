import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// What a context asks of its source: a request, what is wanted of the objects that it finds, and whether it is run.
package struct SourceRequest {
    /// What is wanted of the objects.
    package enum Goal {
        /// Their rows.
        case rows
        /// Their number.
        case count
        /// Groups where stores compute them, for the closure, and the rows of everything else.
        ///
        /// The groups of one store come each with its keys and what was accumulated over it; the same group may come from
        /// several stores, and in several parts from one.
        case groups(StoreGrouping, ([Value], [AggregateAccumulator]) -> Void)
    }

    /// What is done with the plan.
    package enum Mode {
        /// It is run.
        case run
        /// It is explained and not run.
        case explain
        /// It is run, and explained with the rows that were counted.
        case analyze
    }

    /// What is wanted of the objects.
    package let goal: Goal
    /// What is done with the plan.
    package let mode: Mode
    /// The shape under which the plan is kept, and found; nil for a request that is planned by itself.
    ///
    /// A request has a shape only where no unsaved change counts.
    package let shape: RequestShape?
    /// Looks up the names of the request; not called where a plan is found by the shape.
    package let resolve: () throws -> ResolvedRequest
    /// Asked between batches.
    package let isCancelled: () -> Bool

    /// Makes a request that is resolved when it has to be planned.
    package init(
        shape: RequestShape?, goal: Goal = .rows, mode: Mode = .run, isCancelled: @escaping () -> Bool = { false },
        resolve: @escaping () throws -> ResolvedRequest
    ) {
        (self.shape, self.goal, self.mode) = (shape, goal, mode)
        (self.isCancelled, self.resolve) = (isCancelled, resolve)
    }

    /// Makes a request of resolved names.
    package init(
        _ request: ResolvedRequest, goal: Goal = .rows, mode: Mode = .run,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.init(shape: nil, goal: goal, mode: mode, isCancelled: isCancelled) { request }
    }
}
