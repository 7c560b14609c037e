import Polystore

/// A name that is installed nowhere itself, such as `mail-transport-agent`.
final class VirtualPackage: _VirtualPackage {}
