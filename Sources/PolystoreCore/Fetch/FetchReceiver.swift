/// Takes rows; false ends the fetch.
package typealias FetchReceiver = (FetchedRows) -> Bool
