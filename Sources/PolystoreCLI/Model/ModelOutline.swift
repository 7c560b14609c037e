/// A model as `polystore model show` prints it: everything is written out, also where it is as usual.
struct ModelOutline: Encodable {
    let name: String
    let versionIdentifiers: [String]
    let entities: [Entity]
    let composites: [Composite]
    let configurations: [Configuration]
    let fetchRequests: [Request]
}
