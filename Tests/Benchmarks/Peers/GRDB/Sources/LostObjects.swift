/// The database does not hold as many objects as were saved.
struct LostObjects: Error {}
