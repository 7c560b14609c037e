import Foundation
import PolystoreConformance
import PolystoreReferenceStore
import PolystoreStorage

extension StoreType {
    /// A type whose stores do what another's do, but for a defect and for what they declare.
    static func defective(
        _ base: StoreType, _ defect: Defect? = nil, declaring change: (inout StoreCapabilities) -> Void = { _ in }
    ) -> StoreType {
        var capabilities = base.capabilities
        change(&capabilities)
        let declared = capabilities
        return StoreType(
            name: "defective", product: base.product, hasURL: base.hasURL, options: base.options,
            capabilities: declared
        ) { (opening) throws(StoreError) in
            DefectiveStore(try base.open(opening), defect, declaring: declared)
        } metadata: { (description) throws(StoreError) in
            try base.metadata(description)
        } destroy: { (description) throws(StoreError) in
            try base.destroy(description)
        } copy: { (from, to) throws(StoreError) in
            try base.copy(from, to)
        }
    }

    /// A type of durable reference stores, which are gone as soon as they are closed.
    static func forgetful() -> StoreType {
        let lasting = StoreType.reference("reference", disk: ReferenceDisk())
        return StoreType(
            name: "forgetful", product: lasting.product, hasURL: true, options: [], capabilities: lasting.capabilities
        ) { (opening) throws(StoreError) in
            try StoreType.reference("reference", disk: ReferenceDisk()).open(opening)
        } metadata: { (description) throws(StoreError) in
            try lasting.metadata(description)
        } destroy: { (description) throws(StoreError) in
            try lasting.destroy(description)
        } copy: { (from, to) throws(StoreError) in
            try lasting.copy(from, to)
        }
    }
}

extension ConformanceFactory {
    /// Stores with a defect; two of them for the suite of several stores.
    static func defective(_ defect: Defect, for suite: ConformanceSuite) -> ConformanceFactory {
        let type: StoreType =
            defect == .forgetsEverything ? .forgetful() : .defective(.reference("reference"), defect)
        return suite == .multiStore
            ? ConformanceFactory(defect.rawValue, combining: [type, type])
            : ConformanceFactory(defect.rawValue, type: type)
    }
}
