import PolystoreModel
import PolystoreStorage

extension RecordContents {
    func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary {
        var check = RecordCheck(reader: reader)
        try check.rows(visit)
        try check.entries(visit)
        try check.links(visit)
        return check.summary
    }
}
