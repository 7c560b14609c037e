import Polystore

/// Something that a dependency can name: an installed package, or a name that such packages provide.
class PackageNode: _PackageNode {}
