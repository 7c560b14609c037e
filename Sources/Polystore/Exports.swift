@_exported import PolystoreConfiguration
@_exported import PolystoreCore
